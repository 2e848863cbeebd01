/**
 * Counts the events of a query from the first to the last: slow, but needed without a cached
 * answer.
 */
import type { DuckDBDateValue, DuckDBListValue, DuckDBStructValue, DuckDBValue } from '@duckdb/node-api';
import { aggregateSql, isUntracked, periodsSql, type AggregateSql, type Scope } from './aggregate-sql';
import type { Artifacts } from './artifacts';
import { msOf } from './columns';
import { countedAt } from './decisions';
import type { Engine } from './engine';
import { hashText } from './hash-text';
import type { AggregateQuery, AggregateRow, PeriodUniques } from './store';

/** Rows of an aggregation, with the query's limit; never more than `rowsMax`. */
export async function countAll(
  { engine, artifacts }: { engine: Engine; artifacts: Artifacts },
  query: AggregateQuery,
  scope: Scope,
  rowsMax: number,
): Promise<AggregateRow[]> {
  let periods = isUntracked(query) ? [] : await periodsOf(engine, query, scope);
  return engine.read(async (connection) => {
    let counted = await countedAt(connection, scope.end);
    let sql = aggregateSql(query, { ...scope, counted }, { rowsMax, periods });
    let rows = await (await connection.run(sql.text, sql.parameters)).getRowObjects();
    return rows.map((row) => rowOf(row, sql, artifacts));
  });
}

async function periodsOf(engine: Engine, query: AggregateQuery, scope: Scope): Promise<string[]> {
  return engine.read(async (connection) => {
    let { text, parameters } = periodsSql(query, { ...scope, counted: await countedAt(connection, scope.end) });
    let rows = await (await connection.run(text, parameters)).getRows();
    return rows.map(([period]) => period as string);
  });
}

function rowOf(row: Record<string, DuckDBValue>, sql: AggregateSql, artifacts: Artifacts): AggregateRow {
  let answer: AggregateRow = {
    values: {},
    total: Number(row.total),
    uniques: uniquesOf(row, sql.periods),
  };
  for (let [i, field] of sql.fields.entries()) answer.values[field] = textOf(row[`v${i}`]!);
  if (sql.withArtifact) answer.artifactId = artifacts.artifactOf(row.a as number).artifactId;
  if (sql.withDate) answer.date = (row.day as DuckDBDateValue).toString();
  if (sql.withSeen) {
    answer.firstSeen = msOf(row.first);
    answer.lastSeen = msOf(row.last);
  }
  return answer;
}

function textOf(value: DuckDBValue): string {
  return typeof value === 'bigint' ? hashText(value) : (value as string);
}

function uniquesOf(row: Record<string, DuckDBValue>, [only, ...more]: readonly string[]): PeriodUniques[] {
  if (only === undefined) return [];
  let of = (period: string, counts: Record<string, DuckDBValue>): PeriodUniques => ({
    period,
    origins: Number(counts.origins),
    endpoints: Number(counts.endpoints),
  });
  if (more.length === 0) return [of(only, row)];
  return (row.uniques as DuckDBListValue).items.map((item) => {
    let { entries } = item as DuckDBStructValue;
    return of(entries.period as string, entries);
  });
}
