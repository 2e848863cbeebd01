/** The periods of ids that questions have to expect: looked up once for all questions of a page. */
import { LRUCache } from 'lru-cache';
import { periodsSql, type Scope } from './aggregate-sql';
import type { Answering } from './dialect';
import type { AggregateQuery } from '../store';

export interface Periods {
  /** Those of all tracked events of the packages and the range of a query, whatever its filters. */
  of(query: Pick<AggregateQuery, 'from' | 'until' | 'gone'>, scope: Scope): Promise<string[]>;
  clear(): void;
}

const keptMax = 16;

/** Equal lookups at the same time share one scan. */
export function createPeriods({ dialect, read }: Answering): Periods {
  let kept = new LRUCache<string, Promise<string[]>>({ max: keptMax });
  return {
    of(query, scope) {
      let text = periodsSql(dialect, query, scope);
      let known = kept.get(text);
      if (known) return known;
      let asked = read(async (ask) => (await ask(text)).map(({ period }) => period as string), {
        keys: scope.keys,
        gone: query.gone,
      });
      kept.set(text, asked);
      asked.catch(() => kept.delete(text));
      return asked;
    },
    clear: () => kept.clear(),
  };
}
