import { DuckDBListValue, DuckDBMapValue, DuckDBStructValue, type DuckDBValue } from '@duckdb/node-api';
import type { Rollup } from 'contract/analytics/aggregations';
import type { Offset } from 'contract/floor/time-zone';
import type { BucketCalendar } from '../query/calendar';
import { duckdbColumns, engineValue, eventFromRow, msOf } from './columns';
import type { Correction } from '../shape/corrections';
import { keepsConnectionType, matchKeySql } from '../query/corrections-sql';
import { textOf, type RunQuery, type Dialect } from '../query/dialect';

/**
 * Folders of earlier versions can contain variables that are invalid JSON for the engine; these are
 * skipped.
 */
const asJson = 'TRY_CAST(variables AS JSON)';

export const duckdbDialect: Dialect = {
  moment: (ms) => `make_timestamp(${ms}000)`,
  msOf,
  bucket,
  minute: `epoch_ms(date_trunc('minute', time))`,
  day: `date_diff('day', DATE '1970-01-01', time::DATE)`,
  date: 'time::DATE',
  month: `date_trunc('month', time)::DATE`,
  masks: {
    ofEvent: '1::UINTEGER << (day(time) - 1)::UINTEGER',
    constant: (mask) => `${mask}::UINTEGER`,
    and: (left, right) => `(${left} & ${right})`,
    any: (column) => `bit_or(${column})`,
    listed(rows) {
      let values = rows.map(({ month, start, mask }) => `(DATE '${month}', TIMESTAMP '${start}', ${mask}::UINTEGER)`);
      return `SELECT * FROM (VALUES ${values.join(', ')}) AS list(month, start, mask)`;
    },
    unpacked: (rows, names) =>
      `SELECT ${names.join(', ')}, unnest(range(len(counts))) AS bit, unnest(counts) AS count FROM (${rows})`,
  },
  lowerCase,
  contains: (text, part) => `contains(${text}, ${part})`,
  startsWith: (text, start) => `starts_with(${text}, ${start})`,
  matches: (text, pattern) => `regexp_matches(${text}, ${pattern})`,
  firstWord: (text) => `split_part(${text}, ' ', 1)`,
  listed: (parameter) => `SELECT unnest(from_json(${parameter}, '["VARCHAR"]'))`,
  isListed: (text, parameter) => `list_contains(from_json(${parameter}, '["VARCHAR"]'), ${text})`,
  hash,
  isOneOf,
  isAmong,
  // Ids start with a time, so the range lets the engine skip blocks.
  hasId: (ids) =>
    `id BETWEEN '${ids[0]}' AND '${ids.at(-1)}' ` +
    `AND id IN (SELECT unnest([${ids.map((id) => `'${id}'`).join(', ')}]::UUID[]))`,
  // As ENUM values, periods cost half as much as texts.
  period: (known) => `id_period::ENUM(${known.map(quoted).join(', ')})`,
  apart,
  hasVariables: `variables <> ''`,
  variable: (parameter) => `json_extract_string(${asJson}, ${parameter})`,
  variableParameter: (name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  pair: (key, value) => `{'key': ${key}, 'value': ${value}}`,
  variables: {
    pairs: `unnest(map_entries(CAST(${asJson} AS MAP(VARCHAR, VARCHAR))))`,
    names: `unnest(list_transform(json_keys(${asJson}), name -> {'key': name}))`,
  },
  collected([text, ...counts]) {
    let fields = [`'${text}': ${text}::VARCHAR`, ...counts.map((name) => `'${name}': ${name}`)];
    return `list({${fields.join(', ')}} ORDER BY ${text})`;
  },
  objectsIn: (value) => listIn(value).map((item) => engineValue(item, DuckDBStructValue).entries),
  distinct: (column) => `coalesce(list_sort(list(DISTINCT ${column}) FILTER (${column} IS NOT NULL)), [])`,
  textsIn: (value) => listIn(value).map(textOf),
  histogram: (column) => `histogram(${column})`,
  histogramIn: (value) =>
    engineValue(value, DuckDBMapValue).entries.map(({ key, value: count }) => [Number(key), Number(count)]),
  corrected,
  noText: 'NULL::VARCHAR',
  countedAt,
  tableState: () =>
    'SELECT count(*) AS count, min(time) AS oldest, max(time) AS newest, ' +
    'greatest(max(seq) + 1, (SELECT max(next) FROM deletions), 0) AS last FROM events',
  eventColumns: duckdbColumns.map(({ name }) => name).join(', '),
  eventOf: eventFromRow,
};

function listIn(value: unknown): readonly DuckDBValue[] {
  return engineValue(value, DuckDBListValue).items;
}

/** The engine's times have no zone, so local days are UTC days of shifted times. */
function bucket(rollup: Exclude<Rollup, 'total'>, { offsets, daysBeforeMonday }: BucketCalendar): string {
  let ahead = aheadOf(offsets);
  let local = ahead ? `(time + ${ahead})` : 'time';
  if (rollup === 'daily') return `${local}::DATE`;
  if (rollup === 'monthly') return `date_trunc('month', ${local})::DATE`;
  if (rollup === 'hourly')
    return ahead
      ? `strftime(date_trunc('hour', ${local}) - ${ahead}, '%Y-%m-%dT%H:%M:%SZ')`
      : `strftime(time, '%Y-%m-%dT%H:00:00Z')`;
  if (daysBeforeMonday === 0) return `date_trunc('week', ${local})::DATE`;
  return `date_trunc('week', ${local} + INTERVAL ${daysBeforeMonday} DAY)::DATE - ${daysBeforeMonday}`;
}

/** Offset of the time zone; empty for UTC. */
function aheadOf(offsets: readonly Offset[]): string {
  let interval = ({ ahead }: Offset) => `INTERVAL (${ahead}) MILLISECOND`;
  let [first, ...later] = offsets;
  if (!first || (later.length === 0 && first.ahead === 0)) return '';
  if (later.length === 0) return interval(first);
  let cases = later.map(({ since }, i) => `WHEN time < ${duckdbDialect.moment(since)} THEN ${interval(offsets[i]!)}`);
  return `CASE ${cases.join(' ')} ELSE ${interval(later.at(-1)!)} END`;
}

/**
 * `lower` is much faster than `translate`, but makes the letters İ and \u212A, which take more
 * bytes, an i and a k.
 */
function lowerCase(...[text, { placed, values }, condition]: Parameters<Dialect['lowerCase']>): string {
  let lower = condition(`lower(${text})`);
  if (!values.some((value) => /[ik]/.test(value))) return lower;
  if (placed === 'equals') {
    let lengths = [...new Set(values.map(({ length }) => length))];
    return `(strlen(${text}) IN (${lengths.join(', ')}) AND ${lower})`;
  }
  let exact = condition(`translate(${text}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`);
  return `(${lower} AND (strlen(${text}) = length(${text}) OR ${exact}))`;
}

function hash(value: bigint): string {
  return `${BigInt.asUintN(64, value)}::UBIGINT`;
}

const shortList = 24;

/** The fastest form depends on the length of the list; the engine's IN is several times slower. */
function isOneOf(column: string, hashes: readonly bigint[]): string {
  let ids = hashes.map(hash).sort();
  if (ids.length === 1) return `${column} = ${ids[0]}`;
  if (ids.length <= shortList) return `list_contains([${ids.join(', ')}], ${column})`;
  return `${column} IN (SELECT unnest([${ids.join(', ')}]))`;
}

/** Each period is another scan, except for the blocks without the period. */
const periodsApartMax = 6;

/**
 * Distinct visitors of a single period need a smaller hash table, with one column less to compare.
 */
function apart(periods: readonly string[]): { column: string; where: string }[] | undefined {
  if (periods.length > periodsApartMax) return undefined;
  return periods.map((period) => ({ column: quoted(period), where: `id_period = ${quoted(period)}` }));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const bitsOfMask = 64;

/**
 * An IN compares each event with each number, which takes several times as long as reading them.
 * Numbers that are close together become a range and a bit mask.
 */
function isAmong(keys: readonly number[]): string {
  let sorted = [...new Set(keys)].sort((a, b) => a - b);
  let [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return 'false';
  if (first === last) return `artifact = ${first}`;
  let range = `artifact BETWEEN ${first} AND ${last}`;
  let count = last - first + 1;
  if (count === sorted.length) return range;
  if (count > bitsOfMask) return `artifact IN (${sorted.join(', ')})`;
  let mask = sorted.reduce((bits, key) => bits | (1n << BigInt(key % bitsOfMask)), 0n);
  // Rows of an owner as a whole have a negative number, and DuckDB may look at both conditions.
  return `${range} AND ((${mask}::UBIGINT >> (abs(artifact) % ${bitsOfMask})::UBIGINT) & 1) = 1`;
}

function corrected(
  corrections: readonly Correction[],
  parameters: string[],
  more: (said: string) => readonly string[],
  from = 'events',
): string {
  parameters.push(JSON.stringify(corrections.map(({ of, name, domain }) => ({ of, name, domain }))));
  let said = `SELECT unnest(from_json($${parameters.length}, '[{"of":"VARCHAR","name":"VARCHAR","domain":"VARCHAR"}]'), recursive := true)`;
  let nobody = `said.name = '' AND said.domain = ''`;
  let selected = [
    `events.* REPLACE (coalesce(said.name, company_name) AS company_name, ` +
      `coalesce(said.domain, company_domain) AS company_domain, ` +
      `CASE WHEN said.of IS NULL THEN confidence WHEN ${nobody} THEN NULL ELSE 1.0 END AS confidence, ` +
      `CASE WHEN said.of IS NULL THEN connection_type WHEN ${nobody} THEN ` +
      `CASE WHEN connection_type = 'business' OR ${keepsConnectionType} THEN '' ELSE connection_type END ` +
      `WHEN ${keepsConnectionType} THEN connection_type ELSE 'business' END AS connection_type)`,
    ...more('said.of'),
  ];
  return `SELECT ${selected.join(', ')} FROM ${from} LEFT JOIN (${said}) AS said ON said.of = ${matchKeySql(duckdbDialect)}`;
}

async function countedAt(ask: RunQuery, lastEvent: number): Promise<string> {
  let [row] = await ask('SELECT max(last_event) AS last FROM changed_decisions');
  if (Number(row!.last ?? 0) <= lastEvent) return 'counted';
  let changedLater =
    `SELECT changed_decisions.seq FROM changed_decisions WHERE last_event > ${lastEvent} ` +
    'GROUP BY ALL HAVING count(*) % 2 = 1';
  return `(counted <> (seq IN (${changedLater})))`;
}
