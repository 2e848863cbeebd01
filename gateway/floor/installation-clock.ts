/**
 * The installation's clock: that of the machine, compared with the last time at which this
 * installation ran. A clock that jumps back, or days ahead, is in doubt, and nothing is deleted by
 * age. If it is days behind or over half a year ahead, time continues from the last one.
 *
 * A shorter jump ahead is what a server that was off looks like, too. So a clock that runs on for a
 * week without another jump is believed again, unless another server has another time; after a
 * longer jump only an administrator can say so.
 */
import type { Logger } from 'pino';
import { z } from 'zod';
import { greatest } from 'contract/floor/extremes';
import { dayMs, hourMs, minuteMs, time as isoTime, weekMs } from 'contract/floor/time';
import { readNote } from './db/notes';
import type { Records } from './db/schema';

const noteName = 'last time seen';

const SeenTime = z.object({
  /** Milliseconds; the last time at which the installation ran with a clock that was believed. */
  time: z.number(),
  /** What a clock that is not believed has shown since its jump. */
  doubt: z.object({ since: z.number(), until: z.number() }).optional(),
});
type SeenTime = z.infer<typeof SeenTime>;

/** No jump: summer time is none in UTC, and a weekend off deletes at most these days too early. */
const slackMs = { behind: hourMs, ahead: 3 * dayMs };
const believedAfterMs = weekMs;
const jumpMax = 180 * dayMs;
/** Edge nodes send what they recorded at most this late; an older time is that of a wrong clock. */
const arrivalMax = 90 * dayMs;
const noteEveryMs = 10 * minuteMs;

export interface InstallationClock {
  now(): number;
  /**
   * The time with which an event of the journal is stored: the one it has, unless a wrong clock
   * gave it.
   */
  dated(time: number): number;
  /**
   * Compares the clock with the last time; for the process that runs the jobs. The first look of an
   * installation compares it with its newest event.
   */
  look(newestEvent: () => Promise<number | null>): Promise<void>;
  /** Whether the clock was in doubt at the last look. */
  isInDoubt(): boolean;
  close(): void;
}

/**
 * Compares it with the time that the process with the jobs has seen. `machine` is in milliseconds.
 * `differs` names a server that says that this time is wrong, and is asked before a clock in doubt
 * is believed.
 */
export async function openInstallationClock(
  records: Records,
  machine: () => number,
  log: Logger,
  differs: (time: number) => Promise<string | undefined> = async () => undefined,
): Promise<InstallationClock> {
  let seen: SeenTime | undefined;
  let askedAt = -Infinity;
  await follow();
  let following = setInterval(() => void follow().catch(() => undefined), minuteMs).unref();

  async function follow(): Promise<void> {
    seen = await seenTime(records);
  }

  /** Judged at each question: a clock that was just set right corrects nothing any more. */
  function present(): SeenTime | undefined {
    return seen && looked(seen, machine());
  }

  /** How much the machine's time is corrected by while it cannot be right. */
  function correction(): number {
    let at = present();
    let back = at?.doubt ? at.time - at.doubt.since : 0;
    return back > slackMs.ahead || back < -jumpMax ? back : 0;
  }

  function now(): number {
    return machine() + correction();
  }

  function say(before: SeenTime | undefined, { time, doubt }: SeenTime): void {
    if (doubt && doubt.since !== before?.doubt?.since)
      log.error(
        { clock: isoTime(doubt.until), last: isoTime(time) },
        'the clock has jumped; nothing is deleted by age until it is right or confirmed on /admin',
      );
    if (before?.doubt && !doubt) log.info({ clock: isoTime(time) }, 'the clock is believed again');
  }

  /** No server can end the doubt: one that is wrong, or lies, only makes it last. */
  async function believedAgain(after: SeenTime): Promise<SeenTime> {
    let [now, believed] = [machine(), believedAt(after)];
    if (!after.doubt || believed === null || now < believed || Math.abs(now - askedAt) < hourMs) return after;
    askedAt = now;
    let server = await differs(now);
    if (server === undefined) return { time: now };
    log.error({ clock: isoTime(now), server }, 'the clock is not believed, as another server has another time');
    return after;
  }

  return {
    now,
    dated(time) {
      let at = present();
      let isWrong = time > (at?.doubt?.since ?? 0) - arrivalMax && time <= machine() + hourMs;
      let shifted = isWrong ? time + correction() : time;
      // Edges with a right clock may run beside a machine whose clock is ahead.
      let believed = at?.doubt ? Math.min(now(), at.time) : now();
      return shifted < believed - arrivalMax ? now() : shifted;
    },
    async look(newestEvent) {
      let before = await seenTime(records);
      let newest = before ? 0 : Math.max(await newestRecord(records), (await newestEvent()) ?? 0) || machine();
      // What the first look compares with can be wrong itself, so it may doubt the clock, but not
      // correct it.
      let known = before ?? { time: Math.min(Math.max(newest, machine() - jumpMax), machine() + slackMs.ahead) };
      let after = await believedAgain(looked(known, machine()));
      let isNews =
        !before || lastOf(after) - lastOf(before) >= noteEveryMs || after.doubt?.since !== before.doubt?.since;
      if (isNews && (await writeSeenTime(records, before, after))) say(before, after);
      await follow();
    },
    isInDoubt: () => present()?.doubt !== undefined,
    close: () => clearInterval(following),
  };
}

