/**
 * /docs: the guide to the product, public. The Documentation links lead here unless the operator
 * has a site of their own (DOCS_URL).
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { stageLooks } from '../features/companies/stages';
import { Guide } from '../features/docs/guide';
import { apiOrigin, gatewayPlace } from '../gateway-place.server';
import { pageMeta } from '../meta';
import { anyone } from '../session/guards.server';
import type { PageHandle } from '../shell/page';
import { Shell } from '../shell/shell';
import { shellOrNull } from '../shell/shell-data.server';

export const handle: PageHandle = { scripts: false };
export const meta = pageMeta({
  title: 'Documentation',
  description: 'How to add packages and pixels, how downloads are counted, and how to read the reports or the API.',
  indexed: true,
});

const stages = Object.values(stageLooks).map(({ label, meaning }) => ({ label, value: meaning }));

export async function loader(args: LoaderFunctionArgs) {
  anyone(args);
  return { shell: await shellOrNull(args), place: gatewayPlace, api: apiOrigin };
}

export default function DocumentationPage() {
  let { shell, place, api } = useLoaderData<typeof loader>();
  return (
    <Shell shell={shell}>
      <Guide
        owner={shell?.owner.context}
        mayCreate={shell?.mayCreate ?? false}
        place={place}
        api={api}
        stages={stages}
      />
    </Shell>
  );
}
