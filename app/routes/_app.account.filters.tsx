/**
 * /account/filters: what is left out of every count of one's own account, and its saved filters.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { accountHandle } from '../shell/breadcrumbs';
import { requireAccount } from '../features/account/require-account.server';
import { excludeAgent } from '../features/filters/filter-forms.server';
import { FiltersPage } from '../features/filters/filters-page';
import { readFilters } from '../features/filters/filters.server';
import type { RejectedForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { requireFlag } from '../session/flagged.server';
import { paths } from '../links/paths';

export const meta = pageMeta({ title: 'Filters', description: 'The saved filters of your account.' });
export const handle = accountHandle('Filters');

export async function loader(args: LoaderFunctionArgs) {
  let { call, username } = await requireAccount(args);
  requireFlag('showFilteringUi');
  return readFilters(call, username, true);
}

export async function action(args: ActionFunctionArgs) {
  let { call, username } = await requireAccount(args);
  requireFlag('showFilteringUi');
  return excludeAgent(args.request, call, username, paths.accountFilters());
}

export default function AccountFiltersPage() {
  let refused = useActionData<RejectedForm>();
  return <FiltersPage {...useLoaderData<typeof loader>()} lastResult={refused?.lastResult} />;
}
