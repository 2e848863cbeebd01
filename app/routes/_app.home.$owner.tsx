/**
 * /home/:owner and /dashboard/:owner: an owner's numbers, packages and pixels, or the first steps.
 * With `?package=` or `?pixel=` the short report of one.
 */
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { omitRepeatedMarkup } from '../charts/chart-markup.server';
import { type DrillDown, drillDownLink } from '../charts/drill-down.server';
import { artifactList } from '../features/analytics/artifact-list.server';
import { artifactReport, selectionOfOne } from '../features/analytics/artifact-report.server';
import { exportLinks } from '../features/analytics/analytics-links.server';
import { ArtifactPage } from '../features/analytics/artifact-page';
import { ExportMenu } from '../features/analytics/export-menu';
import { readHome } from '../features/analytics/home.server';
import { OverviewPage } from '../features/analytics/overview-page';
import { readOwnerArtifacts, readReportArtifact } from '../features/analytics/report-params.server';
import { reportTerms } from '../features/analytics/report-summary';
import { renderReport } from '../features/analytics/report-summary.server';
import type { ReportTables } from '../features/analytics/report-tables.server';
import { Welcome } from '../features/analytics/getting-started';
import { AlertBell, companyPresets } from '../features/alerts/alert-bell';
import { CountingNote } from '../features/counting/counting-note';
import { RangeTools } from '../features/date-range/range-tools';
import { rangeQuery, rangeSteps } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { FilterBar } from '../features/filters/filter-bar';
import { FilterMenu } from '../features/filters/filter-menu';
import { readActiveFilters } from '../features/filters/filters.server';
import { readArtifactFeatures } from '../features/granted-features.server';
import { readFirstEvent } from '../features/live/first-event.server';
import { FirstEventWatch } from '../features/live/first-event';
import { RetentionNote } from '../features/retention/retention-notes';
import { env } from '../config/env.server';
import { PackageField } from '../forms/package-field';
import { ReportTools } from '../forms/report-tools';
import type { ReportQuery } from '../links/query-parameters';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { parseReportQuery } from '../links/report-query.server';
import { readAround } from '../reports/around.server';
import { requireReport } from '../session/guards.server';
import { markCacheable } from '../session/response-cache.server';
import { mayChange, mayExport, shownRole } from '../session/roles.server';
import { pageMeta } from '../shell/meta';
import type { PageHandle } from '../shell/page-handle';
import { LinkButton } from '../ui/button';
import { PageTitle } from '../ui/page-title';
import { secondary } from '../gateway/secondary.server';

export const meta = pageMeta(({ data: page }) => ({
  title: headingOf(page),
  description: 'Downloads, views and companies of all packages and pixels of an owner.',
}));
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' }, kept, data: page }) => {
    let heading = headingOf(page);
    return heading === title ? [] : [{ label: title, to: paths.home(owner, kept) }, { label: heading }];
  },
};

const title = 'Overview';

function headingOf(page: unknown): string {
  let heading = typeof page === 'object' && page && 'heading' in page && page.heading;
  return typeof heading === 'string' ? heading : title;
}

