/** The tables of a report: how links sort them, and the files of their numbers. */
import { chartId } from '../../charts/chart-style';
import { tableHeads, type ListTable, type SortOrder, sortOrderIn } from '../../charts/table-sort.server';

/** The charts that have a file of their own beside the one of the lines over time. */
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
] as const;
export type FiledChart = (typeof filedCharts)[number];

export interface ReportTables {
  /** The address of the report. */
  page: string;
  /** The file of a chart, or of the lines over time. */
  file: (chart?: FiledChart) => string;
}

interface Sorted {
  order: SortOrder | undefined;
  table: ListTable;
}

/** The list that is called `title`, with so many columns. */
export function sortedTable({ page, file }: ReportTables, title: string, count: number, chart: FiledChart): Sorted {
  let id = chartId(title);
  return { order: sortOrderIn(page, id), table: { heads: tableHeads(page, id, { count }), file: file(chart) } };
}
