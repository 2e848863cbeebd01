/** A file of events in parts that take seconds each; every part has the names of the columns. */

export interface FilePart {
  /** The line with the names of the columns; empty where there is none. */
  header: string;
  rows: string;
  /** The lines of its rows in the file, from 1 on. */
  firstLine: number;
  lastLine: number;
  /** Bytes of the file up to its end. */
  endsAt: number;
}

/** The number in the file of a line of what was sent. */
export function lineInFile({ header, firstLine }: FilePart, line: number): number {
  return line + firstLine - (header ? 2 : 1);
}

/** What is left of a part after a line of it; undefined where no line was done. */
export function restAfter(part: FilePart, line: number): FilePart | undefined {
  let firstLine = lineInFile(part, line) + 1;
  if (firstLine <= part.firstLine) return undefined;
  let rows = part.rows.split('\n').slice(firstLine - part.firstLine);
  return { ...part, rows: rows.join('\n'), firstLine };
}

/** As many rows as take an installation a few seconds. */
const partBytes = 2_000_000;

/** The parts of a file; a row of CSV with line breaks in it stays whole. */
export async function* filePartsOf(file: AsyncIterable<Buffer>, isCsv: boolean): AsyncGenerator<FilePart> {
  let header = '';
  let rows = '';
  let row = '';
  let bytes = 0;
  let line = 0;
  let firstLine = 1;
  let part = (): FilePart => {
    let made = { header, rows, firstLine, lastLine: line, endsAt: bytes };
    rows = '';
    firstLine = line + 1;
    return made;
  };
  for await (let text of linesIn(file)) {
    line += 1;
    bytes += Buffer.byteLength(text);
    if (isCsv && line === 1) {
      header = text.endsWith('\n') ? text : `${text}\n`;
      firstLine = 2;
      continue;
    }
    row += text;
    if (isCsv && isOpen(row) && row.length < partBytes) continue;
    rows += row;
    row = '';
    if (rows.length >= partBytes) yield part();
  }
  rows += row;
  if (rows !== '') yield part();
}

function isOpen(row: string): boolean {
  return row.split('"').length % 2 === 0;
}

/** Lines with their ends. */
async function* linesIn(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (let bytes of file) {
    let lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (let text of lines) yield `${text}\n`;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
