/** The order of a table, which stands in the address of its page, and the links that change it. */

export interface TableLinks {
  /** The address of the page, where `order` names a table and its column. */
  page: string;
  /** Address of the numbers as CSV; without it, there is no such file. */
  file?: string | undefined;
}

/** By the column, counted from 0, which is that of names. */
export interface SortOrder {
  column: number;
  isDown: boolean;
}

/** A head of a table. */
export interface TableHead {
  /** The page with the table in the order of this column. */
  to: string;
  /** Empty where the table is in another order. */
  sorted: 'ascending' | 'descending' | '';
}

/** What a list needs to be sorted by links, and its file. */
export interface ListTable {
  heads: TableHead[];
  /** Empty where there is none. */
  file: string;
}

/** `order=downloads-over-time.1.down`; undefined where it is about another table. */
export function sortOrderIn(page: string, id: string): SortOrder | undefined {
  let [table, column, way] = new URLSearchParams(page.split('?')[1]).get('order')?.split('.') ?? [];
  return table === id ? { column: Number(column) || 0, isDown: way === 'down' } : undefined;
}

interface Columns {
  /** How many there are. */
  count: number;
  /** Whether rows stand by the first of them, from the earliest on, where no order is chosen. */
  isByFirst?: boolean;
}

/** `id` is that of the table. */
export function tableHeads(page: string, id: string, { count, isByFirst = false }: Columns): TableHead[] {
  let order = sortOrderIn(page, id);
  let first = isByFirst && !order ? { column: 0, isDown: false } : order;
  return Array.from({ length: count }, (_, column) => ({
    to: sortedBy(page, id, column, first),
    sorted: order?.column !== column ? '' : order.isDown ? 'descending' : 'ascending',
  }));
}

/**
 * The same page with the table in another order: the largest number first, and back at the second
 * time.
 */
function sortedBy(page: string, id: string, column: number, order: SortOrder | undefined): string {
  let [path, search] = page.split('?');
  let query = new URLSearchParams(search);
  let isDown = order?.column === column ? !order.isDown : column > 0;
  query.set('order', `${id}.${column}.${isDown ? 'down' : 'up'}`);
  return `${path}?${query.toString()}#${id}-table`;
}

const byName = new Intl.Collator('en', { numeric: true });

/** A cell as it is compared; null where it is not known. */
type Cell = string | number | null | undefined;

/** Sorted rows; what is not known in the column comes last. */
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
