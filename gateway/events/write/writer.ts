/** Reads the journal in order into memory, and from there into the table, each event once. */
import type { Event } from 'contract/event-fields';
import { openDamageLog, type Damage, type DamageLog } from 'journal/damage-log';
import { epochsOf } from 'journal/headers';
import { createJournalReader, type Batch, type JournalReader, type Mark } from 'journal/reader';
import type { WrittenEvents } from '../shape/snapshot';
import { createRecentDecisions, type DecisionChange } from './count-decisions';
import type { EventTable, OpenTable } from './event-table';
import { createEventFlusher, createTries } from './flusher';
import { createRecentEvents } from './recent-events';
import { createErasedEvents, type ErasedEvents } from './erased-events';
import type { Tombstone } from '../../floor/db/tombstone';

export interface EventWriterParts {
  folder: string;
  warn(sentence: string): void;
  /**
   * Assigns an artifact to events without one. Rejects if nothing can be resolved; returns an Error
   * in place of a single event that cannot be.
   */
  resolve(events: readonly Event[]): Promise<readonly (Event | Error)[]>;
  /** These events are part of every answer from now on, starting at `seq`. */
  taken(events: readonly Event[], seq: number): void;
  /** Decisions about stored events change now or in a moment. */
  changed?: ((changes: readonly DecisionChange[]) => void) | undefined;
  tombstones?: readonly Tombstone[];
  /** Upper bound for event times in milliseconds; unlimited by default. */
  clock?: (() => number) | undefined;
  /** The time to store for one of the journal, which is from this node; the same by default. */
  dated?: ((time: number, from: Pick<Mark, 'node'>) => number) | undefined;
  /** Whether this writer stores an event at this place of its journal; every event by default. */
  isOurs?: ((event: Event, place: Mark) => boolean) | undefined;
  /** Replaces the journal of the folder. */
  journal?: ((marks: readonly Mark[], damage: DamageLog) => JournalReader) | undefined;
  /** That of the folder, where several writers share it. */
  damage?: DamageLog | undefined;
}

export interface EventWriter<Table extends EventTable = EventTable> extends WrittenEvents {
  /** Writes directly to the table; no other writes may run. */
  load(events: readonly Event[]): Promise<void>;
  /**
   * Stores the events that `choose` returns, which are in no journal. New tombstones apply from
   * then on. Returns those that the table refused.
   */
  addImported(choose: (isErased: ErasedEvents['has']) => readonly Event[]): Promise<readonly Event[]>;
  /** Events on their way may be stored for a moment. */
  addTombstones(tombstones: readonly Tombstone[]): void;
  /** For changes other than new events. */
  table: Omit<Table, keyof EventTable>;
  /** Keeps the journal's files until the returned function is called. */
  keepJournal(): Promise<() => void>;
  /** Why the journal cannot be read or stored. */
  failure(): { reading?: unknown; storing?: unknown };
  damage(): Damage;
  /** Journal data that is not stored: bytes, and the time of the first event. */
  lag(): Promise<{ bytes: number; oldest: number | null }>;
  /**
   * Events between two snapshots, either those that count or the repeats. Undefined if some are no
   * longer in memory, or if decisions about others changed in between.
   */
  eventsBetween(from: number, until: number, which: { repeats: boolean }): readonly Event[] | undefined;
  /**
   * Resolves when everything durable at the call is stored, of one owner or of all, also where other
   * processes store it.
   */
  settle(ownerId?: string): Promise<void>;
  /** Finishes the current write; other events stay in the journal. */
  halt(): Promise<void>;
  /** The same, after everything durable is stored if that is possible. */
  close(): Promise<void>;
}

/** Above this number of waiting events, reading pauses to limit memory. */
const crowded = 15_000;
const lookEveryMs = 200;

