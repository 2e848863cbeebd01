/** Saved filters of an account or an organization, and what is left out of all its counts. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { excludeAgent } from '../features/filters/filter-forms.server';
import { FiltersPage } from '../features/filters/filters-page';
import { readFilters } from '../features/filters/filters.server';
import type { RejectedForm } from '../forms/read-form.server';
import { paths } from '../links/paths';
import { requireFlag } from '../session/require-flag.server';
import { mayChange, shownRole } from '../session/roles.server';
import { requireSettings, requireSettingsRole } from '../session/settings.server';
import { settingsHandle } from '../shell/breadcrumbs';
import { settingsMeta } from '../shell/meta';

export const meta = settingsMeta(
  'Filters',
  'The saved filters of your account.',
  'The saved filters of an organization.',
);
export const handle = settingsHandle('Filters');

export async function loader(args: LoaderFunctionArgs) {
  let settings = await requireSettings(args);
  requireFlag('showFilteringUi');
  let { call, owner } = settings;
  return readFilters(call, owner, mayChange(await shownRole(settings, owner)));
}

export async function action(args: ActionFunctionArgs) {
  let settings = await requireSettingsRole(args, 'managers');
  requireFlag('showFilteringUi');
  return excludeAgent(args.request, settings.call, settings.owner, paths.settings(settings, 'filters'));
}

export default function OwnerFiltersPage() {
  let refused = useActionData<RejectedForm>();
  return <FiltersPage {...useLoaderData<typeof loader>()} lastResult={refused?.lastResult} />;
}
