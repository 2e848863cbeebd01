/**
 * The count of dropped events: written in place by the edge, so that it works on a full disk, and
 * read by other processes.
 */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { fileNames, journalFolder } from './files';
import { openInPlace, readInPlace } from './in-place-file';

/**
 * The disk is full, the journal has reached its maximum size, a write failed, or writes were too
 * slow.
 */
const dropReasons = ['disk-full', 'journal-full', 'write-failed', 'too-slow'] as const;
export type DropReason = (typeof dropReasons)[number];

/** Times are milliseconds since 1970. */
const Period = z.object({
  since: z.number(),
  until: z.number(),
  events: z.number().int().nonnegative(),
  reason: z.enum(dropReasons),
});
type DropPeriod = z.infer<typeof Period>;

const DroppedEvents = z.object({
  /** Changes whenever the file is recreated. */
  id: z.string().uuid(),
  events: z.number().int().nonnegative(),
  /** The two oldest are merged when there are too many. */
  periods: z.array(Period),
  /** Events in memory while nothing can be written: lost if the process ends now. */
  waiting: Period.nullable(),
});
export type DroppedEvents = z.infer<typeof DroppedEvents>;

export interface DroppedEventCounter {
  dropped(events: number, reason: DropReason): void;
  /** Sets the number of events in memory while nothing can be written. */
  waiting(events: number, reason: DropReason): void;
  /** Writes succeed again: later drops belong to another period. */
  recovered(): void;
  state(): DroppedEvents;
  /** Counts waiting events as dropped; resolves when the count is on disk or cannot be written. */
  close(): Promise<void>;
}

const periodsMax = 16;

function fileOf(folder: string): string {
  return path.join(journalFolder(folder), 'lost-events');
}

/** Reads the count from another process; undefined if there is none. */
export function readDroppedEvents(folder: string): Promise<DroppedEvents | undefined> {
  return readInPlace(fileOf(folder), DroppedEvents);
}

/** Opens the count. Events that were in memory when the last process ended are dropped. */
export async function openDroppedEventCounter(
  folder: string,
  { clock, warn }: { clock: () => number; warn(sentence: string): void },
): Promise<DroppedEventCounter> {
  let isExpected = (await fileNames(journalFolder(folder))).length > 0;
  await mkdir(journalFolder(folder), { recursive: true, mode: 0o700 }).catch(() => undefined);
  let initial: DroppedEvents = { id: randomUUID(), events: 0, periods: [], waiting: null };
  let file = await openInPlace(fileOf(folder), { schema: DroppedEvents, initial, isExpected, warn });
  let isNewPeriod = true;

  function add({ since, until, events, reason }: DropPeriod): DroppedEvents {
    let { id, events: before, periods } = file.value();
    let last = periods.at(-1);
    let grown =
      isNewPeriod || !last
        ? [...periods, { since, until, events, reason }]
        : [...periods.slice(0, -1), { ...last, until, events: last.events + events, reason }];
    isNewPeriod = false;
    return { id, events: before + events, periods: shortened(grown), waiting: null };
  }

  function loseWaiting(): void {
    let { waiting } = file.value();
    if (waiting) file.save(add(waiting));
  }

  loseWaiting();
  isNewPeriod = true;
  return {
    dropped(events, reason) {
      let now = clock();
      let { waiting } = file.value();
      file.save({ ...add({ since: now, until: now, events, reason }), waiting });
    },
    waiting(events, reason) {
      let now = clock();
      let { waiting, ...rest } = file.value();
      let since = waiting?.since ?? now;
      file.save({ ...rest, waiting: events === 0 ? null : { since, until: now, events, reason } });
    },
    recovered() {
      isNewPeriod = true;
    },
    state: file.value,
    async close() {
      loseWaiting();
      await file.close();
    },
  };
}

function shortened(periods: DropPeriod[]): DropPeriod[] {
  let [first, second, ...rest] = periods;
  if (!first || !second || periods.length <= periodsMax) return periods;
  return [{ ...second, since: first.since, events: first.events + second.events }, ...rest];
}
