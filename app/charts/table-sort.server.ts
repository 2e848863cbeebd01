/** Sort order of tables, kept in the query string (`order=<table>.<column>.<direction>`). */

export interface TableLinks {
  /** URL of the page. */
  page: string;
  /** URL of the CSV file, if there is one. */
  file?: string | undefined;
}

/** Columns count from 0, the name column. */
export interface SortOrder {
  column: number;
  isDown: boolean;
}

export interface TableHead {
  /** URL that sorts by this column. */
  to: string;
  sorted: 'ascending' | 'descending' | '';
}

export interface ListTable {
  heads: TableHead[];
  /** CSV URL; empty without a file. */
  file: string;
}

/** Undefined if `order` names another table. */
export function sortOrderIn(page: string, id: string): SortOrder | undefined {
  let [table, column, way] = new URLSearchParams(page.split('?')[1]).get('order')?.split('.') ?? [];
  return table === id ? { column: Number(column) || 0, isDown: way === 'down' } : undefined;
}

export interface TableColumns {
  count: number;
  /** How it is sorted without a choice, where it is by a column. */
  defaultOrder?: SortOrder;
}

export function tableHeads(page: string, id: string, { count, defaultOrder }: TableColumns): TableHead[] {
  let order = sortOrderIn(page, id) ?? defaultOrder;
  return Array.from({ length: count }, (_, column) => ({
    to: sortedBy(page, id, column, order),
    sorted: order?.column !== column ? '' : order.isDown ? 'descending' : 'ascending',
  }));
}

/** The first click sorts descending, the second ascending. */
function sortedBy(page: string, id: string, column: number, order: SortOrder | undefined): string {
  let [path, search] = page.split('?');
  let query = new URLSearchParams(search);
  let isDown = order?.column === column ? !order.isDown : column > 0;
  query.set('order', `${id}.${column}.${isDown ? 'down' : 'up'}`);
  return `${path}?${query.toString()}#${id}-table`;
}

const byName = new Intl.Collator('en', { numeric: true });

/** Sort key; null if unknown. */
type Cell = string | number | null | undefined;

/** Unknown values come last. */
export function sortRows<Row>(
  rows: readonly Row[],
  order: SortOrder,
  cellOf: (row: Row, column: number) => Cell,
): Row[] {
  let sign = order.isDown ? -1 : 1;
  let cell = (row: Row) => cellOf(row, order.column) ?? null;
  let known = rows.filter((row) => cell(row) !== null);
  let rest = rows.filter((row) => cell(row) === null);
  return [...known.sort((a, b) => sign * compare(cell(a)!, cell(b)!)), ...rest];
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : byName.compare(String(a), String(b));
}
