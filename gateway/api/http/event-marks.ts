/**
 * Numbers of events as callers see them. All owners share a sequence, so a plain number tells how much
 * others store: a mark is the number in a secret order, by a Feistel network whose rounds are keyed.
 */
import { createHmac } from 'node:crypto';
import { sealerKeys, type Secrets } from '../../floor/sealer';

export interface EventMarks {
  of(event: number): number;
  /** The reverse. */
  eventOf(mark: number): number;
}

/** High and low: together more than a number has exactly. */
type Halves = [high: number, low: number];

const halfSize = 2 ** 27;
const roundCount = 6;

/** The marks of all processes with these secrets. A renewed secret makes new ones. */
export function createEventMarks(secrets: Secrets): EventMarks {
  let [key] = sealerKeys(secrets, 'event marks');
  let rounds = Array.from({ length: roundCount }, (_, i) => i);
  let noise = (round: number, half: number) =>
    createHmac('sha256', key).update(`${round} ${half}`).digest().readUInt32BE() % halfSize;

  function permuted([left, right]: Halves, order: readonly number[]): Halves {
    for (let round of order) [left, right] = [right, left ^ noise(round, right)];
    return [right, left];
  }

  /** Twice as many values are permuted as are safe integers: again, until one is. */
  function walk(value: number, order: readonly number[]): number {
    let halves = permuted([Math.floor(value / halfSize), value % halfSize], order);
    while (halves[0] >= halfSize / 2) halves = permuted(halves, order);
    return halves[0] * halfSize + halves[1];
  }

  return {
    of: (event) => walk(event, rounds),
    eventOf: (mark) => walk(mark, rounds.toReversed()),
  };
}
