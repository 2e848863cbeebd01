/** CSV files, made part by part. */
import { stringify } from 'csv-stringify/sync';

/** A part of a file and its number of lines, without the header. */
export interface CsvPart {
  text: string;
  rows: number;
}

const rowsPerPart = 1_000;

/** The header with the first part; alone without rows. */
export async function* csvParts(
  columns: readonly string[],
  batches: AsyncIterable<unknown[][]>,
): AsyncGenerator<CsvPart> {
  let header = csvHeader(columns);
  for await (let rows of batches) {
    if (rows.length === 0) continue;
    yield { text: header + stringify(rows), rows: rows.length };
    header = '';
  }
  if (header) yield { text: header, rows: 0 };
}

/** The line of column names. */
export function csvHeader(columns: readonly string[]): string {
  return stringify([[...columns]]);
}

/** Rows that are there already, a thousand at a time. */
export async function* inBatches<T>(items: readonly T[], rowOf: (item: T) => unknown[]): AsyncGenerator<unknown[][]> {
  for (let at = 0; at < items.length; at += rowsPerPart) yield items.slice(at, at + rowsPerPart).map(rowOf);
}

/**
 * Text from outside: a leading formula sign gets an apostrophe, so that a spreadsheet shows it and
 * does not run it. A plain number such as `-1` stays unchanged.
 */
export function csvText(value: string): string {
  return /^[=+\-@\t\r]/.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
}
