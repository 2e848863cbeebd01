/**
 * The last events in memory: all that are not in the table yet, and some that are, for updating
 * cached answers.
 */
import type { Event } from 'contract/event-fields';
import type { Mark } from 'journal/reader';

const rememberedMax = 4_096;

export interface RecentEvents {
  /** Every event has a lower `seq`. */
  end(): number;
  /**
   * Every event in the table has a lower `seq`, and every event with a lower `seq` is in the table.
   */
  tableEnd(): number;
  /** How many events are not in the table yet. */
  waiting(): number;
  /**
   * `from`: where the first of them stands in the journal, and `skipped` events behind the last one
   * that are not to be stored; left out for what is in none.
   */
  push(events: readonly Event[], from?: Mark, skipped?: number): void;
  /** The first of the waiting events. */
  first(max: number): Event[];
  /** Whether the first of them stands in a journal. */
  isInJournal(): boolean;
  /** How far the journals are stored once so many of the waiting events are in the table. */
  marksOf(count: number): Mark[];
  /** Everything below `seq` is in the table, and the journals are stored up to `marks`. */
  moved(seq: number, marks: readonly Mark[]): void;
  /** Takes the first of the waiting events out: it is not to be stored. */
  drop(): void;
  /** The events from a `seq` to the end of the table; undefined when some are not in memory. */
  since(seq: number): readonly Event[] | undefined;
}

interface Source {
  seq: number;
  count: number;
  /** Where the first of them stands. */
  from: Mark;
  /** The place that is reached when all of them are stored. */
  next: number;
}

/** A tail that begins behind the `start` events of the table. */
export function createRecentEvents(start: number): RecentEvents {
  let events: Event[] = [];
  let end = start;
  let inTable = start;
  /** Where events that came together stand, here and in the journal, in their order. */
  let sources: Source[] = [];

  return {
    end: () => end,
    tableEnd: () => inTable,
    waiting: () => end - inTable,
    push(fresh, from, skipped = 0) {
      if (from) sources.push({ seq: end, count: fresh.length, from, next: from.next + fresh.length + skipped });
      for (let event of fresh) events.push(event);
      end += fresh.length;
    },
    first(max) {
      let from = events.length - (end - inTable);
      return events.slice(from, from + max);
    },
    isInJournal: () => sources.some(({ seq, count }) => seq <= inTable && inTable < seq + count),
    marksOf(count) {
      let until = inTable + count;
      let marks = new Map<string, Mark>();
      for (let { seq, count: all, from, next } of sources)
        if (seq <= until) marks.set(from.epoch, { ...from, next: seq + all <= until ? next : from.next + until - seq });
      return [...marks.values()];
    },
    moved(seq, marks) {
      inTable = seq;
      let stored = new Map(marks.map(({ epoch, next }) => [epoch, next]));
      sources = sources.filter(({ from, next }) => (stored.get(from.epoch) ?? 0) < next);
      if (events.length > 2 * rememberedMax) events = events.slice(-Math.max(rememberedMax, end - inTable));
    },
    drop() {
      events.splice(events.length - (end - inTable), 1);
      end -= 1;
      sources = sources.flatMap((source) => without(inTable, source));
    },
    since(seq) {
      let from = seq - (end - events.length);
      return from < 0 ? undefined : events.slice(from, events.length - (end - inTable));
    },
  };
}

/** A source without its event at `seq`; those behind it move up. */
function without(seq: number, source: Source): Source[] {
  let { count, from, next } = source;
  if (source.seq > seq) return [{ ...source, seq: source.seq - 1 }];
  let before = seq - source.seq;
  if (before >= count) return [source];
  let dropped = from.next + before;
  let rest = count - before - 1;
  if (rest === 0) return [{ ...source, count: before }];
  return [
    { ...source, count: before, next: dropped + 1 },
    { seq, count: rest, from: { ...from, next: dropped + 1 }, next },
  ];
}
