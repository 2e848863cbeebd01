/** Id periods in the range of a query, looked up once for all queries of a page. */
import { LRUCache } from 'lru-cache';
import { periodsSql, type QueryScope } from '../query/aggregate-sql';
import { textOf, type QueryEngine, type RunQuery } from '../query/dialect';
import { summarizedPeriodsSql, type IdPeriod } from './summary-sql';
import { summarized } from './summary-source';
import type { AggregateQuery } from '../shape/store';

export interface IdPeriods {
  /** Periods of all tracked events of the artifacts in the range, regardless of filters. */
  of(query: Pick<AggregateQuery, 'from' | 'until'>, scope: QueryScope, within: Within): Promise<IdPeriod[]>;
  clear(): void;
}

/** The transaction that asks. */
interface Within {
  ask: RunQuery;
  isShort: boolean;
}

const keptMax = 16;

/** Concurrent equal lookups share one scan. */
export function createIdPeriods(engine: QueryEngine): IdPeriods {
  let { dialect } = engine;
  let kept = new LRUCache<string, Promise<IdPeriod[]>>({ max: keptMax });
  return {
    of(query, scope, { ask, isShort }) {
      let text = periodsSql(dialect, query, scope);
      let look = async () => {
        let source = isShort ? undefined : await summarized(engine, ask, query, { ...scope, counted: 'counted' });
        let rows = await ask(source ? summarizedPeriodsSql(source, query) : text);
        // Counting from the events alone does not need to know.
        return rows.map(({ period, lasts = true }) => ({ period: textOf(period), lasts: Boolean(lasts) }));
      };
      // The transaction of another one may have been given up.
      let asked = kept.get(text)?.catch(look) ?? look();
      kept.set(text, asked);
      asked.catch(() => kept.get(text) === asked && kept.delete(text));
      return asked;
    },
    clear: () => kept.clear(),
  };
}
