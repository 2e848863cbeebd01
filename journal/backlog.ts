/**
 * How far the event store is behind while it cannot be asked: what the journal has got since it was
 * asked last. Files say enough for an alert, also after a restart: those that are stored are
 * deleted, all but the last.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileNames, journalFolder } from './files';

const answerLimitMs = 2_000;

export interface Lag {
  /** Of the journal behind what is stored. */
  bytes: number;
  /** Milliseconds since 1970 of the first event there; null where there is none. */
  oldest: number | null;
}

export interface JournalBacklog {
  /** What the event store says, and a lower bound of it where that is undefined or fails. */
  lag(ask: () => Promise<Lag> | undefined): Promise<Lag>;
}

/** Begins with what the files of `folder` say now; `clock` gives milliseconds since 1970. */
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

/** Undefined where the event store does not say it, or not soon: an alert waits for the answer. */
async function inTime(answer: Promise<Lag> | undefined): Promise<Lag | undefined> {
  let timeUp = new AbortController();
  let late = pause(answerLimitMs, undefined, { signal: timeUp.signal }).catch(() => undefined);
  return Promise.race([answer, late])
    .catch(() => undefined)
    .finally(() => timeUp.abort());
}

/** All files but the last have events that are not stored. */
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
    // Where the system does not know when a file was made, its last change is a little later.
    first: first ? first.birthtimeMs || first.mtimeMs : 0,
  };
}
