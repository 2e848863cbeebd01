/** Visitors by value and day in a DuckDB file: the rows of a part, and what new events change. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { SummaryTable } from '../summaries/summary-tables';
import { confidentSql } from '../query/filter';
import { valueDays, valueKinds, kindValues, visitorColumns, type ValueKind } from '../summaries/value-days';

const columnTypes = {
  artifact: 'INTEGER',
  day: 'DATE',
  kind: 'UTINYINT',
  id_period: 'VARCHAR',
  v: 'VARCHAR',
  w: 'VARCHAR',
  first: 'INTEGER',
  last: 'INTEGER',
  each: 'INTEGER',
};

export const valueColumns = Object.keys(columnTypes);

const definitions = Object.entries(columnTypes).map(([name, type]) => `${name} ${type}`);
export const valueTable = `CREATE TABLE IF NOT EXISTS ${valueDays} (part INTEGER, ${definitions.join(', ')})`;

const place = ['part', 'artifact', 'day', 'kind', 'id_period', 'v', 'w'].join(', ');
const counts = ['first', 'last', 'each'];

interface TableKind extends ValueKind {
  number: number;
  v: string;
  w: string;
}

/** The kinds that a table has visitors of, with the SQL of their values. */
function kindsOf(table: SummaryTable): TableKind[] {
  return valueKinds.flatMap((kind, number) => {
    let values = kindValues(kind, table);
    let [v = `''`, w = `''`] = values ?? [];
    return values ? [{ ...kind, number, v, w }] : [];
  });
}

/** How rows change for visitors with the days `after` instead of `before`. */
function changedRows(visitors: string): string {
  let change = (isIt: (days: string) => string) =>
    `sum(visitors * (${isIt('after')}::INTEGER - ${isIt('before')}::INTEGER))::INTEGER`;
  let first = (days: string) => `(${days} & ((1::BIGINT << (bit + 1)) - 1) = 1::BIGINT << bit)`;
  let last = (days: string) => `(${days} >> bit = 1)`;
  let each = (days: string) => `(${days} >> bit & 1 = 1)`;
  return (
    `SELECT part, artifact, (month + bit::INTEGER)::DATE AS day, kind, id_period, v, w, ` +
    `${change(first)} AS first, ${change(last)} AS last, ${change(each)} AS each ` +
    `FROM (SELECT part, artifact, month, kind, id_period, v, w, after, before, count(*) AS visitors FROM (${visitors}) GROUP BY ALL), ` +
    `range(31) AS list(bit) WHERE (after | before) >> bit & 1 = 1 GROUP BY ALL`
  );
}

/** Makes the rows of a part from those of its visitors, of which those alone are marked. */
export async function makeValueRows(connection: DuckDBConnection, table: SummaryTable, part: number): Promise<void> {
  for (let { number, v, w, visitors, isConfident } of kindsOf(table)) {
    let group = `part, artifact, month, ${number} AS kind, id_period, ${v} AS v, ${w} AS w, ${visitorColumns[visitors]}`;
    let select = (days: string, where: string) =>
      `SELECT ${group}, ${days}::BIGINT AS after, 0::BIGINT AS before FROM ${table.name} ` +
      `WHERE part = ${part}${isConfident ? ` AND ${confidentSql}` : ''}${where}`;
    let compared = (where: string) => `${select('bit_or(days)', where)} GROUP BY ALL`;
    let rows =
      visitors === 'origins' ? `${select('days', ' AND alone')} UNION ALL ${compared(' AND NOT alone')}` : compared('');
    await connection.run(`INSERT INTO ${valueDays} ${changedRows(rows)}`);
  }
}

/**
 * Before `added`, a table with rows like those of `table`, is added to it. Only its visitors
 * change, each from the days it had to those it has then.
 */
export async function addValueRows(connection: DuckDBConnection, table: SummaryTable, added: string): Promise<void> {
  let changes = (['origins', 'endpoints'] as const).map((visitors) => {
    let column = visitorColumns[visitors];
    let kinds = kindsOf(table)
      .filter((kind) => kind.visitors === visitors)
      .map(({ number, v, w, isConfident }) => {
        let kind = `{'kind': ${number}, 'v': ${v}, 'w': ${w}}`;
        return isConfident ? `CASE WHEN ${confidentSql} THEN ${kind} END` : kind;
      });
    let met =
      `SELECT *, false AS is_new FROM ${table.name} SEMI JOIN ${added} USING (part, id_period, ${column}) ` +
      `UNION ALL SELECT *, true FROM ${added}`;
    let ofKinds = `SELECT *, unnest([${kinds.join(', ')}]) AS of FROM (${met}) WHERE part IN (SELECT part FROM summary_parts WHERE ready)`;
    let compared =
      `SELECT part, artifact, month, of.kind AS kind, id_period, of.v AS v, of.w AS w, ${column}, bit_or(days)::BIGINT AS after, ` +
      `coalesce(bit_or(days) FILTER (WHERE NOT is_new), 0)::BIGINT AS before FROM (${ofKinds}) WHERE of IS NOT NULL GROUP BY ALL`;
    return changedRows(`SELECT * FROM (${compared}) WHERE after <> before`);
  });
  await connection.run(`CREATE OR REPLACE TEMP TABLE changed AS ${changes.join(' UNION ALL ')}`);
  let isSame = place.split(', ').map((column) => `${valueDays}.${column} = changed.${column}`);
  let summed = counts.map((one) => `${one} = ${valueDays}.${one} + changed.${one}`);
  await connection.run(`UPDATE ${valueDays} SET ${summed.join(', ')} FROM changed WHERE ${isSame.join(' AND ')}`);
  await connection.run(`INSERT INTO ${valueDays} SELECT * FROM changed ANTI JOIN ${valueDays} USING (${place})`);
  await connection.run('DROP TABLE changed');
}
