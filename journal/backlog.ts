/**
 * How far the event store is behind while it is down, from the files of the journal: stored
 * segments are deleted, except the last.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileNames, journalFolder } from './files';

const answerLimitMs = 2_000;

export interface Lag {
  bytes: number;
  /** Milliseconds since 1970 of the first event that is not stored; null without one. */
  oldest: number | null;
}

export interface JournalBacklog {
  /** The event store's answer, or a lower bound when that is undefined or fails. */
  lag(ask: () => Promise<Lag> | undefined): Promise<Lag>;
}

/** `clock` gives milliseconds since 1970. */
export function watchBacklog(folder: string, clock: () => number): JournalBacklog {
  let place = journalFolder(folder);
  let since = clock();
  let known = firstLag(place);

  return {
    async lag(ask) {
      let { bytes: total } = await sizeOf(place);
      let now = clock();
      let said = await inTime(ask());
      if (said) {
        since = now;
        known = Promise.resolve({ ...said, total });
        return said;
      }
      let { bytes, oldest, total: before } = await known;
      let more = Math.max(0, total - before);
      return { bytes: bytes + more, oldest: oldest ?? (more > 0 ? since : null) };
    },
  };
}

/** Times out: an alert waits for the answer. */
async function inTime(answer: Promise<Lag> | undefined): Promise<Lag | undefined> {
  let timeUp = new AbortController();
  let late = pause(answerLimitMs, undefined, { signal: timeUp.signal }).catch(() => undefined);
  return Promise.race([answer, late])
    .catch(() => undefined)
    .finally(() => timeUp.abort());
}

/** Every file except the last has events that are not stored. */
async function firstLag(place: string): Promise<Lag & { total: number }> {
  let { bytes, last, first } = await sizeOf(place);
  return { bytes: bytes - last, oldest: bytes > last ? first : null, total: bytes };
}

async function sizeOf(place: string): Promise<{ bytes: number; last: number; first: number }> {
  let names = await fileNames(place);
  let files = await Promise.all(names.map((name) => stat(path.join(place, name)).catch(() => undefined)));
  let there = files.flatMap((file) => file ?? []);
  let [first] = there;
  return {
    bytes: there.reduce((sum, { size }) => sum + size, 0),
    last: there.at(-1)?.size ?? 0,
    // File systems without a creation time: the last change is a little later.
    first: first ? first.birthtimeMs || first.mtimeMs : 0,
  };
}
