/** POST …/removal: deletes a filter. GET leads to the filters. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { filtersApi } from 'contract/analytics/filters';
import { paths, settingsOf } from '../links/paths';
import { requireFlag } from '../session/require-flag.server';
import { emptyForm, readForm } from '../forms/read-form.server';
import { redirect } from '../http/redirects.server';
import { requireManagerRole } from '../session/roles.server';
import { resourceAction } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner, session } = await requireManagerRole(args);
  requireFlag('showFilteringUi');
  return redirect(paths.settings(settingsOf(owner, session.username), 'filters'));
}

export const action = resourceAction(async (args) => {
  let { call, owner, session } = await requireManagerRole(args);
  requireFlag('showFilteringUi');
  await readForm(args.request, emptyForm);
  await call(filtersApi.deleteFilter, { params: { owner, filter_id: args.params.filterId ?? '' } });
  return redirectWithToast(paths.settings(settingsOf(owner, session.username), 'filters'), 'filter_removed');
});
