/** Id periods in the range of a query, looked up once for all queries of a page. */
import { LRUCache } from 'lru-cache';
import { periodsSql, type QueryScope } from './aggregate-sql';
import { textOf, type QueryEngine } from './dialect';
import { summarized, summarizedPeriodsSql } from '../summaries/summary-sql';
import type { AggregateQuery } from '../store';

export interface IdPeriods {
  /** Periods of all tracked events of the artifacts in the range, regardless of filters. */
  of(query: Pick<AggregateQuery, 'from' | 'until' | 'signal'>, scope: QueryScope): Promise<string[]>;
  clear(): void;
}

const keptMax = 16;

/** Concurrent equal lookups share one scan. */
export function createIdPeriods(engine: QueryEngine): IdPeriods {
  let { dialect, read } = engine;
  let kept = new LRUCache<string, Promise<string[]>>({ max: keptMax });
  return {
    of(query, scope) {
      let text = periodsSql(dialect, query, scope);
      let known = kept.get(text);
      if (known) return known;
      let asked = read(
        async (ask) => {
          let source = await summarized(engine, ask, query, scope);
          let rows = await ask(source ? summarizedPeriodsSql(source, query) : text);
          return rows.map(({ period }) => textOf(period));
        },
        { keys: scope.keys, signal: query.signal },
      );
      kept.set(text, asked);
      asked.catch(() => kept.delete(text));
      return asked;
    },
    clear: () => kept.clear(),
  };
}
