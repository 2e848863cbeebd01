/** Rows of access logs in JSON lines or in named columns. */
import { isRecord } from 'contract/floor/keys-of';
import type { LogValues } from './log-values';
import type { RowReader } from './rows';

/** One JSON object in each line. */
export function createJsonLogRows(): RowReader {
  return lineRows((text) => {
    try {
      let value: unknown = JSON.parse(text);
      return isRecord(value) ? value : 'Not a JSON object.';
    } catch {
      return 'Invalid JSON.';
    }
  });
}

/** Columns are separated by tabs or spaces, and named by a line `#Fields:`. */
export function createColumnRows(): RowReader {
  let names: string[] = [];
  return lineRows((text) => {
    if (text.startsWith('#Fields:')) names = text.slice('#Fields:'.length).trim().split(/\s+/);
    if (text.startsWith('#')) return undefined;
    let cells = text.split(text.includes('\t') ? '\t' : ' ');
    if (names.length === 0) return 'No #Fields line before this line.';
    if (cells.length !== names.length) return `Expected ${names.length} columns (#Fields), found ${cells.length}.`;
    return Object.fromEntries(names.map((name, i) => [name, cells[i] === '-' ? '' : cells[i]]));
  });
}

/** `valuesIn` returns the values of a line, an error message, or undefined to skip it. */
export function lineRows(valuesIn: (text: string) => LogValues | string | undefined): RowReader {
  return {
    rowsOf({ number, text, isComplete }) {
      if (text?.trim() === '') return [];
      let values = text === undefined ? 'This line is too long.' : valuesIn(text.replace(/^\uFEFF/, ''));
      return values === undefined ? [] : [{ line: number, lastLine: number, values, isComplete }];
    },
    end: () => [],
  };
}
