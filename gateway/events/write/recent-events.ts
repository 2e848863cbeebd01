/**
 * The latest events in memory: all that are not in the table yet, and some that are, to update
 * cached aggregates.
 */
import type { Event } from 'contract/event-fields';
import type { Mark } from 'journal/reader';

const rememberedMax = 4_096;

export interface RecentEvents {
  /** Sequence number after the last event. */
  end(): number;
  /** Sequence number after the last event in the table. */
  tableEnd(): number;
  /** The number of events not in the table yet. */
  waiting(): number;
  /**
   * `from`: journal position of the first event, undefined for imports. `skipped`: journal entries
   * after the last event that are not stored.
   */
  push(events: readonly Event[], from?: Mark, skipped?: number): void;
  /** The first waiting events. */
  first(max: number): Event[];
  /** Whether the first waiting event is from a journal. */
  isInJournal(): boolean;
  /** Journal positions after `count` waiting events are stored. */
  marksOf(count: number): Mark[];
  /** Everything below `seq` is in the table, and the journals are stored up to `marks`. */
  moved(seq: number, marks: readonly Mark[]): void;
  /** Removes the first waiting event. */
  drop(): void;
  /** Events from `seq` to the end of the table; undefined if some have left the memory. */
  since(seq: number): readonly Event[] | undefined;
}

interface Source {
  seq: number;
  count: number;
  /** Journal position of the first one. */
  from: Mark;
  /** Journal position after the last one. */
  next: number;
}

/** `start` is the end of the table. */
export function createRecentEvents(start: number): RecentEvents {
  let events: Event[] = [];
  let end = start;
  let inTable = start;
  /** Batches with their sequence numbers and journal positions, in order. */
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

/** A source without its event at `seq`; later events move up. */
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
