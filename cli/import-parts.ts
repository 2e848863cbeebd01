/** Splits a file of events into parts; each has the column names. */

export interface FilePart {
  /** The line with the column names; empty without one. */
  header: string;
  rows: string;
  /** Line of the first row in the file, from 1. */
  firstLine: number;
  lastLine: number;
  /** Bytes of the file up to the end of the part. */
  endsAt: number;
}

/** The line in the file of a line of the part. */
export function lineInFile({ header, firstLine }: FilePart, line: number): number {
  return line + firstLine - (header ? 2 : 1);
}

/** The part after a line of it; undefined if no line was processed. */
export function restAfter(part: FilePart, line: number): FilePart | undefined {
  let firstLine = lineInFile(part, line) + 1;
  if (firstLine <= part.firstLine) return undefined;
  let rows = part.rows.split('\n').slice(firstLine - part.firstLine);
  return { ...part, rows: rows.join('\n'), firstLine };
}

/** An installation needs a few seconds for this many rows. */
const partBytes = 2_000_000;

/** A CSV row with line breaks stays in one part. */
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

/** Lines including their line breaks. */
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
