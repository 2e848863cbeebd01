/** /filters/[owner]/new: the form for a saved filter. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { createFilter } from 'contract/filters';
import { NewFilterForm as FilterFields } from '../features/filters/forms.server';
import { filtersHome } from '../features/owner-paths';
import { NewFilterForm } from '../features/filters/new-filter-form';
import { read } from '../forms/read.server';
import { pageMeta } from '../meta';
import { requireFlag } from '../flagged.server';
import { paths } from '../paths';
import { requireChanger } from '../roles.server';
import { once } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'New filter',
  description: 'Save conditions that leave events out of the reports.',
});
export const handle: PageHandle = {
  breadcrumb: ({ params }) => [
    { label: params.owner ?? '', to: paths.home(params.owner ?? '') },
    { label: 'New filter' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireChanger(args);
  requireFlag('showFilteringUi');
  return { owner };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, session } = await requireChanger(args);
  requireFlag('showFilteringUi');
  let form = await read(args.request, FilterFields);
  if (!form.ok) return form.reply;
  return once(args.request, form.value, async () => {
    let made = await call(createFilter, { params: { owner }, body: form.value }).catch(form.refuse);
    return made instanceof Response ? made : redirectWithToast(filtersHome(owner, session.username), 'filter_created');
  });
}

export default function NewFilterPage() {
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="New filter" description="Matches events that meet every condition." />
      <Card>
        <NewFilterForm lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
