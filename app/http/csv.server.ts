/** CSV files that people download from pages. Scripts get theirs from the API, without a mark. */
import { Readable } from 'node:stream';
import { cleanText } from 'contract/floor/printable';
import { createReadableStreamFromReadable } from '@remix-run/node';

/** Unknown values are empty. */
type Cell = string | number | null | undefined;

/** The rows of a file, in UTF-8. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  let cellOf = (cell: Cell) => (typeof cell === 'string' ? quoted(cell) : (cell ?? ''));
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/**
 * Client-supplied text: without what is not seen, quoted where needed, and never evaluated as a
 * formula.
 */
function quoted(text: string): string {
  let plain = cleanText(text).replace(/^[=+@-]/, "'$&");
  return /[",]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/**
 * A download of a file in UTF-8. It begins with a byte order mark: without one, Excel shows wrong letters.
 * `disposition` is the header or the name of the file.
 */
export function csvDownload(
  body: string | AsyncIterable<Uint8Array>,
  disposition: string,
  more: Record<string, string> = {},
): Response {
  let marked =
    typeof body === 'string' ? `\uFEFF${body}` : createReadableStreamFromReadable(Readable.from(after(body)));
  return new Response(marked, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': disposition.startsWith('attachment')
        ? disposition
        : `attachment; filename="${disposition}"`,
      ...more,
    },
  });
}

/** The same for numbers of some days. */
export function csvFile(
  name: string,
  days: { from: string; to: string },
  rows: readonly (readonly Cell[])[],
): Response {
  return csvDownload(csvText(rows), `${name}-${days.from}-${days.to}.csv`);
}

async function* after(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('\uFEFF');
  yield* body;
}

/** The body of another response, as `csvDownload` takes it. */
export function chunksOf({ body }: Response): AsyncIterable<Uint8Array> {
  return body ?? Readable.from([]);
}