/** Opens the table and starts reading the journal. */
export async function createEventWriter<Table extends EventTable>(
  openTable: OpenTable<Table>,
  parts: EventWriterParts,
): Promise<EventWriter<Table>> {
  let {
    folder,
    warn,
    resolve,
    taken,
    changed,
    tombstones = [],
    clock = () => Infinity,
    dated = (time) => time,
  } = parts;
  let { isOurs = () => true, journal = (marks, log) => createJournalReader(folder, marks, log) } = parts;
  let erased = createErasedEvents();
  erased.add(tombstones);
  let recent = createRecentDecisions();
  let table = await openTable(await epochsOf(folder), (events, decided) => {
    recent.note(events, decided);
    changed?.(decided.changes);
  });
  let damage = parts.damage ?? (await openDamageLog(folder, warn));
  let reader = journal(table.marks(), damage);
  let tail = createRecentEvents(await table.end());
  let mover = createEventFlusher({ tail, table, journal: reader, damage });
  let unresolved: Batch | undefined;
  let tries = createTries();
  let failure: unknown;
  let closed = false;
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  async function takeAll(): Promise<void> {
    while (!closed) {
      if (tail.waiting() > crowded) await mover.flushSome();
      unresolved ??= await reader.read();
      // Segments that were fully stored before a restart still exist.
      if (!unresolved) return tail.waiting() > 0 ? undefined : reader.release(table.marks());
      let { events, from } = unresolved;
      await push(
        unresolved,
        await admitted(
          events.map((event) => datedHere(event, from)),
          from,
        ),
      );
      unresolved = undefined;
      mover.wake();
    }
  }

  /** An edge's clock may be ahead. A later time would hide the event from reports until then. */
  function datedHere(event: Event, from: Mark): Event {
    let time = Math.min(dated(event.time, from), clock());
    return time === event.time ? event : { ...event, time };
  }

  /**
   * The only way into the store. Events that are erased or not ours are null; erased ones are checked by
   * what they name before and after resolving.
   */
  async function admitted(events: readonly Event[], from: Mark): Promise<(Event | Error | null)[]> {
    let isHere = (event: Event, i: number) => isOurs(event, { ...from, next: from.next + i });
    let wanted = events.map((event, i) => isHere(event, i) && !erased.has(event));
    let resolved = await resolve(wanted.includes(false) ? events.filter((_, i) => wanted[i]) : events);
    let next = 0;
    return wanted.map((isWanted) => {
      let event = isWanted ? resolved[next++]! : null;
      return event === null || event instanceof Error || !erased.has(event) ? event : null;
    });
  }

  /** Events that cannot be resolved are retried a few times, then set aside. */
  async function push({ events, from }: Batch, resolved: readonly (Event | Error | null)[]): Promise<void> {
    let refused = resolved.filter((event) => event instanceof Error);
    if (refused[0] && !tries.isLast(events[0]!.id)) throw refused[0];
    for (let [i, event] of resolved.entries()) if (event instanceof Error) await damage.addRefused(events[i]!, event);
    for (let { first, stored, skipped } of runsOf(resolved)) {
      let seq = tail.end();
      tail.push(stored, { ...from, next: from.next + first }, skipped);
      taken(stored, seq);
    }
  }

  function run(): Promise<void> {
    following = undefined;
    running = takeAll()
      .then(
        () => void (failure = undefined),
        (error: unknown) => {
          failure = error;
          throw error;
        },
      )
      .finally(() => (running = undefined));
    return running;
  }

  /** A running read may already be past newer events, so another one follows. */
  function take(): Promise<void> {
    if (!running) return run();
    return (following ??= running.then(run, run));
  }

  async function flush(): Promise<void> {
    await take();
    await mover.flush();
  }

  async function halt(): Promise<void> {
    clearInterval(look);
    closed = true;
    await running?.catch(() => {});
    await mover.stop();
    await table.close();
    if (!parts.damage) await damage.close();
  }

  let look = setInterval(() => void (running ?? run().catch(() => {})), lookEveryMs).unref();

  return {
    async load(events) {
      await take();
      await mover.flush();
      let wanted = events.filter((event) => !erased.has(event));
      await table.add(wanted, []);
      tail.push(wanted);
      tail.moved(await table.end(), table.marks());
    },
    catchUp: take,
    async flush() {
      await flush();
      return tail.tableEnd();
    },
    settle: flush,
    async addImported(choose) {
      if (closed) throw new Error('The event store is closed');
      let events = choose(erased.has);
      if (events.length === 0) return [];
      let seq = tail.end();
      tail.push(events);
      taken(events, seq);
      await mover.flush();
      return events.filter(mover.isRefused);
    },
    addTombstones: erased.add,
    artifacts: table.artifacts,
    table,
    keepJournal: reader.keep,
    ends: () => [tail.tableEnd()],
    end: tail.tableEnd,
    waiting: tail.waiting,
    failure: () => ({ reading: failure ?? reader.problem?.(), storing: mover.failure() }),
    damage: damage.counts,
    async lag() {
      let [oldest] = [...tail.first(1), ...(unresolved?.events ?? [])];
      let behind = await reader.lag();
      return { ...behind, oldest: behind.oldest ?? oldest?.time ?? null };
    },
    eventsBetween(from, until, { repeats }) {
      if (recent.haveChanged(from, until)) return undefined;
      return tail
        .since(from)
        ?.slice(0, until - from)
        .filter((event) => recent.counted(event) !== repeats);
    },
    halt,
    async close() {
      clearInterval(look);
      await take().catch(() => {});
      closed = true;
      await following?.catch(() => {});
      await mover.flush().catch(() => {});
      await halt();
    },
  };
}

interface Run {
  /** Index in the batch. */
  first: number;
  stored: Event[];
  /** Events after them that are not stored. */
  skipped: number;
}

/** Splits a batch into runs of stored events, each with the skipped ones after it. */
function runsOf(resolved: readonly (Event | Error | null)[]): Run[] {
  let runs: Run[] = [];
  for (let [i, event] of resolved.entries()) {
    let last = runs.at(-1);
    let isStored = event !== null && !(event instanceof Error);
    if (!last || (last.skipped > 0 && isStored)) runs.push((last = { first: i, stored: [], skipped: 0 }));
    if (event === null || event instanceof Error) last.skipped += 1;
    else last.stored.push(event);
  }
  return runs;
}
