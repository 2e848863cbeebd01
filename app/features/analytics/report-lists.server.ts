/** The lists of a report: what downloads or views are by, with their map and chart. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import type { AskedTime } from 'contract/analytics/asked-time';
import type { ChartMarkup } from '../../charts/chart-style';
import type { TimeBucket } from '../../charts/date-buckets.server';
import type { DonutData } from '../../charts/donut.server';
import type { DrillDown } from '../../charts/drill-down.server';
import type { Bar } from '../../charts/geometry.server';
import { drawLineChart } from '../../charts/line-chart.server';
import type { ListTable } from '../../charts/table-sort.server';
import type { ArtifactKind, ReportPeriod, RunAggregateQuery } from './aggregate-query.server';
import { breakdownBars, breakdownDonut, reportDimensions } from './breakdown.server';
import { countryMap } from './country-map.server';
import type { ReportChoice, ReportTab } from './report-params.server';
import { bucketNames, type TimeAxis } from './report-summary.server';
import { type ReportTables, sortedTable } from './report-tables.server';
import { noRuntimeReason, runtimesOverTime, supportDetails } from './runtime-support.server';
import { eventNoun } from './total-cards.server';
import { barsMax, listed, wholeMax } from './row-totals.server';

const platformsMax = 6;
/** More than there are countries, or versions of runtimes. */
const allValuesMax = 300;

/** `picture`: a map of countries, or runtimes over time. `note`: why no value is known. */
export interface BreakdownList {
  label: string;
  bars: Bar[] | undefined;
  /** In place of bars. */
  donut?: DonutData | undefined;
  note: string;
  picture: ChartMarkup | null;
  table: ListTable;
  isWhole: boolean;
  /** There are more rows than are shown. */
  hasMore: boolean;
}

interface ListedWith {
  isWhole: boolean;
  choice: ReportChoice;
  kind: ArtifactKind;
  total: number;
  links: DrillDown;
  tables: ReportTables;
  buckets: TimeBucket[];
  period: ReportPeriod;
}

export function breakdownList(
  tab: ReportTab,
  rows: AggregationRow[] | undefined,
  runtimes: AggregationRow[] | null,
  { isWhole, choice, kind, total, links, tables, buckets, period }: ListedWith,
): BreakdownList {
  let dimension = reportDimensions[tab];
  let counted = kind === 'package' ? 'Downloads' : 'Views';
  let title = `${counted} by ${dimension.label.toLowerCase()}`;
  let { order, table } = sortedTable(tables, title, { count: tab === 'platform' ? 2 : 3 }, { tab });
  let isRuntime = tab === 'runtime';
  let shown = listed(rows ?? [], isWhole, isRuntime ? barsMax : undefined);
  let details = isRuntime && rows && !isNarrowed(choice) ? supportDetails(rows) : undefined;
  return {
    label: dimension.label,
    bars: rows && breakdownBars(shown, dimension, total, { links, order, details }),
    ...(tab === 'platform' && { donut: rows && breakdownDonut(rows, dimension, total, { links, order }) }),
    note: isRuntime && rows ? noRuntimeReason(rows) : '',
    picture:
      tab === 'country'
        ? countryMap(rows ?? [], { title: `${title}, as a map`, unit: `${eventNoun[kind]}s`, toRows: links.toRows })
        : isRuntime && runtimes
          ? runtimesChart(runtimes, { buckets, links, period, tables })
          : null,
    table,
    isWhole,
    hasMore: tab !== 'platform' && (rows?.length ?? 0) > shown.length,
  };
}

export function askTab(
  ask: RunAggregateQuery,
  time: AskedTime,
  tab: ReportTab,
  isWhole: boolean,
): Promise<AggregationRow[]> {
  if (tab === 'platform') return ask({ time, breakdown: 'by-platform', limit: platformsMax, uniques: 'none' });
  return ask({
    time,
    breakdown: reportDimensions[tab].breakdown,
    uniques: 'origins',
    limit: tab === 'country' || tab === 'runtime' ? allValuesMax : isWhole ? wholeMax : barsMax,
  });
}

/** Shares of versions among those of a chosen version say nothing. */
function isNarrowed({ where }: Pick<ReportChoice, 'where'>): boolean {
  return where.some((text) => text.includes('request_runtime'));
}

interface RuntimesWith extends Pick<TimeAxis, 'buckets'> {
  links: DrillDown;
  period: ReportPeriod;
  tables: ReportTables;
}

/** Null if no client names its runtime. */
function runtimesChart(
  rows: AggregationRow[],
  { buckets, links, period: { step }, tables }: RuntimesWith,
): ChartMarkup | null {
  let chart = runtimesOverTime(rows, buckets, step === 'hourly' ? undefined : links.toDays);
  if (!chart) return null;
  let bucketName = bucketNames[step];
  let title = 'Shares of runtimes over time';
  return { html: drawLineChart({ chart, title, bucketName, links: { page: tables.page, file: tables.file() } }) };
}
