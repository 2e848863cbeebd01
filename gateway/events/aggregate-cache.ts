/**
 * Cached answers: each is valid until an event of its artifacts and days is written, and is then
 * updated.
 */
import { LRUCache } from 'lru-cache';
import { dayMs } from 'contract/time';
import type { Event } from 'contract/event-fields';
import type { AggregateQuery, AggregateRow } from './store';

/** The rows of a query over all events with a `seq` below `end`. */
export interface Answer {
  end: number;
  rows: AggregateRow[];
  /** Whether these are all rows, ignoring the query's limit, so that they can be updated. */
  complete: boolean;
}

export interface AggregateCache {
  /**
   * The cached answer, a running query, or else the result of `ask`, which gets an outdated answer
   * if there is one.
   */
  get(query: AggregateQuery, ask: (outdated?: Answer) => Promise<Answer>): Promise<Answer>;
  /** Any cached answer and its query; undefined while there is none. */
  sample(): Pick<Kept, 'query' | 'answer'> | undefined;
  forget(query: AggregateQuery): void;
  /** These events are stored now. */
  written(events: readonly Event[]): void;
  /** Clears the cache. */
  clear(): void;
}

interface Kept {
  query: AggregateQuery;
  stamp: number;
  answer: Promise<Answer>;
}

const rowsMax = 50_000;

/** An empty cache, limited by its number of rows. */
export function createAggregateCache(): AggregateCache {
  let kept = new LRUCache<string, Kept>({ maxSize: rowsMax, sizeCalculation: () => 1 });
  /**
   * Number of events written since the start, by artifact and UTC day. Counts only grow, so an
   * equal sum means that none has changed.
   */
  let writes = new Map<string, Map<number, number>>();

  function stampOf({ artifactType, artifactIds, from, until }: AggregateQuery): number {
    let stamp = 0;
    for (let id of artifactIds)
      for (let [day, count] of writes.get(`${artifactType} ${id}`) ?? [])
        if (day * dayMs >= from && day * dayMs < until) stamp += count;
    return stamp;
  }

  return {
    get(query, ask) {
      let key = keyOf(query);
      let stamp = stampOf(query);
      let known = kept.get(key);
      if (known?.stamp === stamp) return known.answer;
      let answer = known ? known.answer.then(ask, () => ask()) : ask();
      kept.set(key, { query, stamp, answer });
      answer.then(
        ({ rows }) =>
          kept.peek(key)?.answer === answer && kept.set(key, { query, stamp, answer }, { size: 1 + rows.length }),
        () => kept.peek(key)?.answer === answer && kept.delete(key),
      );
      return answer;
    },
    sample() {
      let all = [...kept.values()];
      return all[Math.floor(Math.random() * all.length)];
    },
    forget: (query) => void kept.delete(keyOf(query)),
    written(events) {
      for (let { artifactType, artifactId, time } of events) {
        let name = `${artifactType} ${artifactId}`;
        let days = writes.get(name);
        if (!days) writes.set(name, (days = new Map()));
        let day = Math.floor(time / dayMs);
        days.set(day, (days.get(day) ?? 0) + 1);
      }
    },
    clear() {
      kept.clear();
    },
  };
}

function keyOf(query: AggregateQuery): string {
  let { artifactType, from, until, rollup, breakdowns, groupByArtifact, includeLowConfidence, limit, variable } = query;
  let ids = [...query.artifactIds].sort();
  let rest = [rollup, breakdowns, groupByArtifact, includeLowConfidence, limit ?? 0, query.filters ?? [], variable];
  return JSON.stringify([artifactType, ids, from, until, ...rest]);
}
