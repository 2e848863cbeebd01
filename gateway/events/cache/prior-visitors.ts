/**
 * Finds earlier events of some endpoints, to tell which visitors are new within an id period. One
 * scan serves all tables of a page. An origin belongs to one endpoint, so origins are found too.
 */
import { LRUCache } from 'lru-cache';
import { whereSql, type QueryScope } from '../query/aggregate-sql';
import type { ArtifactKeys } from '../shape/artifact-keys';
import { calendarOf } from '../query/calendar';
import type { QueryEngine } from '../query/dialect';
import { groupedFields, type GroupedEvent } from '../query/dimensions';
import { columnOf, type Event } from 'contract/event-fields';
import type { AggregateQuery } from '../shape/store';

/** Earlier events of one visitor with the same groups and day or hour, merged. */
export type PriorVisit = GroupedEvent & Pick<Event, 'idPeriod'>;

export interface PriorVisitors {
  /** Undefined if there are too many. */
  of(query: AggregateQuery, scope: QueryScope, endpoints: readonly bigint[]): Promise<PriorVisit[] | undefined>;
  clear(): void;
}

const endpointsMax = 1_000;
const visitsMax = 20_000;
const keptMax = 16;

const groupColumns = groupedFields.map(columnOf).join(', ');

/** Concurrent equal lookups share one scan. */
export function createPriorVisitors({ dialect, read }: QueryEngine, artifacts: () => ArtifactKeys): PriorVisitors {
  let kept = new LRUCache<string, Promise<PriorVisit[] | undefined>>({ max: keptMax });

  /** Weeks and months consist of days, so their tables share a scan. */
  function bucketIn(query: AggregateQuery): string {
    return dialect.bucket(query.rollup === 'hourly' ? 'hourly' : 'daily', calendarOf(query));
  }

  async function lookUp(
    query: AggregateQuery,
    scope: QueryScope,
    endpoints: readonly bigint[],
  ): Promise<PriorVisit[] | undefined> {
    let rows = await read(
      async (ask) => {
        let counted = await dialect.countedAt(ask, scope.end);
        let { text, parameters } = whereSql(dialect, query, { ...scope, counted });
        let selected = `SELECT ${bucketIn(query)} AS bucket, artifact, min(time) AS first, origin_id, endpoint_id, id_period, ${groupColumns}`;
        let isAsked = dialect.isOneOf('endpoint_id', endpoints);
        return ask(`${selected} FROM ${text} AND ${isAsked} GROUP BY ALL LIMIT ${visitsMax}`, parameters);
      },
      { keys: scope.keys, signal: query.signal },
    );
    if (rows.length === visitsMax) return undefined;
    let { artifactOf } = artifacts();
    return rows.map((row) => {
      let { artifactId } = artifactOf(Number(row.artifact));
      let values = groupedFields.map((field) => [field, row[columnOf(field)]]);
      let visitor = { originId: row.origin_id, endpointId: row.endpoint_id, idPeriod: row.id_period };
      return { artifactId, time: dialect.msOf(row.first), ...visitor, ...Object.fromEntries(values) } as PriorVisit;
    });
  }

  return {
    async of(query, scope, endpoints) {
      if (endpoints.length > endpointsMax) return undefined;
      let { text, parameters } = whereSql(dialect, query, { ...scope, counted: 'counted' });
      let key = JSON.stringify([bucketIn(query), text, parameters, endpoints.map(String)]);
      let known = kept.get(key);
      if (known) return known;
      let asked = lookUp(query, scope, endpoints);
      kept.set(key, asked);
      asked.catch(() => kept.delete(key));
      return asked;
    },
    clear: () => kept.clear(),
  };
}
