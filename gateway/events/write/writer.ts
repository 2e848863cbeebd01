/** Stores events, from the journal and from imports: through memory into the table, each once. */
import type { Event } from 'contract/event-fields';
import { openDamageLog, type Damage, type DamageLog } from 'journal/damage-log';
import { epochsOf } from 'journal/headers';
import { createJournalReader, type JournalReader, type Mark } from 'journal/reader';
import type { WrittenEvents } from '../shape/snapshot';
import { createRecentDecisions, type DecisionChange } from './count-decisions';
import type { EventTable, OpenTable } from './event-table';
import { createEventFlusher } from './flusher';
import { startJournalIntake, type IntakeRules } from './journal-intake';
import { createRecentEvents } from './recent-events';
import { createErasedEvents, type ErasedEvents } from './erased-events';
import type { Tombstone } from '../../floor/db/tombstone';

export interface EventWriterParts extends IntakeRules {
  folder: string;
  warn(sentence: string): void;
  /** Decisions about stored events change now or in a moment. */
  changed?: ((changes: readonly DecisionChange[]) => void) | undefined;
  tombstones?: readonly Tombstone[];
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

/** Opens the table and starts reading the journal. */
export async function createEventWriter<Table extends EventTable>(
  openTable: OpenTable<Table>,
  parts: EventWriterParts,
): Promise<EventWriter<Table>> {
  let { folder, warn, taken, changed, tombstones = [] } = parts;
  let { journal = (marks, log) => createJournalReader(folder, marks, log) } = parts;
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
  let intake = startJournalIntake({ reader, tail, table, mover, erased, damage }, parts);

  async function flush(): Promise<void> {
    await intake.take();
    await mover.flush();
  }

  async function halt(): Promise<void> {
    await intake.stop();
    await mover.stop();
    await table.close();
    if (!parts.damage) await damage.close();
  }

  return {
    async load(events) {
      await flush();
      let wanted = events.filter((event) => !erased.has(event));
      await table.add(wanted, []);
      tail.push(wanted);
      tail.moved(await table.end(), table.marks());
    },
    catchUp: intake.take,
    async flush() {
      await flush();
      return tail.tableEnd();
    },
    settle: flush,
    async addImported(choose) {
      if (intake.isStopped()) throw new Error('The event store is closed');
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
    failure: () => ({ reading: intake.failure() ?? reader.problem?.(), storing: mover.failure() }),
    damage: damage.counts,
    async lag() {
      let [oldest] = [...tail.first(1), ...intake.unresolved()];
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
      await intake.take().catch(() => {});
      await intake.stop();
      await mover.flush().catch(() => {});
      await halt();
    },
  };
}
