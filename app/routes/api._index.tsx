/** /api: every call that programs can make, and a search, public. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ApiIndex } from '../features/api-reference/index-page';
import { operationsByNoun } from '../features/api-reference/operations.server';
import { apiOrigin } from '../gateway/gateway-origin.server';
import { pageMeta } from '../shell/meta';
import { allowAnonymous } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { Shell } from '../shell/shell';
import { loadShellOrNull } from '../shell/shell-data.server';

export const handle: PageHandle = { scripts: false };
export const meta = pageMeta({
  title: 'API',
  description: 'Every API call, with parameters, examples, errors and a form to try it.',
  indexed: true,
});

/** The longest text that is searched for. */
const queryMax = 200;

export async function loader(args: LoaderFunctionArgs) {
  allowAnonymous(args);
  let q = (new URL(args.request.url).searchParams.get('q') ?? '').trim().slice(0, queryMax);
  let groups = operationsByNoun(q).map(({ noun, operations }) => ({
    noun,
    operations: operations.map(({ id, method, path, summary }) => ({ id, method, path, summary })),
  }));
  return { shell: await loadShellOrNull(args), groups, q, description: `${apiOrigin}/openapi.json` };
}

export default function ApiPage() {
  let { shell, ...index } = useLoaderData<typeof loader>();
  return (
    <Shell shell={shell}>
      <ApiIndex {...index} />
    </Shell>
  );
}
