/** Packages and pixels with their numbers and trends: sorted, one page at a time. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import { isTime } from 'contract/analytics/asked-time';
import { type Change, changeOfTotals } from 'contract/analytics/compared-periods';
import type { Package } from 'contract/packages/packages';
import type { TrackingPixel } from 'contract/packages/pixels';
import { type TimeBucket, timeBuckets, dayRangeLabel } from '../../charts/date-buckets.server';
import { sparkline, type SparklineData } from '../../charts/geometry.server';
import { type SortOrder, sortOrderIn, sortRows, type TableHead, tableHeads } from '../../charts/table-sort.server';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';
import { localText } from '../../session/reader.server';
import type { RelativeChange } from 'contract/analytics/rounding';
import { formatCount, formatInteger, relativeChange } from '../../ui/numbers';
import { pageNumber } from '../../ui/pager';
import {
  type ArtifactSelection,
  createAggregateQuery,
  createUnfilteredQuery,
  type ReportPeriod,
  type RunAggregateQuery,
  type Selection,
} from './aggregate-query.server';
import { askCompared, firstEnd, yearBefore } from './previous-period.server';
import type { ReportArtifact } from './report-params.server';
import { totalsOf, valuesByBucket } from './row-totals.server';

const tableId = 'artifacts';
const columns = ['name', 'total', 'change', 'users', 'trend', 'lastSeen'] as const;
/** Busiest first, by the second column. */
const defaultOrder: SortOrder = { column: 1, isDown: true };

export interface ArtifactLine extends ReportArtifact {
  total: string;
  users: string;
  change: RelativeChange | null;
  /** Shown without a change. */
  fresh: string;
  /** Why it is not compared. */
  why: string;
  spark: SparklineData | null;
  /** Empty without an event. */
  lastEvent: string;
}

export interface ArtifactListData {
  lines: ArtifactLine[];
  /** False for all time. */
  isCompared: boolean;
  heads: TableHead[];
  total: number;
  page: number;
  pages: number;
  /** URL of this list, to which `page=2` can be added. */
  path: string;
}

type ListedArtifact = Pick<Package, 'id' | 'name' | 'type'> | Pick<TrackingPixel, 'id' | 'name'>;

interface ListOptions {
  artifacts: readonly ListedArtifact[];
  selection: Selection;
  /** Its query has the order and the page. */
  url: URL;
  perPage: number;
  /** Leaves out those without events. */
  onlyCounted?: boolean;
}

/** Trends are read for the shown page only. */
export async function artifactList(
  call: Call,
  owner: string,
  period: ReportPeriod,
  { artifacts, selection, url, perPage, onlyCounted = false }: ListOptions,
): Promise<ArtifactListData> {
  let { time, previous, step } = period;
  let ask = createAggregateQuery(call, owner, selection);
  let askTrends = (run: RunAggregateQuery) =>
    secondary(run({ time, rollup: step, byArtifact: true, uniques: 'none' }), null);
  let areAllShown = artifacts.length <= perPage;
  let [current, compared, trends] = await Promise.all([
    secondary(ask({ time, byArtifact: true, uniques: 'origins' }), null),
    secondary(askCompared(ask, period, { byArtifact: true, uniques: 'none' }), null),
    areAllShown ? askTrends(ask) : null,
  ]);
  let now = byArtifact(current ?? []);
  let comparable = compared?.now || current ? compared : null;
  let changeOf = changesByArtifact(current ?? [], comparable, previous);
  let askAll = createUnfilteredQuery(call, owner, selection) ?? ask;
  let isNew = await secondary(startedIn(askAll, comparable?.before ?? [], previous), () => false);
  let listed = onlyCounted && current ? artifacts.filter(({ id }) => now.has(id)) : artifacts;
  let counted = listed.map((artifact) => {
    let row = now.get(artifact.id);
    let { total, users } = totalsOf(row ? [row] : []);
    let why = isNew(artifact.id) ? 'Not enough history to compare' : '';
    return { artifact, total, users, change: changeOf(artifact.id), why, lastSeen: row?.last_seen };
  });
  let pages = Math.max(1, Math.ceil(counted.length / perPage));
  let page = Math.min(pageNumber(url), pages);
  let from = (page - 1) * perPage;
  let order = sortOrderIn(url.search, tableId) ?? defaultOrder;
  let shown = sortRows(counted, order, cellOf).slice(from, from + perPage);
  let [packages, pixels] = [shown.filter(isPackage), shown.filter((one) => !isPackage(one))].map(idsOf);
  let ofShown = { ...selection, packages: packages!, pixels: pixels! };
  let series = areAllShown ? trends : await askTrends(createAggregateQuery(call, owner, ofShown));
  let buckets = timeBuckets(time, step, period).filter(({ isFuture }) => !isFuture);
  let isMixed = counted.some(isPackage);
  return {
    lines: shown.map((one) =>
      artifactLine(one, { series, buckets, isMixed, isCompared: comparable !== null, isCounted: current !== null }),
    ),
    isCompared: comparable !== null,
    heads: tableHeads(url.pathname + withoutPage(url.searchParams), tableId, { count: columns.length, defaultOrder }),
    total: counted.length,
    page,
    pages,
    path: url.pathname + withoutPage(url.searchParams),
  };
}

