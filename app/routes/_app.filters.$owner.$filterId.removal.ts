/** POST …/removal: deletes a filter. GET leads to the filters. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { filtersApi } from 'contract/analytics/filters';
import { paths, settingsOf } from '../links/paths';
import { requireFlag } from '../session/flagged.server';
import { emptyForm, readForm } from '../forms/read-form.server';
import { redirect } from '../http/redirects.server';
import { requireChanger } from '../session/roles.server';
import { pageLess } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner, session } = await requireChanger(args);
  requireFlag('showFilteringUi');
  return redirect(paths.settings(settingsOf(owner, session.username), 'filters'));
}

export const action = pageLess(async (args) => {
  let { call, owner, session } = await requireChanger(args);
  requireFlag('showFilteringUi');
  await readForm(args.request, emptyForm);
  await call(filtersApi.deleteFilter, { params: { owner, filter_id: args.params.filterId ?? '' } });
  return redirectWithToast(paths.settings(settingsOf(owner, session.username), 'filters'), 'filter_removed');
});
