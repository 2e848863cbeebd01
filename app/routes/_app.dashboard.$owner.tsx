/**
 * /dashboard/:owner: every package and pixel with its numbers; with `?package=` or `?pixel=` the
 * short report of one.
 */
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { omitRepeatedMarkup } from '../charts/chart-markup.server';
import { chartNotes } from '../features/annotations/annotations.server';
import { CountingNote } from '../features/counting/counting-note';
import { readCountingNote } from '../features/counting/counting-note.server';
import { readArtifactFeatures } from '../features/granted-features.server';
import { type Preset, presets } from '../text/date-presets';
import { rangeQuery, readRange } from '../features/date-range/range.server';
import { FilterBar } from '../features/filters/filter-bar';
import { readActiveFilters } from '../features/filters/filters.server';
import { ArtifactPage, DashboardPage } from '../features/analytics/dashboard-page';
import { reportTerms } from '../features/analytics/report-summary';
import { readOwnerArtifacts, readReportArtifact } from '../features/analytics/report-params.server';
import { artifactReport, dashboardList, selectionOfOne } from '../features/analytics/dashboard.server';
import type { ReportTables } from '../features/analytics/report-tables.server';
import { renderReport } from '../features/analytics/report-summary.server';
import { RetentionNote } from '../features/retention/retention-notes';
import { retentionNote } from '../features/retention/retention.server';
import { markCacheable } from '../session/response-cache.server';
import { pageMeta } from '../shell/meta';
import { parseReportQuery } from '../links/report-query.server';
import { type DrillDown, drillDownLink } from '../charts/drill-down.server';
import { paths, type ReportQuery } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { mayChange, mayExport, ownerRole } from '../session/roles.server';
import { requireReport } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { AlertBox } from '../ui/alert';
import { Chips } from '../ui/chips';

export const meta = pageMeta<{ heading: string }>(({ data: page }) => ({
  title: page?.heading ?? 'Dashboard',
  description: 'Downloads, views and companies of all packages and pixels of an owner.',
}));
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' }, kept }) => [
    { label: 'Overview', to: paths.home(owner, kept) },
    { label: 'Dashboard' },
  ],
};

const offered: readonly Preset[] = ['last-7-days', 'last-30-days', 'last-90-days', 'last-12-months'];

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  markCacheable(args.context);
  let { call, owner } = signedIn;
  let query = new URL(args.request.url).searchParams;
  let { fields, range } = readRange(query, Date.now());
  let known = await readOwnerArtifacts(call, owner);
  let artifact = readReportArtifact(query, known);
  let { filter_id: filterId, where, noise } = parseReportQuery(query);
  let kept = {
    package: query.get('package') ?? '',
    pixel: query.get('pixel') ?? '',
    filter_id: filterId,
    where,
    noise,
  };
  let chips = offered.map((preset) => ({
    label: presets[preset],
    to: paths.dashboard(owner, { ...kept, ...rangeQuery({ ...fields, range: preset }) }),
    on: fields.range === preset,
  }));
  let to = (change: ReportQuery) => paths.dashboard(owner, { ...kept, ...rangeQuery(fields), ...change });
  let about = artifact && {
    label: `${artifact.type === 'pixel' ? 'Pixel' : 'Package'} is ${artifact.name}`,
    without: to({ package: '', pixel: '' }),
    clear: to({ package: '', pixel: '', where: [] }),
  };
  let filters = await readActiveFilters(signedIn, query, to, about);
  let links = { ...rangeQuery(fields), filter_id: filterId, where, noise };
  let narrower: DrillDown = {
    toRows: drillDownLink(where, (texts) => to({ where: texts })),
    toDays: (days) => paths.dashboard(owner, { ...kept, ...days }),
  };
  let note = range
    ? await retentionNote(call, owner, { from: range.days.from, previousFrom: range.previous.from })
    : '';
  let heading = `Dashboard of ${artifact?.name ?? owner}${filters.words}`;
  let page = { owner, heading, links, chips, filters, note, error: fields.error, counted: null };
  if (!range) return data({ ...page, list: null, one: null }, { status: 400 });
  if (filters.isUnknown) return data({ ...page, list: null, one: null }, { status: 404 });
  let { days } = range;
  let selection = { ...selectionOfOne(artifact), filterId, where, withoutNoise: noise === 'hide' };
  let role = await ownerRole(signedIn, owner);
  let exportable = mayExport(role);
  let noteLinks = {
    to: (value: string) => to({ noise: value }),
    toRows: narrower.toRows,
    filters: filters.settings,
    verification: exportable
      ? paths.analyticsRecount(owner, { ...(artifact ? kept : { pixels: 'show' }), ...links })
      : null,
  };
  let asking = readCountingNote(call, owner, { ...selection, days, chart: range }, noteLinks);
  if (!artifact) {
    let [list, counted] = await Promise.all([dashboardList(call, owner, range, { known, selection }), asking]);
    return data({ ...page, counted, list, one: null });
  }
  let { pathname, search } = new URL(args.request.url);
  let tables: ReportTables = {
    page: pathname + search,
    file: (chart) => serverPaths.analyticsOverTime(owner, { ...kept, ...rangeQuery(fields), by: 'country' }, chart),
  };
  let [report, features, counted, notes] = await Promise.all([
    artifactReport(call, owner, range, { artifact, selection, links: narrower, tables }),
    readArtifactFeatures(call, owner, artifact.id),
    asking,
    chartNotes(
      call,
      owner,
      { ...range, packages: selection.packages },
      { mayChange: mayChange(role), page: tables.page },
    ),
  ]);
  let overview = renderReport(report.overview, { tables, mark: counted.mark, notes });
  omitRepeatedMarkup(args.context, overview.charts);
  return data({ ...page, counted, list: null, one: { artifact, report: { ...report, overview }, features } });
}

export default function Dashboard() {
  let {
    owner,
    heading,
    links,
    chips,
    filters,
    note: retention,
    error,
    counted,
    list,
    one,
  } = useLoaderData<typeof loader>();
  let note = counted && <CountingNote note={counted} {...(one && reportTerms(one.report.overview))} />;
  let range = <Chips label="Date range" chips={chips} />;
  return (
    <div className="flex flex-col gap-5">
      <FilterBar {...filters} />
      <RetentionNote note={retention} />
      {one && <ArtifactPage heading={heading} owner={owner} links={links} {...one} range={range} note={note} />}
      {list && <DashboardPage heading={heading} owner={owner} links={links} list={list} range={range} note={note} />}
      {error && (
        <AlertBox variant="danger" title={error}>
          {range}
        </AlertBox>
      )}
    </div>
  );
}
