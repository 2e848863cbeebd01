/**
 * POST /filters/[owner]/bots: excludes suspected bots from every count, or includes them. GET leads
 * to the filters.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { filtersApi } from 'contract/analytics/filters';
import { paths, settingsOf } from '../links/paths';
import { BotsInput } from '../features/filters/filter-forms.server';
import { listFilters, isBotFilter } from '../features/filters/filters.server';
import { readForm } from '../forms/read-form.server';
import { requireFlag } from '../session/require-flag.server';
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
  let home = paths.settings(settingsOf(owner, session.username), 'filters');
  let form = await readForm(args.request, BotsInput);
  if (!form.ok) return form.reply;
  let known = (await listFilters(call, owner)).filter(isBotFilter);
  if (form.value.filtered === 'no') {
    for (let { id } of known) await call(filtersApi.deleteFilter, { params: { owner, filter_id: id } });
    return redirectWithToast(home, 'bots_counted');
  }
  let body = { request_is_bot: { value: false } };
  let given = { params: { owner }, query: { scope: 'global' as const }, body };
  if (known.length === 0) await call(filtersApi.createFilter, given);
  return redirectWithToast(home, 'bots_filtered');
});
