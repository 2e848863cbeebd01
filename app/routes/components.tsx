/** The catalogue of the ui kit: every variant of every part, in the theme in force. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { FieldExamples } from '../features/catalogue/field-examples';
import { PartExamples } from '../features/catalogue/part-examples';
import { TextExamples } from '../features/catalogue/text-examples';
import { pageMeta } from '../meta';
import { anyone } from '../session/guards.server';
import { Shell } from '../shell/shell';
import { shellOrNull } from '../shell/shell-data.server';
import { PageTitle } from '../ui/page-title';

export const meta = pageMeta({ title: 'Components' });

export async function loader(args: LoaderFunctionArgs) {
  anyone(args);
  return shellOrNull(args);
}

export default function Components() {
  return (
    <Shell shell={useLoaderData<typeof loader>()}>
      <div className="flex flex-col gap-5">
        <PageTitle
          title="Components"
          description="Every part the pages are made of. The theme switch is at the foot."
        />
        <PartExamples />
        <TextExamples />
        <FieldExamples />
      </div>
    </Shell>
  );
}
