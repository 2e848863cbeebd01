/**
 * Finds earlier events of some addresses: one scan, shared by all tables of a page, that shows
 * which visitors are new within a period. An origin belongs to one address, so it finds origins too.
 */
import { LRUCache } from 'lru-cache';
import { conditionsOf, type Scope } from './aggregate-sql';
import type { Artifacts } from './artifacts';
import { msOf } from './columns';
import { countedAt } from './decisions';
import { groupedFields, type Grouped } from './dimensions';
import type { Engine } from './engine';
import { columnOf, type Event } from 'contract/event-fields';
import type { AggregateQuery } from './store';

/** Earlier events of one address and agent with the same groups and day, merged. */
export type PriorVisit = Grouped & Pick<Event, 'idPeriod'>;

export interface PriorVisitors {
  /**
   * Earlier visits of `endpoints` among the events of a query; undefined when there are too many.
   */
  of(query: AggregateQuery, scope: Scope, endpoints: readonly bigint[]): Promise<PriorVisit[] | undefined>;
  clear(): void;
}

const endpointsMax = 1_000;
const visitsMax = 20_000;
const keptMax = 16;

const groupColumns = groupedFields.map(columnOf).join(', ');

/** Equal lookups at the same time share one scan. */
export function createPriorVisitors(engine: Engine, artifacts: () => Artifacts): PriorVisitors {
  let kept = new LRUCache<string, Promise<PriorVisit[] | undefined>>({ max: keptMax });

  async function lookUp(
    query: AggregateQuery,
    scope: Scope,
    endpoints: readonly bigint[],
  ): Promise<PriorVisit[] | undefined> {
    let day = `date_trunc('day', time) AS day`;
    let rows = await engine.read(async (connection) => {
      let { text, parameters } = conditionsOf(query, { ...scope, counted: await countedAt(connection, scope.end) });
      let selected = `SELECT DISTINCT artifact, ${day}, origin_id, endpoint_id, id_period, ${groupColumns}`;
      let all = `${selected} FROM ${text} AND ${isOneOf(endpoints)} LIMIT ${visitsMax}`;
      return (await connection.run(all, parameters)).getRowObjects();
    });
    if (rows.length === visitsMax) return undefined;
    let { artifactOf } = artifacts();
    return rows.map((row) => {
      let { artifactId } = artifactOf(row.artifact as number);
      let values = groupedFields.map((field) => [field, row[columnOf(field)]]);
      let visitor = { originId: row.origin_id, endpointId: row.endpoint_id, idPeriod: row.id_period };
      return { artifactId, time: msOf(row.day), ...visitor, ...Object.fromEntries(values) } as PriorVisit;
    });
  }

  return {
    async of(query, scope, endpoints) {
      if (endpoints.length > endpointsMax) return undefined;
      let { text, parameters } = conditionsOf(query, { ...scope, counted: 'counted' });
      let key = JSON.stringify([text, parameters, endpoints.map(String)]);
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

const shortList = 24;

/** The engine's own IN takes several times as long as the best form for the length of the list. */
function isOneOf(endpoints: readonly bigint[]): string {
  let ids = endpoints.map((id) => `${BigInt.asUintN(64, id)}::UBIGINT`).sort();
  if (ids.length === 1) return `endpoint_id = ${ids[0]}`;
  if (ids.length <= shortList) return `list_contains([${ids.join(', ')}], endpoint_id)`;
  return `endpoint_id IN (SELECT unnest([${ids.join(', ')}]))`;
}
