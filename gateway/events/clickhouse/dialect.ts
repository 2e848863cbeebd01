import type { Rollup } from 'contract/analytics/aggregations';
import { isRecord } from 'contract/floor/keys-of';
import { dayMs, hourMs, secondMs } from 'contract/floor/time';
import type { Offset } from 'contract/floor/time-zone';
import { inEnds, sizeOf, type Ends } from '../shape/ends';
import type { BucketCalendar } from '../query/calendar';
import type { Correction } from '../shape/corrections';
import { keepsConnectionType, matchKeySql } from '../query/corrections-sql';
import { listOf, textOf, type RunQuery, type Dialect } from '../query/dialect';
import { eventColumns, eventFromValues } from './columns';
import type { ArtifactKeys } from '../shape/artifact-keys';
import type { Clickhouse } from './client';
import { literal } from './literals';
import { onShard, type Shards } from './shards';
import { scopeOf } from './summary-scopes';

const date = `toDate(toUInt16(intDiv(time, ${dayMs})))`;

export const clickhouseDialect: Dialect = {
  moment: String,
  msOf: Number,
  bucket,
  minute: 'intDiv(time, 60000) * 60000',
  day: `intDiv(time, ${dayMs})`,
  date,
  month: `toStartOfMonth(${date})`,
  masks: {
    ofEvent: `bitShiftLeft(toUInt32(1), toDayOfMonth(${date}) - 1)`,
    constant: (mask) => `toUInt32(${mask})`,
    and: (left, right) => `bitAnd(${left}, ${right})`,
    any: (column) => `groupBitOr(${column})`,
    listed(rows) {
      let values = rows.map(({ month, start, mask }) => `(DATE '${month}', ${Date.parse(start)}, ${mask})`);
      return `SELECT * FROM values('month Date, start Int64, mask UInt32', ${values.join(', ')})`;
    },
    unpacked: (rows, names) =>
      `SELECT ${names.join(', ')}, pair.1 AS bit, pair.2 AS count FROM ` +
      `(SELECT *, arrayJoin(arrayZip(range(length(counts)), counts)) AS pair FROM (${rows}))`,
  },
  lowerCase: (text, _has, condition) => condition(`lower(${text})`),
  contains: (text, part) => `position(${text}, ${part}) > 0`,
  startsWith: (text, start) => `startsWith(${text}, ${start})`,
  matches: (text, pattern) => `match(${text}, ${pattern})`,
  firstWord: (text) => `splitByChar(' ', ${text})[1]`,
  listed: (parameter) => `SELECT arrayJoin(JSONExtract(${parameter}, 'Array(String)'))`,
  // Replicated tables take no subquery in a deletion.
  isListed: (text, parameter) => `has(JSONExtract(${parameter}, 'Array(String)'), ${text})`,
  hash,
  isOneOf: (column, hashes) => `${column} IN (${hashes.map(hash).join(', ')})`,
  isAmong: (keys) => (keys.length === 0 ? 'false' : `artifact IN (${keys.join(', ')})`),
  hasId: (ids) => `id IN (${ids.map((id) => `toUUID(${literal(id)})`).join(', ')})`,
  period: () => 'id_period',
  apart: () => undefined,
  hasVariables: 'notEmpty(variables_names)',
  variable: (parameter) =>
    `if(has(variables_names, ${parameter}), variables_values[indexOf(variables_names, ${parameter})], NULL)`,
  variableParameter: (name) => name,
  pair: (key, value) => `CAST((${key}, ${value}), 'Tuple(key String, value Nullable(String))')`,
  variables: {
    pairs: `arrayJoin(arrayMap((k, v) -> CAST((k, v), 'Tuple(key String, value String)'), variables_names, variables_values))`,
    names: `arrayJoin(arrayMap(k -> CAST(tuple(k), 'Tuple(key String)'), variables_names))`,
  },
  collected([text, ...counts]) {
    let type = [`${text} String`, ...counts.map((name) => `${name} UInt64`)].join(', ');
    return `arraySort(groupArray(CAST((${[text, ...counts].join(', ')}), 'Tuple(${type})')))`;
  },
  objectsIn: (value) => listOf(value).filter(isRecord),
  distinct: (column) => `arraySort(groupUniqArray(${column}))`,
  textsIn: (value) => listOf(value).map(textOf),
  histogram: (column) => `sumMap([${column}], [toUInt64(1)])`,
  histogramIn(value) {
    let [keys = [], counts = []] = listOf(value).map(listOf);
    return keys.map((key, i) => [Number(key), Number(counts[i])]);
  },
  corrected,
  noText: `CAST(NULL, 'Nullable(String)')`,
  countedAt,
  // Rows of a range are in the table before `progress` includes them.
  tableState: (ends) =>
    'SELECT count() AS count, if(count() = 0, NULL, min(time)) AS oldest, if(count() = 0, NULL, max(time)) AS newest, ' +
    `${sizeOf(ends)} AS last FROM events WHERE ${inEnds(ends)}`,
  eventColumns: eventColumns.join(', '),
  eventOf: eventFromValues,
};

