/** Splits a stream into lines; buffers at most one event. */
import { setImmediate as others } from 'node:timers/promises';

/** Bytes of one event in a file that is imported. */
export const importedEventBytesMax = 64 * 1024;

export interface Line {
  /** From 1 on. */
  number: number;
  /** Without its line break; undefined if it is longer than an event can be. */
  text: string | undefined;
  /** False for a last line without a line break. */
  isComplete: boolean;
}

/** Yields the lines of each chunk together. */
export async function* readLines(file: AsyncIterable<Uint8Array>): AsyncGenerator<Line[]> {
  let decoder: TextDecoder | undefined;
  let rest = '';
  let isTooLong = false;
  let number = 0;
  let lineOf = (text: string, isComplete: boolean): Line => {
    number += 1;
    let isWhole = !isTooLong && text.length <= importedEventBytesMax;
    let known = isWhole ? (text.endsWith('\r') ? text.slice(0, -1) : text) : undefined;
    isTooLong = false;
    return { number, text: known, isComplete };
  };
  for await (let part of file) {
    let lines: Line[] = [];
    decoder ??= new TextDecoder(encodingOf(part));
    let pieces = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = pieces.pop()!;
    for (let piece of pieces) lines.push(lineOf(piece, true));
    if (rest.length > importedEventBytesMax) {
      isTooLong = true;
      rest = '';
    }
    if (lines.length > 0) yield lines;
    // Yields to other work: buffered chunks have thousands of lines each.
    await others();
  }
  rest += decoder?.decode() ?? '';
  if (rest !== '' || isTooLong) yield [lineOf(rest, false)];
}

/** Spreadsheets write UTF-16 with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
