/**
 * The ranges being sent to ClickHouse, saved in PostgreSQL through the session that holds the leases of
 * their partitions: a process that has lost them cannot save a range, so it sends none. The next holder of
 * one of its partitions sends the pending range again.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PgSession } from '../../floor/db/session';
import type { Ends } from '../shape/ends';
import { rangeIn, type EventRange } from './range';
import type { Span } from './spans';

const lookEveryMs = 100;

/** With a name of the writer; without one it is from before partitions. */
export const firstPendingNote = 'events on their way';
/** With the number of the partition; without one for events from before partitions. */
export const firstShippedNote = 'events shipped';

async function pendingRanges({ query }: Pick<PgSession, 'query'>): Promise<{ name: string; range: EventRange }[]> {
  let rows = await query(
    `select name, text from notes where name like '${firstPendingNote}%' and text <> '' order by name`,
  );
  return rows.map(({ name, text }) => ({ name: String(name), range: rangeIn(String(text)) }));
}

/**
 * Resolves when the ranges are stored that are being sent now by any process, of these partitions or of
 * those from before.
 */
export async function rangesShipped(
  { query }: Pick<PgSession, 'query'>,
  partitions: readonly number[],
  signal?: AbortSignal,
): Promise<void> {
  let asked = `from notes where name like '${firstPendingNote}%' and text <> ''`;
  let rows = await query(`select name || md5(text) as range, text ${asked}`);
  let isMeant = ({ partition }: Span) => partition === 0 || partitions.includes(partition);
  let now = rows.filter(({ text }) => rangeIn(String(text)).spans.some(isMeant)).map(({ range }) => String(range));
  for (let left = now; left.length > 0;) {
    await pause(lookEveryMs, undefined, { signal });
    let found = new Set((await query(`select name || md5(text) as range ${asked}`)).map(({ range }) => String(range)));
    left = now.filter((range) => found.has(range));
  }
}

export interface RangeNotes {
  /** Possibly sent, not known to be stored, also by processes that have ended. */
  pending(): Promise<EventRange[]>;
  /** Durable when it resolves. */
  write(range: EventRange): Promise<void>;
  /** The range is stored. */
  shipped(range: EventRange): Promise<void>;
  /** The range will never be sent. */
  drop(range: EventRange): Promise<void>;
  lastShipped(): Promise<Ends>;
}

/** The ranges that have numbers of these partitions; those from before partitions come with any. */
export function createRangeNotes({ query }: Pick<PgSession, 'query'>, partitions: readonly number[]): RangeNotes {
  /** A range is taken back under another token. */
  let names = new WeakMap<EventRange, string>();
  let own = `${firstPendingNote} ${randomUUID()}`;
  let nameOf = (range: EventRange) => names.get(range) ?? own;

  return {
    async pending() {
      let isOurs = ({ partition }: Span) => partition === 0 || partitions.includes(partition);
      let found = (await pendingRanges({ query })).filter(({ range: { spans } }) => spans.some(isOurs));
      for (let { name, range } of found) names.set(range, name);
      return found.map(({ range }) => range);
    },
    async write(range) {
      // One without events only says how far the journals are.
      if (range.spans.length === 0) return;
      await query(
        'insert into notes (name, text) values ($1, $2) on conflict (name) do update set text = excluded.text',
        [nameOf(range), JSON.stringify(range)],
      );
    },
    /** One statement, so atomic. */
    async shipped(range) {
      let ends = range.spans.map(({ partition, end }) => [noteOf(partition), String(end)]);
      await query(
        'with gone as (delete from notes where name = $1) insert into notes (name, text) ' +
          'select * from unnest($2::text[], $3::text[]) on conflict (name) do update set ' +
          'text = greatest(notes.text::bigint, excluded.text::bigint)::text',
        [nameOf(range), ends.map(([name]) => name), ends.map(([, end]) => end)],
      );
    },
    drop: async (range) => void (await query('delete from notes where name = $1', [nameOf(range)])),
    async lastShipped() {
      let rows = await query('select name, text from notes where name = any($1)', [[0, ...partitions].map(noteOf)]);
      let ends: number[] = [];
      for (let partition of [0, ...partitions]) {
        let row = rows.find(({ name }) => name === noteOf(partition));
        if (row) ends[partition] = Number(row.text);
      }
      return ends;
    },
  };
}

function noteOf(partition: number): string {
  return partition === 0 ? firstShippedNote : `${firstShippedNote} ${partition}`;
}
