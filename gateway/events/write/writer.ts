/**
 * Reads the journal in order: into memory, and into the table a moment later or before a query;
 * every event once.
 */
import type { Event } from 'contract/event-fields';
import { openDamageLog, type Damage, type DamageLog } from 'journal/damage-log';
import { epochsOf } from 'journal/headers';
import { createJournalReader, type Batch, type JournalReader, type Mark } from 'journal/reader';
import type { ArtifactKeys } from './artifact-keys';
import { createRecentDecisions, type DecisionChange } from './count-decisions';
import type { EventTable, OpenTable } from './event-table';
import { createEventFlusher, createTries } from './flusher';
import { createRecentEvents } from './recent-events';
import { createErasedEvents, type ErasedEvents } from './erased-events';
import type { Tombstone } from '../../floor/tombstone';

export interface EventWriterParts {
  folder: string;
  /** Called with a message about damage. */
  warn(sentence: string): void;
  /**
   * Gives events that name no artifact yet the one they count for. Rejects where nothing can be
   * resolved; an Error stands in the place of an event that cannot be though others can.
   */
  resolve(events: readonly Event[]): Promise<readonly (Event | Error)[]>;
  /** These events are part of every answer from now on; `seq` is the place of the first. */
  taken(events: readonly Event[], seq: number): void;
  /** What was decided about stored events changes now or in a moment; nobody is told when left out. */
  changed?: ((changes: readonly DecisionChange[]) => void) | undefined;
  /** What was erased before; nothing when left out. */
  tombstones?: readonly Tombstone[];
  /**
   * No event is later than this says when it is read, in milliseconds; any time stays when left
   * out.
   */
  clock?: (() => number) | undefined;
  /** What is read in place of the journal of the folder. */
  journal?: ((marks: readonly Mark[], damage: DamageLog) => JournalReader) | undefined;
}

export interface EventWriter<Table extends EventTable = EventTable> {
  /** Writes many events directly to the table; nothing else may write meanwhile. */
  load(events: readonly Event[]): Promise<void>;
  /** Resolves when everything that was durable in the journal at the call is read. */
  catchUp(): Promise<void>;
  /**
   * Resolves when everything that was durable in the journal at the call is in the table; gives the
   * `end` that it is below.
   */
  flush(): Promise<number>;
  /**
   * Brings events that are in no journal into the table. They are what `choose` gives, at a moment
   * from which on a new tombstone finds them. Gives those that the table refuses.
   */
  addImported(choose: (isErased: ErasedEvents['has']) => readonly Event[]): Promise<readonly Event[]>;
  /** No event of these is stored from now on; what is on its way may be for a moment. */
  addTombstones(tombstones: readonly Tombstone[]): void;
  artifacts(): ArtifactKeys;
  /** For what is changed in the table besides new events. */
  table: Omit<Table, keyof EventTable>;
  /** Keeps the files of the journal until the function is called that it gives. */
  keepJournal(): Promise<() => void>;
  /** The end of what can be counted: the table has every event with a lower `seq`. */
  end(): number;
  /** How many events are in memory and not yet in the table. */
  waiting(): number;
  /** Why the journal cannot be read, or not be brought into the table; undefined while it can. */
  failure(): { reading?: unknown; storing?: unknown };
  damage(): Damage;
  /** How much of the journal is not stored: bytes, and the time of the first event. */
  lag(): Promise<{ bytes: number; oldest: number | null }>;
  /**
   * The events of the table from one state to a later one, those that count, or the repeats.
   * Undefined when some are not in memory any more, and when decisions about others have changed in
   * between.
   */
  eventsBetween(from: number, until: number, which: { repeats: boolean }): readonly Event[] | undefined;
  /** Finishes the current write; other events stay in the journal. */
  close(): Promise<void>;
}

/** With more waiting events, reading pauses until the table catches up, to limit memory. */
const crowded = 15_000;
const lookEveryMs = 200;

/** Opens the table and starts reading the journal of the folder. */
export async function createEventWriter<Table extends EventTable>(
  openTable: OpenTable<Table>,
  parts: EventWriterParts,
): Promise<EventWriter<Table>> {
  let { folder, warn, resolve, taken, changed, tombstones = [], clock = () => Infinity } = parts;
  let { journal = (marks, log) => createJournalReader(folder, marks, log) } = parts;
  let erased = createErasedEvents();
  erased.add(tombstones);
  let recent = createRecentDecisions();
  let table = await openTable(await epochsOf(folder), (events, decided) => {
    recent.note(events, decided);
    changed?.(decided.changes);
  });
  let damage = await openDamageLog(folder, warn);
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
      // Segments that were stored when the process ended are still there at the next start.
      if (!unresolved) return tail.waiting() > 0 ? undefined : reader.release(table.marks());
      await push(unresolved, await admitted(noLaterThan(clock(), unresolved.events)));
      unresolved = undefined;
      mover.wake();
    }
  }

  /**
   * The one way of events into the store. Those of what was erased are null, by what they name
   * before they are resolved and afterwards.
   */
  async function admitted(events: readonly Event[]): Promise<(Event | Error | null)[]> {
    let wanted = events.map((event) => !erased.has(event));
    let resolved = await resolve(wanted.includes(false) ? events.filter((_, i) => wanted[i]) : events);
    let next = 0;
    return wanted.map((isWanted) => {
      let event = isWanted ? resolved[next++]! : null;
      return event === null || event instanceof Error || !erased.has(event) ? event : null;
    });
  }

  /** Events that cannot be resolved are tried again a few times, and then set aside. */
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

  /** A running read may have passed newer events, so one more follows it. */
  function take(): Promise<void> {
    if (!running) return run();
    return (following ??= running.then(run, run));
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
      await take();
      await mover.flush();
      return tail.tableEnd();
    },
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
    async close() {
      clearInterval(look);
      await take().catch(() => {});
      closed = true;
      await following?.catch(() => {});
      await mover.flush().catch(() => {});
      await mover.stop();
      await table.close();
      await damage.close();
    },
  };
}

/**
 * The clock of the edge that wrote them may be ahead. Such events are of now: else no report has
 * them until their day has come, and dated ones have them under a day that has not begun.
 */
function noLaterThan(now: number, events: readonly Event[]): readonly Event[] {
  return events.map((event) => (event.time > now ? { ...event, time: now } : event));
}

interface Run {
  /** Its place in the batch. */
  first: number;
  stored: Event[];
  /** Events behind them that are not stored. */
  skipped: number;
}

/** A batch in runs of events to store, each with those behind it that are not. */
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
