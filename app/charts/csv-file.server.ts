/** Numbers of a chart as a CSV file, which people can open where they calculate. */
import type { DayRange } from './date-buckets.server';

/** What is not known is empty. */
type Cell = string | number | null | undefined;

export function csvFile(name: string, days: DayRange, rows: readonly (readonly Cell[])[]): Response {
  let cellOf = (cell: Cell) => (typeof cell === 'string' ? quoted(cell) : (cell ?? ''));
  return new Response(rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join(''), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-${days.from}-${days.to}.csv"`,
      'cache-control': 'no-store',
    },
  });
}

/** Much of it is what clients sent: quoted where it needs that, and never a formula. */
function quoted(text: string): string {
  let plain = text.replace(/^[=+@\t\r-]/, "'$&");
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
