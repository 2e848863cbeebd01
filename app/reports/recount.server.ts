/** The page that counts a report again: its questions, and the start of a recount. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { lastEventApi } from 'contract/analytics/last-event';
import { readReport } from '../features/analytics/report-params.server';
import {
  cliCommands,
  readVerification,
  startVerification,
  verificationQuery,
} from '../features/analytics/verification.server';
import { rangeQuery, rangeSteps } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { readActiveFilters } from '../features/filters/filters.server';
import { emptyForm, readForm } from '../forms/read-form.server';
import { readApiError } from '../gateway/gateway-client.server';
import { redirect } from '../http/redirects.server';
import { paths } from '../links/paths';
import type { ReportQuery } from '../links/query-parameters';
import { requireReport } from '../session/guards.server';
import { mayExport, roleError } from '../session/roles.server';

async function readPage(args: LoaderFunctionArgs | ActionFunctionArgs) {
  let signedIn = await requireReport(args);
  let query = new URL(args.request.url).searchParams;
  let [{ fields, range }, { role, asked, selection }] = await Promise.all([
    readReportRange(signedIn, query),
    readReport(signedIn, query),
  ]);
  if (!mayExport(role)) throw roleError(role, signedIn.owner);
  let { package: chosen, pixels, pixel, filter_id, where, noise } = asked;
  let kept = { package: chosen, pixels, pixel, filter_id, where, noise };
  let report = { ...rangeQuery(fields), ...kept };
  let to = (change: ReportQuery & { check?: string }) =>
    paths.analyticsRecount(signedIn.owner, { ...report, ...change });
  return { ...signedIn, signedIn, query, fields, range, selection, kept, report, to };
}

/** The report of this address, and what its recount has found so far. */
export async function recountPage(args: LoaderFunctionArgs) {
  let { signedIn, call, owner, query, fields, range, selection, kept, report, to } = await readPage(args);
  let filters = await readActiveFilters(signedIn, query, to);
  let id = query.get('check') ?? '';
  let here = { start: to({}), refresh: to({ check: id }), back: paths.analytics(owner, report) };
  let page = { owner, fields, steps: rangeSteps(fields, to), kept, filters, ...here };
  let none = { check: null, commands: [] };
  if (!range) return data({ ...page, ...none }, { status: 400 });
  if (filters.isUnknown) return data({ ...page, ...none }, { status: 404 });
  let [{ last_event }, check] = await Promise.all([
    call(lastEventApi.getLastEvent, { query: { owner } }),
    id ? readVerification(call, owner, id, verificationQuery(range, selection)) : null,
  ]);
  return data({ ...page, check, commands: cliCommands(owner, range.time, { ...selection, last_event }) });
}

/** Starts a recount and leads to its page; an error with 429 if too many run. */
export async function startRecount(args: ActionFunctionArgs) {
  let { call, owner, range, selection, to } = await readPage(args);
  await readForm(args.request, emptyForm);
  if (!range) return redirect(to({}));
  try {
    return redirect(to({ check: await startVerification(call, owner, verificationQuery(range, selection)) }));
  } catch (thrown) {
    let refused = await readApiError(thrown);
    if (refused?.code !== 'too-much-at-once') throw thrown;
    return data({ error: refused.message }, { status: 429 });
  }
}
