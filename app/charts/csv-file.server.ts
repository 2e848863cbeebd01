/** Chart numbers as a CSV download. */
import type { DayRange } from './date-buckets.server';

/** Unknown values are empty. */
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

/** Client-supplied text: quoted where needed, and never evaluated as a formula. */
function quoted(text: string): string {
  let plain = text.replace(/^[=+@\t\r-]/, "'$&");
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