/** What is known after a look at the machine's clock. */
function looked({ time, doubt }: SeenTime, now: number): SeenTime {
  if (isNear(time, now)) return { time: Math.max(time, now) };
  let since = doubt && isNear(doubt.until, now) ? doubt.since : now;
  return { time, doubt: { since, until: now } };
}

/** Whether `now` can follow a time that was seen, without a jump. */
export function isNear(seen: number, now: number): boolean {
  return now >= seen - slackMs.behind && now <= seen + slackMs.ahead;
}

function lastOf({ time, doubt }: SeenTime): number {
  return doubt?.until ?? time;
}

/** Undefined before the first look. */
export async function seenTime(records: Records): Promise<SeenTime | undefined> {
  let text = await readNote(records, noteName);
  return text === undefined ? undefined : SeenTime.parse(JSON.parse(text));
}

/** False if it has changed since it was read. */
async function writeSeenTime(records: Records, before: SeenTime | undefined, after: SeenTime): Promise<boolean> {
  let text = JSON.stringify(after);
  if (before === undefined) {
    let row = { name: noteName, text };
    let added = await records
      .insertInto('notes')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 1n;
  }
  let { numUpdatedRows } = await records
    .updateTable('notes')
    .set({ text })
    .where('name', '=', noteName)
    .where('text', '=', JSON.stringify(before))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** An administrator says that the clock is right. Undefined if it has jumped since, or is believed. */
export async function believeClock(records: Records, since: number): Promise<number | undefined> {
  let seen = await seenTime(records);
  if (seen?.doubt?.since !== since) return undefined;
  let { until } = seen.doubt;
  return (await writeSeenTime(records, seen, { time: until })) ? until : undefined;
}

/** When a clock in doubt can be believed without an administrator; null: never. */
export function believedAt({ time, doubt }: SeenTime): number | null {
  return doubt && Math.abs(doubt.since - time) <= jumpMax ? doubt.since + believedAfterMs : null;
}

/** Deletes by age; every rule of age does it here. Does nothing while the clock is in doubt. */
export async function byAge(
  records: Records,
  now: number,
  deleteOld: (now: number) => Promise<unknown>,
): Promise<void> {
  let seen = await seenTime(records);
  if (seen && !seen.doubt && isNear(seen.time, now)) await deleteOld(now);
}

/** The time of the newest of the records; 0 without any. */
export async function newestRecord(records: Records): Promise<number> {
  let newest = async (table: 'audit_events' | 'owners' | 'packages' | 'pixels' | 'tokens') => {
    let row = await records
      .selectFrom(table)
      .select((e) => e.fn.max('created_at').as('time'))
      .executeTakeFirst();
    return Number(row?.time ?? 0);
  };
  return greatest(await Promise.all((['audit_events', 'owners', 'packages', 'pixels', 'tokens'] as const).map(newest)));
}
