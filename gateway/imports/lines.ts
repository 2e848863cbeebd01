/** The lines of a file as it arrives in parts of any size; holds one event at most. */
import { setImmediate as others } from 'node:timers/promises';
import * as limits from 'contract/limits';

export interface Line {
  /** Its number in the file, from 1 on. */
  number: number;
  /** Without its end; undefined where it is longer than an event can be. */
  text: string | undefined;
  /** Whether its end has come. The last one of a file may have none. */
  isComplete: boolean;
}

/** Splits a file into lines, with those that came together. Throws what reading it throws. */
export async function* readLines(file: AsyncIterable<Uint8Array>): AsyncGenerator<Line[]> {
  let decoder = new TextDecoder();
  let rest = '';
  let isTooLong = false;
  let number = 0;
  let lineOf = (text: string, isComplete: boolean): Line => {
    number += 1;
    let known = isTooLong || text.length > limits.importedEventBytesMax ? undefined : text.replace(/\r$/, '');
    isTooLong = false;
    return { number, text: known, isComplete };
  };
  for await (let part of file) {
    let lines: Line[] = [];
    let pieces = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = pieces.pop()!;
    for (let piece of pieces) lines.push(lineOf(piece, true));
    if (rest.length > limits.importedEventBytesMax) {
      isTooLong = true;
      rest = '';
    }
    if (lines.length > 0) yield lines;
    // Parts that are at hand come one after the other, and thousands of lines are in each.
    await others();
  }
  rest += decoder.decode();
  if (rest !== '' || isTooLong) yield [lineOf(rest, false)];
}
