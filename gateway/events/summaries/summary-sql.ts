/**
 * SQL that counts from the summaries what they have, and from the events the rest: newer ones, parts
 * that are not made, hours at the ends of the range, and fields that no table of counts has
 * together. Undefined for a question whose fields no summary has; docs/scale.md lists them.
 */
import {
  countsVisitors,
  hasSeenTimes,
  isUntracked,
  namesOf,
  ordered,
  visitorsOf,
  type AggregateSql,
} from '../query/aggregate-sql';
import { calendarOf } from '../query/calendar';
import { correctedFields } from '../query/corrections-sql';
import type { Dialect } from '../query/dialect';
import { countsByVariable, eventDimensions } from '../query/dimensions';
import { confidentColumn, confidentSql, filterSql } from '../query/filter';
import type { AggregateQuery } from '../shape/store';
import { dailyRows, eventsInRange, uncovered, type Source } from './summary-source';
import { artifactVisitors, countTables, ownerVisitors, periodTable, type SummaryTable } from './summary-tables';
import { valueDays, type Filtered } from './value-days';
import { visitorsSql, type From, type VisitorQuery } from './visitor-sql';

/** Of visitors' ids. */
export interface IdPeriod {
  period: string;
  /** Whether it has events in several months (UTC). */
  lasts: boolean;
}

/** Id periods of the tracked events of a range, as `periodsSql`. */
export function summarizedPeriodsSql(source: Source, range: Pick<AggregateQuery, 'from' | 'until'>): string {
  // The smaller of the tables that have them.
  let of =
    source.coverage.lastDay === undefined ? `${periodTable} WHERE NOT do_not_track` : `${valueDays} WHERE kind = 0`;
  let rows = [
    `SELECT id_period, day FROM ${of} AND ${dailyRows(source)}`,
    ...uncovered(source, range).map(
      (where) => `SELECT id_period, ${source.dialect.date} AS day FROM events WHERE ${where} AND NOT do_not_track`,
    ),
  ];
  let lasts = `date_trunc('month', min(day)) <> date_trunc('month', max(day)) AS lasts`;
  return `SELECT id_period AS period, ${lasts} FROM (${rows.join(' UNION ALL ')}) GROUP BY 1 ORDER BY 1`;
}

/** The same rows as `aggregateSql`. */
export function summarySql(
  source: Source,
  query: AggregateQuery,
  { rowsMax, periods: known, isOneValue }: { rowsMax: number; periods: readonly IdPeriod[]; isOneValue: boolean },
): AggregateSql | undefined {
  let periods = known.map(({ period }) => period);
  let lasting = known.filter(({ lasts }) => lasts).map(({ period }) => period);
  let plan = planOf(source, query);
  if (!plan) return undefined;
  let asked = query.breakdowns.flatMap((breakdown) => eventDimensions[breakdown]);
  let values = [...(query.groupByArtifact ? ['artifact AS a'] : []), ...asked.map(({ sql }, i) => `${sql} AS v${i}`)];
  let bucket =
    query.rollup === 'total' ? undefined : `${source.dialect.bucket(query.rollup, calendarOf(query))} AS day`;
  let groups = bucket ? [bucket, ...values] : values;
  let parameters = [...plan.parameters];
  let from = fromRows(source.dialect, plan.corrections, parameters);
  let withSeen = hasSeenTimes(query);
  let counted = countsSql(source, query, { ...plan, groups, from, withSeen });
  if (plan.visitors && periods.length > 0) {
    let names = namesOf(groups).join(', ');
    let filtered = { ...plan.filtered, isOneValue };
    let visitors = visitorsSql(source, query, {
      ...plan,
      ...plan.visitors,
      filtered,
      groups,
      values,
      from,
      periods,
      lasting,
    });
    let joined = names ? `LEFT JOIN (${visitors}) AS visitors USING (${names})` : `, (${visitors}) AS visitors`;
    let added = periods.length > 1 ? ['uniques'] : visitorsOf(query);
    counted = `SELECT counts.*, ${added.map((name) => `visitors.${name}`).join(', ')} FROM (${counted}) AS counts ${joined}`;
  }
  return {
    text: ordered(counted, namesOf(values), bucket !== undefined, { limit: query.limit, rowsMax }),
    parameters,
    fields: asked.map(({ field }) => field),
    withArtifact: query.groupByArtifact,
    withDate: bucket !== undefined,
    withSeen,
    periods,
  };
}

