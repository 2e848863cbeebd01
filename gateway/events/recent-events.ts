/**
 * The last events in memory: all that are not in the table yet, and some that are, so that answers
 * can be carried forward over them.
 */
import type { Event } from 'contract/event-fields';

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
  push(events: readonly Event[]): void;
  /** The first of the waiting events. */
  first(max: number): Event[];
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

  return {
    end: () => end,
    tableEnd: () => inTable,
    waiting: () => end - inTable,
    push(fresh) {
      for (let event of fresh) events.push(event);
      end += fresh.length;
    },
    first(max) {
      let from = events.length - (end - inTable);
      return events.slice(from, from + max);
    },
    moved(seq) {
      inTable = seq;
      if (events.length > 2 * rememberedMax) events = events.slice(-Math.max(rememberedMax, end - inTable));
    },
    since(seq) {
      let from = seq - (end - events.length);
      return from < 0 ? undefined : events.slice(from, events.length - (end - inTable));
    },
  };
}
