/** Answers kept for as long as they are true: an answer holds until an event of its artifacts and days is written. */
import { LRUCache } from 'lru-cache';
import type { Event } from './event';
import type { AggregateQuery, AggregateRow } from './store';

const rowsMax = 50_000;
const dayMs = 86_400_000;

export interface Answers {
  /** The kept answer, the one being worked out, or else what `ask` gives. */
  get(query: AggregateQuery, ask: () => Promise<AggregateRow[]>): Promise<AggregateRow[]>;
  /** These events are in the store now. */
  written(events: readonly Event[]): void;
  /** Anything may have changed. */
  clear(): void;
}

interface Kept {
  stamp: number;
  answer: Promise<AggregateRow[]>;
}

/** An empty set of answers, bounded by the number of rows in it. */
export function createAnswers(): Answers {
  let kept = new LRUCache<string, Kept>({ maxSize: rowsMax, sizeCalculation: () => 1 });
  /** Events written since the start, by artifact and UTC day. Counts only grow, so an equal sum means that none has changed. */
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
      let answer = ask();
      kept.set(key, { stamp, answer });
      answer.then(
        (rows) => kept.peek(key)?.answer === answer && kept.set(key, { stamp, answer }, { size: 1 + rows.length }),
        () => kept.peek(key)?.answer === answer && kept.delete(key),
      );
      return answer;
    },
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

function keyOf({ artifactIds, limit = 0, ...query }: AggregateQuery): string {
  let { artifactType, from, until, rollup, breakdowns, groupByArtifact, includeLowConfidence } = query;
  let ids = [...artifactIds].sort();
  return JSON.stringify([
    [artifactType, ids, from, until, rollup, breakdowns],
    [groupByArtifact, includeLowConfidence, limit],
  ]);
}
