/** The companies of one package, and what all pages of its numbers share: range, filter, tools. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { drillDownLink } from '../charts/drill-down.server';
import { companiesOf, selectionOfOne } from '../features/analytics/artifact-report.server';
import { readCountingNote } from '../features/counting/counting-note.server';
import { rangeQuery, rangeSteps } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { readActiveFilters } from '../features/filters/filters.server';
import type { requirePackage } from '../features/packages/require-package.server';
import { withOneLastEvent } from '../gateway/last-event.server';
import { secondary } from '../gateway/secondary.server';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { type ReportQuery, sharedReportQuery } from '../links/query-parameters';
import { parseReportQuery } from '../links/report-query.server';
import { mayChange } from '../session/roles.server';

export type Found = Awaited<ReturnType<typeof requirePackage>>;

/** Whose page it is, for its head and tabs. */
export function headOf({ item, isShared, role }: Found, query: URLSearchParams) {
  return { item, isShared, mayChange: mayChange(role), kept: sharedReportQuery(query) };
}

type PackagePath = (owner: string, type: string, name: string, report: ReportQuery) => string;

/** Range, filter and tools of a page about the numbers of one package. */
export async function packageNumbers(found: Found, { request, context }: LoaderFunctionArgs, path: PackagePath) {
  let { owner, item, isShared } = found;
  let call = withOneLastEvent(found.call, owner, context);
  let url = new URL(request.url);
  let { fields, range } = await readReportRange({ call, owner, packages: [item.id] }, url.searchParams);
  let asked = parseReportQuery(url.searchParams);
  let links = { ...rangeQuery(fields), ...asked };
  let to = (change: ReportQuery & { page?: string }) => path(owner, item.type, item.name, { ...links, ...change });
  let filters = await readActiveFilters({ ...found, call }, url.searchParams, to, { isShared, packageId: item.id });
  let { filter_id: filterId, where, noise } = asked;
  let action = path(owner, item.type, item.name, {});
  return {
    call,
    url,
    links,
    to,
    selection: { ...selectionOfOne(item), filterId, where, withoutNoise: noise === 'hide' },
    /** Null without numbers to show. */
    range: filters.isUnknown ? null : range,
    page: {
      ...headOf(found, url.searchParams),
      filters,
      tools: { ...noTools, action, kept: asked, fields, steps: rangeSteps(fields, to), package: item.id },
    },
  };
}

/** What an overview has and these pages do not. */
const noTools = { withStep: false, withCompare: false, packages: [], share: null, files: null };

/** The companies that downloaded it, the most downloads first. */
export async function packageCompanies(args: LoaderFunctionArgs, found: Found) {
  let { owner, item, isShared } = found;
  let { call, url, links, to, selection, range, page } = await packageNumbers(found, args, paths.packageCompanies);
  if (!range) return { ...page, companies: null, counted: null };
  let report = { ...links, package: item.id };
  let [companies, counted] = await Promise.all([
    secondary(
      companiesOf(call, owner, range, {
        selection,
        links: {
          toRows: drillDownLink(selection.where, (texts) => to({ where: texts })),
          toCompany: (company) => (isShared ? '' : paths.company(owner, company, report)),
          toDays: () => '',
        },
        tables: {
          page: url.pathname + url.search,
          file: (chart) => (isShared ? '' : serverPaths.analyticsOverTime(owner, report, chart)),
        },
      }),
    ),
    readCountingNote(call, owner, { ...selection, time: range.time }, { to: (noise) => to({ noise }) }),
  ]);
  return { ...page, companies, counted };
}
