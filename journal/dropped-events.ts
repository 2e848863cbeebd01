/**
 * The count of events that could not be kept: the edge writes it, in place, so that it goes on
 * while the disk is full; whoever shows it reads the file.
 */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { fileNames, journalFolder } from './files';
import { openInPlace, readInPlace } from './in-place-file';

/**
 * Why: the disk has too little room, the journal has reached its size, the journal could not be
 * written, or it was too slow.
 */
export const dropReasons = ['disk-full', 'journal-full', 'write-failed', 'too-slow'] as const;
export type DropReason = (typeof dropReasons)[number];

/** Moments are milliseconds since 1970. */
const Period = z.object({
  since: z.number(),
  until: z.number(),
  events: z.number().int().nonnegative(),
  reason: z.enum(dropReasons),
});
export type DropPeriod = z.infer<typeof Period>;

const DroppedEvents = z.object({
  /** A file that begins anew has another. */
  id: z.string().uuid(),
  /** Since the file began. */
  events: z.number().int().nonnegative(),
  /** When they were lost; the two oldest become one where there are too many. */
  periods: z.array(Period),
  /** Events in memory while nothing can be written: they are lost if the process ends now. */
  waiting: Period.nullable(),
});
export type DroppedEvents = z.infer<typeof DroppedEvents>;

export interface DroppedEventCounter {
  /** So many events are lost. */
  dropped(events: number, reason: DropReason): void;
  /** So many wait in memory while nothing can be written. */
  waiting(events: number, reason: DropReason): void;
  /** Events are written again: what is lost after that is another period. */
  recovered(): void;
  state(): DroppedEvents;
  /** Counts what waits as lost; resolves when the count is on disk, or cannot be brought there. */
  close(): Promise<void>;
}

const periodsMax = 16;

function fileOf(folder: string): string {
  return path.join(journalFolder(folder), 'lost-events');
}

/** The count of a folder, for whoever does not write it; undefined where there is none. */
export function readDroppedEvents(folder: string): Promise<DroppedEvents | undefined> {
  return readInPlace(fileOf(folder), DroppedEvents);
}

/** Opens the count of a folder; what waited in memory when the last process ended is lost. */
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
