/** Sort links and CSV files of a report's tables. */
import { chartId } from '../../charts/chart-style';
import type { ReportTab } from './report-params.server';
import { tableHeads, type ListTable, type SortOrder, sortOrderIn } from '../../charts/table-sort.server';

/** Charts with a CSV file, besides the line chart. */
export const filedCharts = [
  'versions',
  'calendar',
  'packages',
  'platform',
  'by',
  'version-list',
  'page',
  'variable',
  'view-variable',
  'companies',
  'spikes',
] as const;
export type FiledChart = (typeof filedCharts)[number];

export interface ReportTables {
  page: string;
  /** Default: the line chart's. */
  file: (chart?: FiledChart, tab?: ReportTab) => string;
}

interface Sorted {
  order: SortOrder | undefined;
  table: ListTable;
}

/** `tab`: what a list of the report shows. */
export function sortedTable(
  { page, file }: ReportTables,
  title: string,
  count: number,
  chart: FiledChart,
  tab?: ReportTab,
): Sorted {
  let id = chartId(title);
  return { order: sortOrderIn(page, id), table: { heads: tableHeads(page, id, { count }), file: file(chart, tab) } };
}
