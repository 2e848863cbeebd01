/**
 * Counts the events of a query from the first to the last: slow, but needed without a cached
 * answer.
 */
import type { DuckDBDateValue, DuckDBValue } from '@duckdb/node-api';
import { aggregateSql, type AggregateSql, type Scope } from './aggregate-sql';
import type { Artifacts } from './artifacts';
import { msOf } from './columns';
import type { Engine } from './engine';
import type { AggregateQuery, AggregateRow } from './store';

/** Rows of an aggregation, with the query's limit; never more than `rowsMax`. */
export async function countAll(
  { engine, artifacts }: { engine: Engine; artifacts: Artifacts },
  query: AggregateQuery,
  scope: Scope,
  rowsMax: number,
): Promise<AggregateRow[]> {
  let sql = aggregateSql(query, scope, rowsMax);
  let rows = await engine.read(async (connection) => (await connection.run(sql.text, sql.parameters)).getRowObjects());
  return rows.map((row) => rowOf(row, sql, artifacts));
}

function rowOf(row: Record<string, DuckDBValue>, sql: AggregateSql, artifacts: Artifacts): AggregateRow {
  let answer: AggregateRow = {
    values: {},
    total: Number(row.total),
    uniqueOrigins: Number(row.origins),
    uniqueEndpoints: Number(row.endpoints),
  };
  for (let [i, field] of sql.fields.entries()) answer.values[field] = row[`v${i}`] as string;
  if (sql.withArtifact) answer.artifactId = artifacts.artifactOf(row.a as number).artifactId;
  if (sql.withDate) answer.date = (row.day as DuckDBDateValue).toString();
  if (sql.withSeen) {
    answer.firstSeen = msOf(row.first);
    answer.lastSeen = msOf(row.last);
  }
  return answer;
}
