/** /analytics/:owner: the long report on chosen packages and pixels over a date range. */
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { omitRepeatedMarkup } from '../charts/chart-markup.server';
import { env } from '../config/env.server';
import { AlertBell } from '../features/alerts/alert-bell';
import { CountingNote } from '../features/counting/counting-note';
import { RangeTools } from '../features/date-range/range-tools';
import { rangeQuery, rangeSteps } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { FilterBar } from '../features/filters/filter-bar';
import { FilterMenu } from '../features/filters/filter-menu';
import { readActiveFilters } from '../features/filters/filters.server';
import { ExportMenu } from '../features/analytics/export-menu';
import { AnalyticsForm } from '../features/analytics/analytics-form';
import { AnalyticsReportPage, NoReport } from '../features/analytics/analytics-report';
import { analyticsLinks, exportLinks } from '../features/analytics/analytics-links.server';
import { analyticsReport } from '../features/analytics/analytics.server';
import { readReport, reportSubject } from '../features/analytics/report-params.server';
import { renderReport } from '../features/analytics/report-summary.server';
import { reportTerms } from '../features/analytics/report-summary';
import type { ReportTables } from '../features/analytics/report-tables.server';
import { RetentionNote } from '../features/retention/retention-notes';
import { markCacheable } from '../session/response-cache.server';
import { readNextStep } from '../features/analytics/next-step.server';
import { chosenVersion } from '../features/analytics/version-reach.server';
import { pageMeta } from '../shell/meta';
import { type DrillDown, drillDownLink } from '../charts/drill-down.server';
import type { ReportQuery } from '../links/query-parameters';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { nothingAround, readAround } from '../reports/around.server';
import { mayChange, mayExport, shownRole } from '../session/roles.server';
import { requireReport } from '../session/guards.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { NextStep } from '../ui/empty-state';
import { PageTitle } from '../ui/page-title';
import { secondary } from '../gateway/secondary.server';

export const meta = pageMeta<{ about: string }>(({ data: page }) => ({
  title: page ? `${page.about} · Analytics` : 'Analytics',
  description: 'Downloads and views over time, by version, platform, country and company.',
}));

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  markCacheable(args.context);
  let { call, owner } = signedIn;
  let query = new URL(args.request.url).searchParams;
  let [{ fields, range }, { known, role, choice, asked, selection }] = await Promise.all([
    readReportRange(signedIn, query),
    readReport(signedIn, query, shownRole),
  ]);
  let { view, by, versions, variables, variable, filter_id, where, noise } = asked;
  let to = (change: ReportQuery) => paths.analytics(owner, { ...rangeQuery(fields), ...asked, ...change });
  let chosen = known.packages.find(({ id }) => id === choice.package);
  let about = chosen
    ? { label: `Package is ${chosen.name}`, without: to({ package: '' }), clear: to({ package: '', where: [] }) }
    : null;
  let filters = await readActiveFilters(signedIn, query, to, about);
  let report = { ...rangeQuery(fields), ...asked };
  let links = analyticsLinks(owner, choice, report);
  let files = range && exportLinks(owner, report, range.days);
  let narrower: DrillDown = {
    toRows: drillDownLink(choice.where, (texts) => to({ where: texts })),
    toRowsOf: (id) => drillDownLink(choice.where, (texts) => to({ where: texts, package: id })),
    toArtifact: (kind, id) =>
      to(kind === 'package' ? { package: id, view: '' } : { package: 'none', pixel: [id], view: '' }),
    toCompany: (company) => paths.company(owner, company, { ...rangeQuery(fields), filter_id, where, noise }),
    toDays: (days) => paths.analytics(owner, { ...asked, view: '', compare: fields.compare, ...days }),
  };
  let { pathname, search } = new URL(args.request.url);
  let tables: ReportTables = {
    page: pathname + search,
    file: (chart) =>
      chart
        ? serverPaths.analyticsOverTime(owner, { ...rangeQuery(fields), ...asked, view: '' }, chart)
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
    omitRepeatedMarkup(args.context, [...shown.charts, shown.picture, shown.by.picture, shown.versions?.chart]);
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
      kept: { view, by, versions, variables, variable, filter_id, where, noise },
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
  return data(page, { status: !range ? 400 : filters.isUnknown ? 404 : 200 });
}

function named({ id, name }: { id: string; name: string }) {
  return { id, name };
}

export default function Analytics() {
  let page = useLoaderData<typeof loader>();
  let {
    owner,
    heading,
    alertPackage,
    versionPage,
    fields,
    steps,
    withStep,
    form,
    links,
    aiAgents,
    mayExport: exportable,
    files,
    share,
    filters,
    query,
    report,
    next,
    note,
    counted,
  } = page;
  let isEmpty = form.packages.length + form.pixels.length === 0;
  return (
    <div className="flex flex-col gap-4">
      <PageTitle
        title={heading}
        actions={
          <>
            <Link to={aiAgents} className="text-sm text-accent underline">
              AI agents
            </Link>
            {exportable && (
              <Link to={paths.live(owner)} className="text-sm text-accent underline">
                Live
              </Link>
            )}
          </>
        }
      />
      {!isEmpty && (
        <AnalyticsForm
          owner={owner}
          form={form}
          range={<RangeTools fields={fields} steps={steps} withStep={withStep} />}
          filter={<FilterMenu filters={filters} bots={counted?.toggle} />}
          actions={
            <>
              {share && <AlertBell owner={owner} packageId={alertPackage} />}
              {share && (
                <LinkButton to={share} variant="outline">
                  Share
                </LinkButton>
              )}
              {exportable && files && <ExportMenu {...files} />}
            </>
          }
        />
      )}
      <FilterBar {...filters} globals={0} chips={[]} />
      <RetentionNote note={note} />
      {next && (
        <Card>
          <NextStep step={next} />
        </Card>
      )}
      {report && (
        <AnalyticsReportPage
          owner={owner}
          report={report}
          views={links.views}
          tabs={links.tabs}
          levels={links.levels}
          versionPage={versionPage}
          note={counted && <CountingNote note={counted} {...reportTerms(report)} />}
          query={query}
        />
      )}
      {!report && !fields.error && !filters.isUnknown && <NoReport owner={owner} isEmpty={isEmpty} />}
    </div>
  );
}
