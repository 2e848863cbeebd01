/** Sort links and CSV files of a report's tables. */
import { chartId } from '../../charts/chart-style';
import {
  tableHeads,
  type ListTable,
  type SortOrder,
  sortOrderIn,
  type TableColumns,
} from '../../charts/table-sort.server';

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
  file: (chart?: FiledChart, tab?: string) => string;
}

interface Sorted {
  order: SortOrder | undefined;
  table: ListTable;
}

/** `of`: its file, or what a list of the report shows. A default order is only marked. */
export function sortedTable(
  { page, file }: ReportTables,
  title: string,
  columns: TableColumns,
  of: FiledChart | { tab: string },
): Sorted {
  let id = chartId(title);
  let address = typeof of === 'string' ? file(of) : file('by', of.tab);
  return { order: sortOrderIn(page, id), table: { heads: tableHeads(page, id, columns), file: address } };
}
