/** CSV in parts. */
import { stringify } from 'csv-stringify/sync';

/** A piece of a file. `rows` does not count the header. */
export interface FilePart {
  content: string | Uint8Array;
  rows: number;
}

const rowsPerPart = 1_000;

/** The header comes with the first part, or alone without rows. */
export async function* csvParts(
  columns: readonly string[],
  batches: AsyncIterable<unknown[][]>,
): AsyncGenerator<FilePart> {
  let header = csvHeader(columns);
  for await (let rows of batches) {
    if (rows.length === 0) continue;
    yield { content: header + stringify(rows), rows: rows.length };
    header = '';
  }
  if (header) yield { content: header, rows: 0 };
}

export function csvHeader(columns: readonly string[]): string {
  return stringify([[...columns]]);
}

/** Batches of rows already in memory. */
export async function* inBatches<T>(items: readonly T[], rowOf: (item: T) => unknown[]): AsyncGenerator<unknown[][]> {
  for (let at = 0; at < items.length; at += rowsPerPart) yield items.slice(at, at + rowsPerPart).map(rowOf);
}

/**
 * Prefixes formula signs with an apostrophe, so that spreadsheets do not run external text. Plain
 * numbers such as `-1` stay unchanged.
 */
export function csvText(value: string): string {
  return /^[=+\-@\t\r]/.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
}