interface Plan {
  filtered: Omit<Filtered, 'isOneValue'>;
  conditions: string[];
  parameters: string[];
  /** The columns that groups and conditions name. */
  fields: string[];
  corrections: AggregateQuery['corrections'];
  /** Undefined if no table of counts has all fields: events are counted. */
  counts: string | undefined;
  visitors: Pick<VisitorQuery, 'table' | 'keys' | 'isAlone'> | undefined;
}

function planOf(source: Source, query: AggregateQuery): Plan | undefined {
  let { rollup, breakdowns } = query;
  if (rollup === 'hourly' || countsByVariable(breakdowns)) return undefined;
  if (rollup !== 'total' && calendarOf(query).offsets.some(({ ahead }) => ahead !== 0)) return undefined;
  let { parameters, ...filtered } = filterSql(source.dialect, query.filters, 1);
  let conditions = [...filtered.conditions];
  let dimensions = breakdowns.flatMap((breakdown) => eventDimensions[breakdown]);
  let named = new Set([...filtered.columns, ...dimensions.flatMap((dimension) => dimension.columns)]);
  if (!query.includeLowConfidence) {
    conditions.push(confidentSql);
    named.add(confidentColumn);
  }
  // Corrections change nothing else.
  let isCorrected = query.corrections?.length && correctedFields.some((column) => named.has(column));
  if (isCorrected) for (let column of correctedFields) named.add(column);
  let isByArtifact = named.delete('artifact') || query.groupByArtifact;
  let fields = [...named];
  let hasAll = ({ columns }: SummaryTable) => fields.every((column) => columns.includes(column));
  let counts = countTables.find(hasAll)?.name;
  let visitors = visitorsFrom(source, query.groupByArtifact, isByArtifact, hasAll);
  let needsVisitors = countsVisitors(query);
  // Counting events of one kind is quick; comparing their visitors is not.
  if (needsVisitors ? query.repeats || !visitors : !counts) return undefined;
  return {
    filtered,
    conditions,
    parameters,
    fields,
    corrections: isCorrected ? query.corrections : undefined,
    counts,
    visitors: needsVisitors ? visitors : undefined,
  };
}

function visitorsFrom(
  { coverage: { owner }, scope: { keys } }: Source,
  isGrouped: boolean,
  isByArtifact: boolean,
  hasAll: (table: SummaryTable) => boolean,
): Plan['visitors'] {
  if (owner !== undefined && !isByArtifact && hasAll(ownerVisitors))
    return { table: ownerVisitors, keys: [owner], isAlone: true };
  return hasAll(artifactVisitors)
    ? { table: artifactVisitors, keys, isAlone: isGrouped || keys.length === 1 }
    : undefined;
}

/** The parameters of corrections are added once. */
function fromRows(dialect: Dialect, corrections: AggregateQuery['corrections'], parameters: string[]): From {
  let place = '(rows) AS events';
  let corrected = corrections?.length
    ? `(${dialect.corrected(corrections, parameters, () => [], place)}) AS events`
    : place;
  return (rows) => corrected.replace(place, () => `(${rows}) AS events`);
}

function countsSql(
  source: Source,
  query: AggregateQuery,
  { counts, fields, conditions, groups, from, withSeen }: Plan & { groups: string[]; from: From; withSeen: boolean },
): string {
  let isTracked = isUntracked(query) ? 'do_not_track' : 'NOT do_not_track';
  let isAsked = (isCounted: string) => [query.repeats ? `NOT ${isCounted}` : isCounted, isTracked];
  let columns = ['artifact', ...fields].join(', ');
  let summed = (where: string) =>
    `SELECT ${columns}, first AS time, last, events FROM ${counts} WHERE ${[where, ...isAsked('counted')].join(' AND ')}`;
  let eachOf = (where: string) =>
    `SELECT ${columns}, time, time AS last, 1 AS events FROM events WHERE ${[where, ...isAsked(source.scope.counted)].join(' AND ')}`;
  let rows =
    counts === undefined
      ? [eachOf(eventsInRange(source, query))]
      : [summed(dailyRows(source)), ...uncovered(source, query).map(eachOf)];
  let selected = [
    ...groups,
    'sum(events)::BIGINT AS total',
    ...(withSeen ? ['min(time) AS first', 'max(last) AS last'] : []),
  ];
  let where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  let grouped = groups.length > 0 ? 'GROUP BY ALL' : 'HAVING count(*) > 0';
  return `SELECT ${selected.join(', ')} FROM ${from(rows.join(' UNION ALL '))}${where} ${grouped}`;
}