const linesPerPage = 20;
/** With no more events than these, the page shows the first of them. */
const fewEvents = 5;

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  markCacheable(args.context);
  let { call, owner } = signedIn;
  let url = new URL(args.request.url);
  let query = url.searchParams;
  let now = Date.now();
  let [{ fields, range }, known, role] = await Promise.all([
    readReportRange(signedIn, query),
    readOwnerArtifacts(call, owner),
    shownRole(signedIn, owner),
  ]);
  let artifact = readReportArtifact(query, known);
  let shared = parseReportQuery(query);
  let links: ReportQuery = { ...rangeQuery(fields), ...shared };
  let isPixel = artifact?.type === 'pixel';
  let own: ReportQuery = artifact ? { [isPixel ? 'pixel' : 'package']: artifact.id } : {};
  let path = artifact ? paths.dashboard : paths.home;
  let to = (change: ReportQuery = {}) => path(owner, { ...own, ...links, ...change });
  let without = { package: '', pixel: '' };
  let about = artifact && {
    label: `${isPixel ? 'Pixel' : 'Package'} is ${artifact.name}`,
    without: paths.home(owner, links),
    clear: paths.home(owner, { ...links, ...without, where: [] }),
  };
  let filters = await readActiveFilters(signedIn, query, to, about);
  let heading = artifact?.name ?? title;
  let reported: ReportQuery = artifact ? own : { pixels: 'show' };
  let report = { ...reported, ...links };
  let tools = {
    action: path(owner),
    kept: { ...(isPixel ? own : {}), ...shared },
    fields,
    steps: rangeSteps(fields, to),
    withStep: !env.flags.disableAdjustRollupUi,
    packages: isPixel ? [] : known.packages.map(({ id, name }) => ({ id, name })),
    package: artifact && !isPixel ? artifact.id : '',
    presets: isPixel ? companyPresets : undefined,
    share: mayChange(role) ? serverPaths.newShareLink(owner, { ...reported, ...shared }) : null,
    files: mayExport(role) && range ? exportLinks(owner, report, range.days) : null,
  };
  let page = { owner, heading, links, tools, filters };
  let none = { note: '', counted: null, home: null, list: null, one: null, arrival: null };
  if (!range) return data({ ...page, ...none }, { status: 400 });
  if (filters.isUnknown) return data({ ...page, ...none }, { status: 404 });
  let { days } = range;
  let { filter_id: filterId, where, noise } = shared;
  let selection = { ...selectionOfOne(artifact), filterId, where, withoutNoise: noise === 'hide' };
  let drillDown: DrillDown = {
    toRows: drillDownLink(where, (texts) => to({ where: texts })),
    toCompany: (company) => paths.company(owner, company, { ...rangeQuery(fields), filter_id: filterId, where, noise }),
    toDays: (chosen) =>
      artifact
        ? paths.dashboard(owner, { ...own, ...shared, ...chosen })
        : paths.analytics(owner, { pixels: 'show', ...shared, ...chosen }),
  };
  let tables: ReportTables = {
    page: url.pathname + url.search,
    file: (chart) => serverPaths.analyticsOverTime(owner, { ...report, ...(artifact && { by: 'country' }) }, chart),
  };
  let asking = readAround(signedIn, range, {
    selection,
    role,
    filters,
    tables,
    to,
    toRows: drillDown.toRows,
    recount: paths.analyticsRecount(owner, report),
  });
  let asked = { selection, links: drillDown, tables };
  if (artifact) {
    let [report, features, { counted, notes, note }] = await Promise.all([
      artifactReport(call, owner, range, { ...asked, artifact }),
      secondary(readArtifactFeatures(call, owner, artifact.id), []),
      asking,
    ]);
    let overview = renderReport(report.overview, { tables, mark: counted?.mark, notes });
    omitRepeatedMarkup(args.context, overview.charts);
    return data({
      ...page,
      ...none,
      note,
      counted,
      one: { artifact, report: { ...report, overview }, features },
    });
  }
  let artifacts = [...known.packages, ...known.pixels];
  let [home, list, { counted, notes, note }] = await Promise.all([
    readHome(call, owner, range, asked),
    artifactList(call, owner, range, { artifacts, selection, url, perPage: linesPerPage }),
    asking,
  ]);
  let isFew = home.state === 'active' && home.overview.totals.downloads + home.overview.totals.views <= fewEvents;
  let arrival =
    home.state === 'waiting' || isFew
      ? await readFirstEvent(call, owner, {
          url,
          thing: home.state === 'waiting' && home.first?.isPixel ? 'view' : 'download',
          createdAt: home.state === 'waiting' ? home.createdAt : '',
          now,
        })
      : null;
  let shown =
    home.state === 'active'
      ? { ...home, overview: renderReport(home.overview, { tables, mark: counted?.mark, notes }) }
      : home;
  if (shown.state === 'active') omitRepeatedMarkup(args.context, shown.overview.charts);
  return data({
    ...page,
    ...none,
    note,
    counted,
    home: shown,
    list,
    arrival: isFew && !arrival?.first ? null : arrival,
  });
}

export default function HomePage() {
  let {
    owner,
    links,
    tools,
    filters,
    note: retention,
    counted,
    home,
    list,
    one,
    arrival,
  } = useLoaderData<typeof loader>();
  if (home?.state === 'new') return <Welcome owner={owner} />;
  let overview = one?.report.overview ?? (home?.state === 'active' ? home.overview : null);
  let head = counted && overview && <CountingNote note={counted} {...reportTerms(overview)} />;
  let around = (
    <>
      <ReportTools
        action={tools.action}
        kept={tools.kept}
        actions={
          <>
            {tools.share && <AlertBell owner={owner} packageId={tools.package} presets={tools.presets} />}
            {tools.share && (
              <LinkButton to={tools.share} variant="outline">
                Share
              </LinkButton>
            )}
            {tools.files && <ExportMenu {...tools.files} />}
          </>
        }
      >
        {tools.packages.length > 0 && (
          <PackageField value={tools.package || 'all'} packages={tools.packages} hasPixels={false} />
        )}
        <RangeTools fields={tools.fields} steps={tools.steps} withStep={tools.withStep} />
        <FilterMenu filters={filters} bots={counted?.toggle} />
      </ReportTools>
      <FilterBar {...filters} globals={0} chips={[]} />
      <RetentionNote note={retention} />
      {arrival && <FirstEventWatch {...arrival} report={paths.analytics(owner, { pixels: 'show', ...links })} />}
    </>
  );
  return (
    <div className="flex flex-col gap-5">
      {one && (
        <ArtifactPage owner={owner} links={links} {...one} note={head}>
          {around}
        </ArtifactPage>
      )}
      {home && list && (
        <OverviewPage
          owner={owner}
          links={links}
          home={home}
          list={list}
          note={head}
          hasGlobalFilters={filters.globals > 0}
        >
          {around}
        </OverviewPage>
      )}
      {!one && !home && (
        <>
          <PageTitle title={title} />
          {around}
        </>
      )}
    </div>
  );
}
