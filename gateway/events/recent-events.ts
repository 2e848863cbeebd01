/**
 * The last events in memory: all that are not in the table yet, and some that are, so that answers
 * can be carried forward over them.
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
  /** `from`: where the first of them stands in the journal; left out for what is in none. */
  push(events: readonly Event[], from?: Mark): void;
  /** The first of the waiting events. */
  first(max: number): Event[];
  /** What is stored of the journal once so many of the waiting events are in the table. */
  marksOf(count: number): Mark[];
  /** Everything below `seq` is in the table. */
  moved(seq: number): void;
  /**
   * The events from a `seq` on to the end of the table; undefined when they are not all remembered.
   */
  since(seq: number): readonly Event[] | undefined;
}

/** A tail that begins behind the `start` events of the table. */
export function createRecentEvents(start: number): RecentEvents {
  let events: Event[] = [];
  let end = start;
  let inTable = start;
  /** Where events that came together stand, here and in the journal. */
  let sources: { seq: number; count: number; from: Mark }[] = [];

  return {
    end: () => end,
    tableEnd: () => inTable,
    waiting: () => end - inTable,
    push(fresh, from) {
      if (from) sources.push({ seq: end, count: fresh.length, from });
      for (let event of fresh) events.push(event);
      end += fresh.length;
    },
    first(max) {
      let from = events.length - (end - inTable);
      return events.slice(from, from + max);
    },
    marksOf(count) {
      let until = inTable + count;
      let marks = new Map<string, Mark>();
      for (let { seq, count: all, from } of sources)
        if (seq < until) marks.set(from.epoch, { ...from, next: from.next + Math.min(all, until - seq) });
      return [...marks.values()];
    },
    moved(seq) {
      inTable = seq;
      sources = sources.filter((source) => source.seq + source.count > seq);
      if (events.length > 2 * rememberedMax) events = events.slice(-Math.max(rememberedMax, end - inTable));
    },
    since(seq) {
      let from = seq - (end - events.length);
      return from < 0 ? undefined : events.slice(from, events.length - (end - inTable));
    },
  };
}
