/** Splits NDJSON and CSV files of events into rows. */
import { decisionColumns, rawEventColumns } from 'contract/analytics/events';
import { isRecord, keysOf } from 'contract/floor/keys-of';
import { ApiError } from '../floor/calls/api-error';
import { type Line, importedEventBytesMax } from './lines';

/** Decisions in raw exports are accepted, but made again by the import. */
const knownColumns: ReadonlySet<string> = new Set([...rawEventColumns, ...decisionColumns]);

export interface ImportedRow {
  /** First line. */
  line: number;
  lastLine: number;
  /** Values by column, or an error message. */
  values: Record<string, unknown> | string;
  /** False for a cut-off last row. */
  isComplete: boolean;
}

/** Takes lines in order, and returns the rows that end with them. */
export interface RowReader {
  rowsOf(line: Line): ImportedRow[];
  /** The rows that are open at the end of the file. */
  end(): ImportedRow[];
}

const tooLong = `The event is larger than ${importedEventBytesMax / 1024} KB.`;

/** One JSON object per line; skips empty lines. */
export function createJsonRows(): RowReader {
  return {
    rowsOf({ number, text, isComplete }) {
      if (text?.trim() === '') return [];
      return [{ line: number, lastLine: number, values: text === undefined ? tooLong : objectIn(text), isComplete }];
    },
    end: () => [],
  };
}

function objectIn(text: string): ImportedRow['values'] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'Invalid JSON.';
  }
  if (!isRecord(value)) return 'Not a JSON object.';
  for (let name in value) if (!knownColumns.has(name)) return `No export has "${name.slice(0, 60)}".`;
  return value;
}

/**
 * A header, then rows; quoted cells can span lines. Spreadsheets write semicolons or tabs, and perhaps a
 * first line `sep=;`. `namesOf` checks the header; by default it has to be one of our exports.
 */
export function createCsvRows(namesOf: (header: string[]) => string[] = exportedNames): RowReader {
  let names: string[] | undefined;
  let separator: Separator = ',';
  /** Lines of an open row, and the characters and quotes in them. */
  let open: Line[] = [];
  let letters = 0;
  let quotes = 0;

  function take(): Line[] {
    letters = 0;
    quotes = 0;
    return open.splice(0);
  }

  function rowOf(lines: readonly Line[]): ImportedRow[] {
    let text = lines.length === 1 ? lines[0]!.text! : lines.map((one) => one.text).join('\n');
    if (!names) {
      if (isSeparatorLine(text)) return [];
      separator = separatorOf(text);
      names = namesOf(csvHeader([text]));
      return [];
    }
    let cells = parseCells(text, separator);
    if (cells?.every((cell) => cell === '')) return [];
    if (lines.length > 1 && cells?.length !== names.length) return withoutFirst(lines);
    let { number: lastLine, isComplete } = lines.at(-1)!;
    return [{ line: lines[0]!.number, lastLine, values: valuesOf(cells, names), isComplete }];
  }

  function rowsOf(line: Line): ImportedRow[] {
    let { number, text, isComplete } = line;
    if (text === undefined) {
      let before = end();
      return [...before, { line: number, lastLine: number, values: tooLong, isComplete }];
    }
    let hasQuotes = text.includes('"');
    if (open.length === 0 && !hasQuotes) return text === '' ? [] : rowOf([line]);
    open.push(line);
    letters += text.length + 1;
    if (hasQuotes) quotes += text.split('"').length - 1;
    if (quotes % 2 === 0) return rowOf(take());
    return letters > importedEventBytesMax ? withoutFirst(take()) : [];
  }

  /** An unclosed quote fails only its line; the lines after it are read again. */
  function withoutFirst([first, ...others]: readonly Line[]): ImportedRow[] {
    let { number, isComplete } = first!;
    let values = 'Unclosed quote.';
    return [{ line: number, lastLine: number, values, isComplete }, ...others.flatMap(rowsOf)];
  }

  function end(): ImportedRow[] {
    let rows: ImportedRow[] = [];
    while (open.length > 0) {
      let isBroken = !open.at(-1)!.isComplete;
      if (isBroken)
        return [...rows, { line: open[0]!.number, lastLine: open.at(-1)!.number, values: '', isComplete: false }];
      for (let one of withoutFirst(take())) rows.push(one);
    }
    return rows;
  }

  return { rowsOf, end };
}

/** The names of the columns of a file; none where its quotes are wrong. */
export function csvHeader(lines: readonly string[]): string[] {
  let first = lines.find((line) => line.trim() !== '' && !isSeparatorLine(line)) ?? '';
  return parseCells(first.replace(/^\uFEFF/, ''), separatorOf(first)) ?? [];
}

/** Throws import-column-not-known and import-column-is-missing. */
function exportedNames(names: string[]): string[] {
  for (let [i, name] of names.entries())
    if (!knownColumns.has(name) || names.indexOf(name) !== i)
      throw new ApiError('import-column-not-known', name.slice(0, 60));
  for (let name of ['id', 'type', 'time'])
    if (!names.includes(name)) throw new ApiError('import-column-is-missing', name);
  return names;
}

function valuesOf(cells: readonly string[] | undefined, names: readonly string[]): ImportedRow['values'] {
  if (!cells) return 'Unexpected quote.';
  if (cells.length !== names.length) return `Expected ${names.length} cells, found ${cells.length}.`;
  return Object.fromEntries(names.map((name, i) => [name, cells[i]]));
}

const cellPatterns = {
  ',': /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y,
  ';': /(?:"((?:[^"]|"")*)"|([^";]*))(;|$)/y,
  '\t': /(?:"((?:[^"]|"")*)"|([^"\t]*))(\t|$)/y,
};
type Separator = keyof typeof cellPatterns;

/** The first line of some files of Excel. */
function isSeparatorLine(text: string): boolean {
  return /^\uFEFF?"?sep=.?"?$/i.test(text);
}

/** The most frequent one of a header. */
function separatorOf(header: string): Separator {
  let counted = keysOf(cellPatterns).map((one) => ({ one, count: header.split(one).length }));
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).one;
}

/** Undefined if the quotes of the row are wrong. */
function parseCells(row: string, separator: Separator): string[] | undefined {
  if (!row.includes('"')) return row.split(separator);
  let cells: string[] = [];
  let cell = cellPatterns[separator];
  cell.lastIndex = 0;
  for (;;) {
    let found = cell.exec(row);
    if (!found) return undefined;
    let [, quoted, plain = '', end] = found;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') return cells;
  }
}
