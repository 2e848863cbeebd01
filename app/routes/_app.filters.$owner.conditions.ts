/**
 * POST /filters/[owner]/conditions: saves the conditions of a report as a filter, together with
 * those of its saved filter, and leads back to the report under it. GET leads to the filters.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { filtersApi } from 'contract/analytics/filters';
import { whereConditionsMax } from 'contract/floor/limits';
import { z } from 'zod';
import { paths, settingsOf } from '../links/paths';
import { asFilter } from '../features/filters/conditions.server';
import { listFilters } from '../features/filters/filters.server';
import { requireFlag } from '../session/require-flag.server';
import { NextPath, readForm } from '../forms/read-form.server';
import { readApiError } from '../gateway/gateway-client.server';
import { withQuery } from '../links/paths.server';
import { redirect } from '../http/redirects.server';
import { errorResponse } from '../gateway/error-message.server';
import { requireManagerRole } from '../session/roles.server';
import { resourceAction } from '../session/failure-toast.server';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';

const ConditionsForm = z.object({
  /** Without one the filter is named by its conditions. */
  name: z.string().trim().default(''),
  where: z.array(z.string()).min(1).max(whereConditionsMax),
  filter_id: z.string().default(''),
  next: NextPath,
});

export async function loader(args: LoaderFunctionArgs) {
  let { owner, session } = await requireManagerRole(args);
  requireFlag('showFilteringUi');
  return redirect(paths.settings(settingsOf(owner, session.username), 'filters'));
}

export const action = resourceAction(async (args) => {
  let { call, owner } = await requireManagerRole(args);
  requireFlag('showFilteringUi');
  let form = await readForm(args.request, ConditionsForm);
  if (!form.ok) throw errorResponse('request-not-valid');
  let { name, where, filter_id: filterId, next } = form.value;
  let saved = (await listFilters(call, owner)).find(({ id }) => id === filterId);
  let filter = asFilter(where, saved);
  if (!filter) throw errorResponse('condition-is-invalid');
  return dedupe(args.request, form.value, async () => {
    let body = { ...filter.conditions, name: name || filter.name };
    let made = await call(filtersApi.createFilter, { params: { owner }, body }).catch(async (thrown: unknown) => {
      let code = (await readApiError(thrown))?.code;
      if (code === 'filter-already-exists') return redirectWithToast(withQuery(next, { where }), 'filter_name_taken');
      if (code === 'too-many-filters') return redirectWithToast(withQuery(next, { where }), 'too_many_filters');
      throw thrown;
    });
    return made instanceof Response
      ? made
      : redirectWithToast(withQuery(next, { filter_id: made.id }), 'filter_created');
  });
});
