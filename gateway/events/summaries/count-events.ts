import { aggregateSql, countsVisitors, type AggregateSql, type QueryScope } from '../query/aggregate-sql';
import type { ArtifactKeys } from '../shape/artifact-keys';
import { textOf, type Dialect, type EngineRow, type QueryEngine } from '../query/dialect';
import { hashText } from '../query/hash-text';
import type { IdPeriods } from './id-periods';
import { summarySql } from './summary-sql';
import { summarized } from './summary-source';
import { asksOneValue } from './value-days';
import type { AggregateQuery, AggregateRow, PeriodUniques } from '../shape/store';

interface CountParts {
  engine: QueryEngine;
  artifacts: ArtifactKeys;
  periods: IdPeriods;
}

/**
 * Counts all events of a query, with its limit; at most `rowsMax` rows. From the summaries where
 * they are available and have its fields.
 */
export async function countEvents(
  { engine, artifacts, periods: known }: CountParts,
  query: AggregateQuery,
  scope: QueryScope,
  rowsMax: number,
): Promise<AggregateRow[]> {
  let { dialect } = engine;
  return engine.read(
    async (ask, isShort) => {
      let periods = countsVisitors(query) ? await known.of(query, scope, { ask, isShort }) : [];
      let counted = await dialect.countedAt(ask, scope.end);
      let source = isShort ? undefined : await summarized(engine, ask, query, { ...scope, counted });
      let isOneValue = source && periods.length > 0 ? await asksOneValue(ask, source, query) : false;
      let sql =
        (source && summarySql(source, query, { rowsMax, periods, isOneValue })) ??
        aggregateSql(
          dialect,
          query,
          { ...scope, counted },
          { rowsMax, periods: periods.map(({ period }) => period), isShort },
        );
      let rows = await ask(sql.text, sql.parameters);
      return rows.map((row) => rowOf(dialect, row, sql, artifacts));
    },
    { keys: scope.keys, signal: query.signal },
  );
}

function rowOf(dialect: Dialect, row: EngineRow, sql: AggregateSql, artifacts: ArtifactKeys): AggregateRow {
  let answer: AggregateRow = {
    values: {},
    total: Number(row.total),
    uniques: uniquesOf(dialect, row, sql.periods),
  };
  for (let [i, field] of sql.fields.entries()) answer.values[field] = groupOf(row[`v${i}`]);
  if (sql.withArtifact) answer.artifactId = artifacts.artifactOf(Number(row.a)).artifactId;
  if (sql.withDate) answer.date = String(row.day);
  if (sql.withSeen) {
    answer.firstSeen = dialect.msOf(row.first);
    answer.lastSeen = dialect.msOf(row.last);
  }
  return answer;
}

function groupOf(value: unknown): string {
  return typeof value === 'bigint' ? hashText(value) : textOf(value);
}

function uniquesOf({ objectsIn }: Dialect, row: EngineRow, [only, ...more]: readonly string[]): PeriodUniques[] {
  if (only === undefined) return [];
  let of = (period: string, counts: EngineRow): PeriodUniques => ({
    period,
    origins: Number(counts.origins),
    endpoints: counts.endpoints === undefined ? null : Number(counts.endpoints),
  });
  if (more.length === 0) return [of(only, row)];
  return objectsIn(row.uniques).map((counts) => of(textOf(counts.period), counts));
}