type CountedArtifact = {
  artifact: ListedArtifact;
  total: number;
  users: number;
  change: Change;
  why: string;
  lastSeen: string | undefined;
};

type Compared = Awaited<ReturnType<typeof askCompared>>;

function changesByArtifact(current: AggregationRow[], compared: Compared, previous: ReportPeriod['previous']) {
  let [now, before] = [byArtifact(compared?.now ?? current), byArtifact(compared?.before ?? [])];
  return (id: string): Change => {
    let [own, other] = [now.get(id)?.total ?? 0, before.get(id)?.total ?? 0];
    return previous ? changeOfTotals(own, other, previous.spans) : { now: own, before: 0, why: '' };
  };
}

/** Which artifacts had their first event after the first day or hour of the previous period. */
async function startedIn(ask: RunAggregateQuery, before: AggregationRow[], previous: ReportPeriod['previous']) {
  if (!previous) return () => false;
  let until = firstEnd(previous.time);
  let begun = isTime(until) ? localText(until) : until;
  let late = before.filter(({ first_seen = '' }) => localText(first_seen) >= begun);
  if (late.length === 0) return () => false;
  let earlier = byArtifact(
    await ask({
      time: { ...yearBefore(previous.time), until },
      byArtifact: true,
      uniques: 'none',
    }),
  );
  let started = new Set(late.map(({ artifact = '' }) => artifact).filter((id) => !earlier.has(id)));
  return (id: string) => started.has(id);
}

function cellOf({ artifact, total, users, change, why, lastSeen }: CountedArtifact, column: number) {
  let cells: Record<(typeof columns)[number], string | number | null | undefined> = {
    name: artifact.name,
    total,
    change: change.before > 0 && !why ? change.now / change.before : null,
    users,
    trend: null,
    lastSeen,
  };
  return cells[columns[column] ?? 'total'];
}

interface LineOptions {
  /** Null if it could not be loaded. */
  series: readonly AggregationRow[] | null;
  buckets: TimeBucket[];
  /** Packages and pixels in one list: views are named as such. */
  isMixed: boolean;
  isCompared: boolean;
  /** Whether the totals could be loaded. */
  isCounted: boolean;
}

function artifactLine(
  { artifact, total, users, change: { now, before }, why, lastSeen }: CountedArtifact,
  { series, buckets, isMixed, isCompared, isCounted }: LineOptions,
): ArtifactLine {
  let type = 'type' in artifact ? artifact.type : ('pixel' as const);
  let change = why ? null : relativeChange(now, before);
  let lastDay = lastSeen && localText(lastSeen).slice(0, 10);
  let own = series?.filter((row) => row.artifact === artifact.id);
  return {
    id: artifact.id,
    name: artifact.name,
    type,
    total: !isCounted ? '–' : type === 'pixel' && isMixed ? formatCount(total, 'view') : formatInteger(total),
    users: isCounted ? formatInteger(users) : '–',
    change,
    fresh: !isCompared || change || why || now === 0 ? '' : 'No earlier data',
    why,
    spark:
      own === undefined
        ? null
        : sparkline(
            valuesByBucket(buckets, own, (row) => row.total),
            `${artifact.name} over time`,
          ),
    lastEvent: lastDay ? dayRangeLabel({ from: lastDay, to: lastDay }) : isCounted ? '' : '–',
  };
}

function isPackage({ artifact }: CountedArtifact): boolean {
  return 'type' in artifact;
}

function idsOf(shown: readonly CountedArtifact[]): ArtifactSelection {
  return shown.length > 0 ? shown.map(({ artifact }) => artifact.id) : 'none';
}

function withoutPage(searchParams: URLSearchParams): string {
  let query = new URLSearchParams(searchParams);
  query.delete('page');
  return query.size > 0 ? `?${query.toString()}&` : '?';
}

function byArtifact(rows: readonly AggregationRow[]): Map<string, AggregationRow> {
  return new Map(rows.map((row) => [row.artifact ?? '', row]));
}
