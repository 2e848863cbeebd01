/** The tables of a report: how links sort them, and the files of their numbers. */
import { idOf } from '../../charts/chart-style';
import { headsOf, type ListTable, type Order, orderIn } from '../../charts/table-sort.server';

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
  order: Order | undefined;
  table: ListTable;
}

/** The list that is called `title`, with so many columns. */
export function sortedTable({ page, file }: ReportTables, title: string, count: number, chart: FiledChart): Sorted {
  let id = idOf(title);
  return { order: orderIn(page, id), table: { heads: headsOf(page, id, { count }), file: file(chart) } };
}
