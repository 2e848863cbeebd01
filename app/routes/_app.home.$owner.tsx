/** /home/:owner: the last 30 days of an owner, or the first steps. */
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { omitRepeatedMarkup } from '../charts/chart-markup.server';
import { chartNotes } from '../features/annotations/annotations.server';
import { CountingNote } from '../features/counting/counting-note';
import { readCountingNote } from '../features/counting/counting-note.server';
import { defaultRange } from '../features/date-range/range.server';
import { FilterBar } from '../features/filters/filter-bar';
import { readActiveFilters } from '../features/filters/filters.server';
import { allArtifacts } from '../features/analytics/aggregate-query.server';
import { CompanyTable } from '../features/analytics/company-table';
import { ReportHead, reportTerms } from '../features/analytics/report-summary';
import { EverythingFiltered, FirstEventGuide, Welcome } from '../features/analytics/getting-started';
import { readHome } from '../features/analytics/home.server';
import type { ReportTables } from '../features/analytics/report-tables.server';
import { type RenderedReport, renderReport, type OverviewData } from '../features/analytics/report-summary.server';
import { FirstEventWatch } from '../features/live/first-event';
import { readFirstEvent } from '../features/live/first-event.server';
import { RetentionNote } from '../features/retention/retention-notes';
import { retentionNote } from '../features/retention/retention.server';
import { markCacheable } from '../session/response-cache.server';
import { pageMeta } from '../shell/meta';
import { parseReportQuery } from '../links/report-query.server';
import { type DrillDown, drillDownLink } from '../charts/drill-down.server';
import { type SharedReportQuery, paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { mayChange, mayExport, ownerRole } from '../session/roles.server';
import { requireReport } from '../session/guards.server';
import { LinkButton } from '../ui/button';
import { PageTitle } from '../ui/page-title';

export const meta = pageMeta<{ about: string }>(({ data: page }) => ({
  title: page ? `Home of ${page.about}` : 'Home',
  description: 'The latest numbers of an owner’s packages and pixels at a glance.',
}));

/** With no more events than these, the page shows the first of them. */
const fewEvents = 5;

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  markCacheable(args.context);
  let { call, owner } = signedIn;
  let query = new URL(args.request.url).searchParams;
  let kept = parseReportQuery(query);
  let to = (change: SharedReportQuery) => paths.home(owner, { ...kept, ...change });
  let filters = await readActiveFilters(signedIn, query, to);
  if (filters.isUnknown)
    return data(
      { owner, about: owner, kept, filters, note: '', home: null, counted: null, exportable: false, arrival: null },
      { status: 404 },
    );
  let range = defaultRange(Date.now());
  let { filter_id: filterId, where, noise } = kept;
  let selection = { ...allArtifacts, filterId, where, withoutNoise: noise === 'hide' };
  let links: DrillDown = {
    toRows: drillDownLink(where, (texts) => to({ where: texts })),
    toDays: (days) => paths.analytics(owner, { pixels: 'show', ...kept, ...days }),
  };
  let role = await ownerRole(signedIn, owner);
  let exportable = mayExport(role);
  let { pathname, search } = new URL(args.request.url);
  let tables: ReportTables = {
    page: pathname + search,
    file: (chart) => serverPaths.analyticsOverTime(owner, { pixels: 'show', ...kept }, chart),
  };
  let [home, note, counted, notes] = await Promise.all([
    readHome(call, owner, range, { selection, links, tables }),
    retentionNote(call, owner, { from: range.days.from, previousFrom: range.previous.from }),
    readCountingNote(
      call,
      owner,
      { ...selection, days: range.days, chart: range },
      {
        to: (value) => to({ noise: value }),
        toRows: links.toRows,
        filters: filters.settings,
        verification: exportable ? paths.analyticsRecount(owner, { pixels: 'show', ...kept }) : null,
      },
    ),
    chartNotes(call, owner, { ...range, packages: 'all' }, { mayChange: mayChange(role), page: tables.page }),
  ]);
  let isFew = home.state === 'active' && home.overview.totals.downloads + home.overview.totals.views <= fewEvents;
  let arrival =
    home.state === 'waiting' || isFew
      ? await readFirstEvent(call, owner, {
          url: new URL(args.request.url),
          thing: home.state === 'waiting' && home.first?.isPixel ? 'view' : 'download',
          createdAt: home.state === 'waiting' ? home.createdAt : '',
          now: Date.now(),
        })
      : null;
  let shown =
    home.state === 'active'
      ? { ...home, overview: renderReport(home.overview, { tables, mark: counted.mark, notes }) }
      : home;
  if (shown.state === 'active') omitRepeatedMarkup(args.context, shown.overview.charts);
  return data({
    owner,
    about: owner + filters.words,
    kept,
    filters,
    note,
    home: shown,
    counted,
    exportable,
    arrival: isFew && !arrival?.first ? null : arrival,
  });
}

export default function HomePage() {
  let { owner, about, kept, filters, note, home, counted, exportable, arrival } = useLoaderData<typeof loader>();
  if (home?.state === 'new') return <Welcome owner={owner} />;
  return (
    <div className="flex flex-col gap-5">
      <PageTitle
        title={`Package Insights of ${about}`}
        description="What happened in the last 30 days, at a glance"
        actions={
          <>
            <LinkButton to={paths.dashboard(owner, kept)} variant="outline" size="sm">
              Dashboard
            </LinkButton>
            <LinkButton to={paths.analytics(owner, kept)} variant="outline" size="sm">
              Analytics
            </LinkButton>
            {exportable && (
              <LinkButton to={paths.live(owner)} variant="outline" size="sm">
                Live
              </LinkButton>
            )}
          </>
        }
      />
      <FilterBar {...filters} />
      <RetentionNote note={note} />
      {arrival && <FirstEventWatch {...arrival} report={paths.analytics(owner, { pixels: 'show', ...kept })} />}
      {home?.state === 'waiting' && <FirstEventGuide owner={owner} first={home.first} filtered={filters.globals > 0} />}
      {home?.state === 'hidden' && <EverythingFiltered without={paths.home(owner)} />}
      {home?.state === 'active' && (
        <Overview
          owner={owner}
          kept={kept}
          overview={home.overview}
          note={counted && <CountingNote note={counted} {...reportTerms(home.overview)} />}
        />
      )}
    </div>
  );
}

interface OverviewProps {
  owner: string;
  kept: SharedReportQuery;
  overview: RenderedReport<OverviewData>;
  note: ReactNode;
}

function Overview({ owner, kept, overview, note }: OverviewProps) {
  return (
    <>
      <ReportHead figures={overview} note={note} />
      <CompanyTable owner={owner} kept={kept} companies={overview.companies} withDownloads withViews />
    </>
  );
}
