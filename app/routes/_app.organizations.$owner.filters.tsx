/**
 * /organizations/[owner]/filters: what is left out of every count of an organization, and its saved
 * filters.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { excludeAgent } from '../features/filters/filter-forms.server';
import { FiltersPage } from '../features/filters/filters-page';
import { readFilters } from '../features/filters/filters.server';
import { organizationHandle } from '../shell/breadcrumbs';
import type { RejectedForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { requireFlag } from '../session/flagged.server';
import { paths } from '../links/paths';
import { mayChange, ownerRole, requireChanger } from '../session/roles.server';
import { requireOwner } from '../session/guards.server';

export const meta = pageMeta({ title: 'Filters', description: 'The saved filters of an organization.' });
export const handle = organizationHandle('Filters');

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOwner(args);
  requireFlag('showFilteringUi');
  let { call, owner } = signedIn;
  return readFilters(call, owner, mayChange(await ownerRole(signedIn, owner)));
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireChanger(args);
  requireFlag('showFilteringUi');
  return excludeAgent(args.request, call, owner, paths.organizationFilters(owner));
}

export default function OrganizationFiltersPage() {
  let refused = useActionData<RejectedForm>();
  return <FiltersPage {...useLoaderData<typeof loader>()} lastResult={refused?.lastResult} />;
}
