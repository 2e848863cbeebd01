/** The page of analytics: all its questions, and what its cards, tables and charts show. */
import { type LoaderFunctionArgs } from '@remix-run/node';
import { omitRepeatedMarkup } from '../charts/chart-markup.server';
import { env } from '../config/env.server';
import { rangeQuery, rangeSteps } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { readActiveFilters } from '../features/filters/filters.server';
import { analyticsLinks, exportLinks } from '../features/analytics/analytics-links.server';
import { analyticsReport } from '../features/analytics/analytics.server';
import { readReport, reportLists, reportSubject } from '../features/analytics/report-params.server';
import { renderReport } from '../features/analytics/report-summary.server';
import type { ReportTables } from '../features/analytics/report-tables.server';
import { readNextStep } from '../features/analytics/next-step.server';
import { chosenVersion } from '../features/analytics/version-reach.server';
import { type DrillDown, drillDownLink } from '../charts/drill-down.server';
import type { ReportQuery } from '../links/query-parameters';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { nothingAround, readAround } from './around.server';
import { mayChange, mayExport, shownRole } from '../session/roles.server';
import { secondary } from '../gateway/secondary.server';
import type { SignedIn } from '../session/guards.server';

/** The report with its links and tools, and the status of its page. */
export async function analyticsPage(signedIn: SignedIn & { owner: string }, { request, context }: LoaderFunctionArgs) {
  let { call, owner } = signedIn;
  let { pathname, search, searchParams: query } = new URL(request.url);
  let reading = readReport(signedIn, query, shownRole);
  let [{ fields, range }, { known, role, choice, asked, selection }] = await Promise.all([
    readReportRange({ ...signedIn, known: async () => (await reading).known }, query),
    reading,
  ]);
  let { view, by, more, versions, variables, variable, filter_id, where, noise } = asked;
  let to = (change: ReportQuery) => paths.analytics(owner, { ...rangeQuery(fields), ...asked, ...change });
  let chosen = known.packages.find(({ id }) => id === choice.package);
  let about = chosen
    ? { label: `Package is ${chosen.name}`, without: to({ package: '' }), clear: to({ package: '', where: [] }) }
    : null;
  let filters = await readActiveFilters(signedIn, query, to, { about, packageId: chosen?.id });
  let report = { ...rangeQuery(fields), ...asked };
  let links = analyticsLinks(owner, choice, report);
  let files = range && exportLinks(owner, report, range.days);
  let narrower: DrillDown = {
    toRows: drillDownLink(choice.where, (texts) => to({ where: texts })),
    toRowsOf: (id) => drillDownLink(choice.where, (texts) => to({ where: texts, package: id })),
    toArtifact: (kind, id) =>
      to(kind === 'package' ? { package: id, view: '' } : { package: 'none', pixel: [id], view: '' }),
    toCompany: (company) =>
      paths.company(owner, company, { ...rangeQuery(fields), package: asked.package, filter_id, where, noise }),
    toDays: (days) => paths.analytics(owner, { ...asked, view: '', compare: fields.compare, ...days }),
  };
  let tables: ReportTables = {
    page: pathname + search,
    file: (chart, tab = choice.tab) =>
      chart
        ? serverPaths.analyticsOverTime(owner, { ...rangeQuery(fields), ...asked, by: tab, view: '' }, chart)
        : (files?.links.overTime ?? ''),
  };
  let reported = filters.isUnknown ? null : range;
  let asking = reported
    ? readAround(signedIn, reported, {
        selection,
        role,
        filters,
        tables,
        to,
        toRows: narrower.toRows,
        recount: links.recount,
      })
    : Promise.resolve(nothingAround);
  let [figures, { counted, notes, note }] = await Promise.all([
    reported
      ? analyticsReport(call, owner, reported, {
          choice,
          selection,
          links: narrower,
          tables,
          notes: asking.then(({ notes }) => notes?.list ?? []),
        })
      : null,
    asking,
  ]);
  let isZero = figures !== null && figures.totals.downloads + figures.totals.views === 0;
  let next = isZero ? await secondary(readNextStep(signedIn, owner), null) : null;
  let shown = figures && renderReport(figures, { tables, mark: counted?.mark, notes });
  if (shown)
    omitRepeatedMarkup(context, [
      ...shown.charts,
      shown.picture,
      ...reportLists.map((list) => shown.lists[list].picture),
      shown.versions?.chart,
    ]);
  let { package: ofPackage, pixels, pixel } = asked;
  let shared = { package: ofPackage, pixels, pixel, filter_id, where, noise };
  let page = {
    owner,
    alertPackage: chosen?.id ?? '',
    versionPage: chosen
      ? chosenVersion({ ...chosen, owner }, choice.where, { ...rangeQuery(fields, 'all-time'), filter_id, noise })
      : null,
    heading: reportSubject(choice, known),
    about: reportSubject(choice, known) + filters.words,
    note,
    fields,
    steps: rangeSteps(fields, to),
    withStep: !env.flags.disableAdjustRollupUi,
    form: {
      choice,
      kept: { view, by, more, versions, variables, variable, filter_id, where, noise },
      packages: known.packages.map(named),
      pixels: known.pixels.map(named),
    },
    links,
    aiAgents: serverPaths.aiAgents(owner, { ...rangeQuery(fields), filter_id, where }),
    files,
    mayExport: range !== null && mayExport(role),
    share: range !== null && mayChange(role) ? serverPaths.newShareLink(owner, shared) : null,
    filters,
    query: { ...rangeQuery(fields), ...asked, variables: '', variable: '' },
    report: shown,
    next,
    counted,
  };
  return { page, status: !range ? 400 : filters.isUnknown ? 404 : 200 };
}

function named({ id, name }: { id: string; name: string }) {
  return { id, name };
}
