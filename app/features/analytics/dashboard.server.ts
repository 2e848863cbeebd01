import type { AggregationRow } from 'contract/analytics/aggregations';
import type { Package } from 'contract/packages/packages';
import type { TrackingPixel } from 'contract/packages/pixels';
import { type Bar, sparkline, type SparklineData } from '../../charts/geometry.server';
import { type TimeBucket, timeBuckets, dayRangeLabel } from '../../charts/date-buckets.server';
import { localText } from '../../session/reader.server';
import { formatInteger, type RelativeChange, relativeChange } from '../../ui/numbers';
import type { ListTable } from '../../charts/table-sort.server';
import type { Call } from '../../gateway/gateway-client.server';
import type { DrillDown } from '../../charts/drill-down.server';
import {
  type RunAggregateQuery,
  createAggregateQuery,
  allArtifacts,
  type ReportPeriod,
  type Selection,
} from './aggregate-query.server';
import { breakdownBars, reportDimensions } from './breakdown.server';
import { valuesByBucket, totalsOf } from './row-totals.server';
import type { ReportArtifact, OwnerArtifacts } from './report-params.server';
import { type ReportTables, sortedTable } from './report-tables.server';
import { type CountedPeriod, overviewData, type OverviewData, periodTexts } from './report-summary.server';

const listMax = 6;

export interface ArtifactLine extends ReportArtifact {
  total: string;
  users: string;
  change: RelativeChange | null;
  /** Shown without a change. */
  fresh: string;
  spark: SparklineData | null;
  /** Empty without an event. */
  lastEvent: string;
}

export interface DashboardList {
  rangeLabel: string;
  comparedWith: string;
  packages: ArtifactLine[];
  pixels: ArtifactLine[];
}

/** Null selects all artifacts. */
export function selectionOfOne(artifact: ReportArtifact | null): Selection {
  if (!artifact) return allArtifacts;
  let { id, type } = artifact;
  return type === 'pixel' ? { packages: 'none', pixels: [id] } : { packages: [id], pixels: 'none' };
}

type Listed = Pick<Package, 'id' | 'name' | 'type'> | Pick<TrackingPixel, 'id' | 'name'>;

/** Busiest first. */
export async function dashboardList(
  call: Call,
  owner: string,
  period: ReportPeriod,
  { known: { packages, pixels }, selection }: { known: OwnerArtifacts; selection: Selection },
): Promise<DashboardList> {
  let ask = createAggregateQuery(call, owner, selection);
  let counted = await countLines(ask, period);
  let buckets = timeBuckets(period.days, period.step, period).filter(({ isFuture }) => !isFuture);
  let lines = (listed: Listed[]) =>
    listed
      .map((item) => ({ item, rows: rowsOf(counted, item.id) }))
      .sort((a, b) => totalsOf(b.rows.current).total - totalsOf(a.rows.current).total)
      .map(({ item, rows }) => artifactLine(item, rows, buckets));
  return { ...periodTexts(period), packages: lines(packages), pixels: lines(pixels) };
}

/** Unique counts are shown for the current range only. */
async function countLines(ask: RunAggregateQuery, { days, previous, step }: ReportPeriod): Promise<CountedPeriod> {
  let totals = { byArtifact: true, uniques: 'none' } as const;
  let [current, before, series] = await Promise.all([
    ask({ days, byArtifact: true, uniques: 'origins' }),
    ask({ ...totals, days: previous }),
    ask({ ...totals, days, rollup: step }),
  ]);
  return { current, previous: before, series };
}

export interface ArtifactReport {
  overview: OverviewData;
  countries: Bar[];
  countryTable: ListTable;
  versions: Bar[] | null;
  versionTable: ListTable;
}

interface OneAsked {
  artifact: ReportArtifact;
  selection: Selection;
  links: DrillDown;
  tables: ReportTables;
}

export async function artifactReport(
  call: Call,
  owner: string,
  period: ReportPeriod,
  { artifact: { type }, selection, links, tables }: OneAsked,
): Promise<ArtifactReport> {
  let isPackage = type !== 'pixel';
  let ask = createAggregateQuery(call, owner, selection);
  let { days } = period;
  let [overview, countries, versions] = await Promise.all([
    overviewData(call, owner, period, { selection, links, tables }),
    ask({ days, breakdown: 'by-country', uniques: 'origins', limit: listMax }),
    isPackage ? ask({ days, breakdown: 'by-version', uniques: 'origins', limit: listMax }) : null,
  ]);
  let { downloads, views } = overview.totals;
  let count = isPackage ? downloads : views;
  let counted = isPackage ? 'Downloads' : 'Views';
  let byCountry = sortedTable(tables, `${counted} by Country`, 3, 'by');
  let byVersion = sortedTable(tables, `${counted} by Version`, 3, 'version-list');
  return {
    overview,
    countries: breakdownBars(countries, reportDimensions.country, count, { links, order: byCountry.order }),
    countryTable: byCountry.table,
    versions: versions && breakdownBars(versions, reportDimensions.version, count, { links, order: byVersion.order }),
    versionTable: byVersion.table,
  };
}

function rowsOf(counted: CountedPeriod, id: string): CountedPeriod {
  let own = (rows: AggregationRow[]) => rows.filter((row) => row.artifact === id);
  return { current: own(counted.current), previous: own(counted.previous), series: own(counted.series) };
}

function artifactLine(item: Listed, { current, previous, series }: CountedPeriod, buckets: TimeBucket[]): ArtifactLine {
  let { total, users } = totalsOf(current);
  let change = relativeChange(total, totalsOf(previous).total);
  let lastSeen = current[0]?.last_seen;
  let lastDay = lastSeen && localText(lastSeen).slice(0, 10);
  return {
    id: item.id,
    name: item.name,
    type: 'type' in item ? item.type : 'pixel',
    total: formatInteger(total),
    users: formatInteger(users),
    change,
    fresh: change || total === 0 ? '' : 'None in the period before',
    spark: sparkline(
      valuesByBucket(buckets, series, (row) => row.total),
      `${item.name} over the range`,
    ),
    lastEvent: lastDay ? dayRangeLabel({ from: lastDay, to: lastDay }) : '',
  };
}