/** Names the shards of the artifacts, so that no others are asked. */
export function dialectOf(
  { cluster }: Pick<Clickhouse, 'cluster'>,
  { shardOf }: Pick<Shards, 'shardOf'>,
  artifacts: () => Pick<ArtifactKeys, 'artifactOf'>,
): Dialect {
  if (cluster === undefined) return clickhouseDialect;
  let shardOfArtifact = (key: number) => shardOf(artifacts().artifactOf(key < 0 ? scopeOf(key) : key).ownerId);
  return {
    ...clickhouseDialect,
    isAmong(keys) {
      let all = [...new Set(keys.map(shardOfArtifact))].map((shard) => {
        let own = keys.filter((key) => shardOfArtifact(key) === shard);
        return `${onShard(shard)}${clickhouseDialect.isAmong(own)}`;
      });
      return all.length === 0 ? 'false' : `(${all.join(' OR ')})`;
    },
  };
}

/** Times are milliseconds, so local days are UTC days of shifted times. */
function bucket(rollup: Exclude<Rollup, 'total'>, { offsets, daysBeforeMonday }: BucketCalendar): string {
  let ahead = aheadOf(offsets);
  let local = ahead ? `(time + ${ahead})` : 'time';
  if (rollup === 'hourly') {
    let begin = ahead ? `intDiv(${local}, ${hourMs}) * ${hourMs} - ${ahead}` : `time`;
    let form = ahead ? '%Y-%m-%dT%H:%i:%SZ' : '%Y-%m-%dT%H:00:00Z';
    return `formatDateTime(toDateTime(intDiv(${begin}, ${secondMs}), 'UTC'), '${form}', 'UTC')`;
  }
  let date = `toDate(toUInt16(intDiv(${local}, ${dayMs})))`;
  if (rollup === 'daily') return date;
  if (rollup === 'monthly') return `toStartOfMonth(${date})`;
  if (daysBeforeMonday === 0) return `toMonday(${date})`;
  return `toMonday(${date} + ${daysBeforeMonday}) - ${daysBeforeMonday}`;
}

/** Offset of the time zone; empty for UTC. */
function aheadOf(offsets: readonly Offset[]): string {
  let [first, ...later] = offsets;
  if (!first || (later.length === 0 && first.ahead === 0)) return '';
  if (later.length === 0) return String(first.ahead);
  let cases = later.map(({ since }, i) => `time < ${since}, ${offsets[i]!.ahead}`);
  return `multiIf(${cases.join(', ')}, ${later.at(-1)!.ahead})`;
}

function hash(value: bigint): string {
  return `toUInt64('${BigInt.asUintN(64, value)}')`;
}

/** Corrections are found by their index in the list, starting at 1; 0 is none. */
function corrected(
  corrections: readonly Correction[],
  parameters: string[],
  more: (said: string) => readonly string[],
  from = 'events',
): string {
  let list = (of: (one: Correction) => string) =>
    `JSONExtract($${parameters.push(JSON.stringify(corrections.map(of)))}, 'Array(String)')`;
  let places = corrections.map((_, i) => i + 1).join(', ');
  let keys = list(({ of }) => of);
  let [name, domain] = [list((one) => one.name), list((one) => one.domain)];
  let said = `transform(${matchKeySql(clickhouseDialect)}, ${keys}, [${places}], 0)`;
  let nobody = `said_name = '' AND said_domain = ''`;
  let labels = [`${name}[said] AS said_name`, `${domain}[said] AS said_domain`];
  let known = ['*', ...labels, ...more(`if(said = 0, NULL, ${keys}[said])`)];
  let found = `SELECT ${known.join(', ')} FROM (SELECT *, ${said} AS said FROM ${from}) AS events`;
  let replaced = [
    `if(said = 0, company_name, said_name) AS company_name`,
    `if(said = 0, company_domain, said_domain) AS company_domain`,
    `multiIf(said = 0, confidence, ${nobody}, NULL, 1.0) AS confidence`,
    `multiIf(said = 0, connection_type, ${nobody}, if(connection_type = 'business' OR ${keepsConnectionType}, '', connection_type), ` +
      `${keepsConnectionType}, connection_type, 'business') AS connection_type`,
  ];
  return `SELECT * EXCEPT (said, said_name, said_domain) REPLACE (${replaced.join(', ')}) FROM (${found}) AS events`;
}

async function countedAt(ask: RunQuery, lastEvent: number): Promise<string> {
  return countedWith(ask, `last_event <= ${lastEvent}`);
}

async function countedWith(ask: RunQuery, isKnown: string): Promise<string> {
  let [row] = await ask(`SELECT count() AS size FROM changed_decisions WHERE ${isKnown}`);
  return Number(row!.size) === 0 ? 'counted' : countedWhere(isKnown);
}

/** The condition for events that count at a state of all partitions. */
export function countedAtEnds(ask: RunQuery, ends: Ends): Promise<string> {
  return countedWith(
    ask,
    inEnds(
      ends.map((end) => end && end + 1),
      'last_event',
    ),
  );
}

/** Which of these events count, reading no others. */
export function countedAmong(seqs: string, lastEvent: number): string {
  return countedWhere(`last_event <= ${lastEvent} AND seq IN (${seqs})`);
}

/** Removes changes that were sent twice. */
function countedWhere(condition: string): string {
  let changed = `SELECT DISTINCT seq, last_event FROM changed_decisions WHERE ${condition}`;
  return `(counted <> (seq IN (SELECT seq FROM (${changed}) GROUP BY seq HAVING count() % 2 = 1)))`;
}
