/**
 * Finds earlier events of some addresses: one scan, shared by all tables of a page, that shows
 * which visitors are new. An origin belongs to one address, so it finds origins too.
 */
import { LRUCache } from 'lru-cache';
import { conditionsOf, type Scope } from './aggregate-sql';
import type { Artifacts } from './artifacts';
import { msOf } from './columns';
import { groupedFields, type Grouped } from './dimensions';
import type { Engine } from './engine';
import { columnOf, type Event } from 'contract/event-fields';
import type { AggregateQuery } from './store';

/** Earlier events of one address and agent with the same groups and day, merged. */
export type PriorVisit = Grouped & Pick<Event, 'originId' | 'endpointId'>;

export interface PriorVisitors {
  /**
   * Earlier visits of `endpoints` among the events of a query; undefined when there are too many.
   */
  of(query: AggregateQuery, scope: Scope, endpoints: readonly bigint[]): Promise<PriorVisit[] | undefined>;
}

const endpointsMax = 1_000;
const visitsMax = 20_000;
const keptMax = 16;

const groupColumns = groupedFields.map(columnOf).join(', ');

/** Equal lookups at the same time share one scan. */
export function createPriorVisitors(engine: Engine, artifacts: () => Artifacts): PriorVisitors {
  let kept = new LRUCache<string, Promise<PriorVisit[] | undefined>>({ max: keptMax });

  async function lookUp(where: string, parameters: string[]): Promise<PriorVisit[] | undefined> {
    let day = `date_trunc('day', time) AS day`;
    let text = `SELECT DISTINCT artifact, ${day}, origin_id, endpoint_id, ${groupColumns} FROM events WHERE ${where} LIMIT ${visitsMax}`;
    let rows = await engine.read(async (connection) => (await connection.run(text, parameters)).getRowObjects());
    if (rows.length === visitsMax) return undefined;
    let { artifactOf } = artifacts();
    return rows.map((row) => {
      let { artifactId } = artifactOf(row.artifact as number);
      let values = groupedFields.map((field) => [field, row[columnOf(field)]]);
      let visit = { artifactId, time: msOf(row.day), originId: row.origin_id, endpointId: row.endpoint_id };
      return { ...visit, ...Object.fromEntries(values) } as PriorVisit;
    });
  }

  return {
    async of(query, scope, endpoints) {
      if (endpoints.length > endpointsMax) return undefined;
      let { text, parameters } = conditionsOf(query, scope);
      let where = `${text} AND ${isOneOf(endpoints)}`;
      let key = JSON.stringify([where, parameters]);
      let known = kept.get(key);
      if (known) return known;
      let asked = lookUp(where, parameters);
      kept.set(key, asked);
      asked.catch(() => kept.delete(key));
      return asked;
    },
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
