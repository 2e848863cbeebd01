/**
 * SQL of distinct visitors. Most have one row a month (`alone`), and are counted without comparing
 * them to others.
 */
import type { Rollup } from 'contract/analytics/aggregations';
import { dayMs, dayOf } from 'contract/floor/time';
import { namesOf, visitorsOf } from '../query/aggregate-sql';
import { bucketStart } from '../query/calendar';
import type { DayMasks, DayRange, Dialect } from '../query/dialect';
import type { AggregateQuery } from '../shape/store';
import { dailyRows, inMonths, monthOf, nextMonth, readyParts, uncovered, type Source } from './summary-source';
import type { SummaryTable } from './summary-tables';
import { askedValues, valueDays, visitorColumns, type Filtered } from './value-days';

/** The FROM clause of rows, with corrections applied. */
export type From = (rows: string) => string;

export interface VisitorQuery {
  table: SummaryTable;
  /** Numbers of the packages and pixels in the table, or of the owner. */
  keys: readonly number[];
  /** Whether rows marked as alone are their visitor's only ones in a group. */
  isAlone: boolean;
  /** The columns that groups and conditions name, and the conditions. */
  fields: readonly string[];
  conditions: readonly string[];
  /** Those of filters. */
  filtered: Filtered;
  /** With the bucket; and without it. */
  groups: string[];
  values: string[];
  from: From;
  corrections: AggregateQuery['corrections'];
  periods: readonly string[];
  /** Periods with events in several months: a visitor has a row in each. */
  lasting: readonly string[];
}

/** By group: counts for a single id period, else a list of periods. */
export function visitorsSql(source: Source, query: AggregateQuery, parts: VisitorQuery): string {
  let { groups, periods } = parts;
  let names = namesOf(groups);
  let visitors = visitorsOf(query);
  let [origins, endpoints] = visitors.map((name) => countsOf(name, source, query, parts));
  let counted = endpoints
    ? `SELECT * FROM (${origins}) AS ones JOIN (${endpoints}) AS others USING (${['period', ...names].join(', ')})`
    : origins;
  if (periods.length === 1) return `SELECT ${[...names, ...visitors].join(', ')} FROM (${counted})`;
  let uniques = `${source.dialect.collected(['period', ...visitors])} AS uniques`;
  return `SELECT ${[...names, uniques].join(', ')} FROM (${counted}) ${names.length > 0 ? 'GROUP BY ALL' : ''}`;
}

/** One row for each id period and group. */
function countsOf(name: 'origins' | 'endpoints', source: Source, query: AggregateQuery, parts: VisitorQuery): string {
  let { isAlone, periods, lasting, from, conditions, groups } = parts;
  let column = visitorColumns[name];
  let { ofRow, ofEvent, joined, isIn } = timesOf(source, query);
  let columns = [...new Set(['artifact', 'id_period', column, ...parts.fields])].join(', ');
  let ofSummary = (where: string) =>
    `SELECT ${columns}${ofRow} FROM ${parts.table.name} ${joined} WHERE ${summarizedRows(source, parts)} AND ${isIn}${where}`;
  let events = uncovered(source, query).map(
    (where) =>
      `SELECT ${columns}${ofEvent} FROM events WHERE ${where} AND ${source.scope.counted} AND NOT do_not_track`,
  );
  let isDaily = query.rollup === 'daily';
  let values =
    isAlone && lasting.length === 0 && !parts.corrections && askedValues(source, query, name, parts.filtered);
  let places = isDaily ? ['month', 'id_period AS period', ...parts.values] : ['id_period AS period', ...groups];
  let of = (rows: string, selected: readonly string[]) =>
    `SELECT ${[...places, ...selected].join(', ')} FROM ${from(rows)}${whereAll(conditions)} GROUP BY ALL`;
  let names = namesOf(places);
  let { masks } = source.dialect;
  let allDays = `${masks.any('days')} AS days`;
  /** Visitors of rows, each once in a group, or with a mask of its days. */
  let compared = (rows: string) => {
    if (!isDaily) return of(rows, [`count(DISTINCT ${column})::BIGINT AS visitors`]);
    return `SELECT ${[...names, 'days'].join(', ')}, count(*)::BIGINT AS visitors FROM (${of(rows, [column, allDays])}) GROUP BY ALL`;
  };
  let sum = (all: readonly string[]) => (isDaily ? byDay(masks, name, all, parts.values) : added(name, all, names));
  let fromEvents = events.join(' UNION ALL ');
  /** Minus the visitors of events who are also in these rows, so that both can be counted. */
  let shared = (where: string) => {
    let [days, common] = isDaily ? [allDays, [`${masks.and('one.days', 'other.days')} AS days`]] : ['', []];
    let each = (rows: string) => of(rows, [column, days].filter(Boolean));
    let met = ofSummary(`${where} AND ${column} IN (SELECT ${column} FROM (${fromEvents}) AS met)`);
    return (
      `SELECT ${[...names, ...common, '-count(*)::BIGINT AS visitors'].join(', ')} FROM (${each(met)}) AS one ` +
      `JOIN (${each(fromEvents)}) AS other USING (${[...names, column].join(', ')}) GROUP BY ALL`
    );
  };
  if (values) {
    let counted = valueRows(source, { ...parts, ...values, isDaily });
    let later = events.length === 0 ? [] : [compared(fromEvents), shared('')];
    if (!isDaily) return added(name, [counted, ...later], names);
    let byDays = later.length === 0 ? [] : [byDay(masks, 'visitors', later, parts.values)];
    return added(name, [counted, ...byDays], ['period', 'day', ...namesOf(parts.values)]);
  }
  if (name === 'endpoints' || !isAlone) {
    let rows = [ofSummary(''), ...events].join(' UNION ALL ');
    if (isDaily) return sum([compared(rows)]);
    return apartBy(source.dialect, periods)
      .map((where) => added(name, [compared(`SELECT * FROM (${rows})${whereAll(where)}`)], names))
      .join(' UNION ALL ');
  }
  let isOnly = `alone${lasting.length > 0 ? ` AND id_period NOT IN (${lasting.map(quoted).join(', ')})` : ''}`;
  let alone = ofSummary(` AND ${isOnly}`);
  let counted = [
    of(alone, [...(isDaily ? ['days'] : []), 'count(*)::BIGINT AS visitors']),
    compared([ofSummary(` AND NOT (${isOnly})`), ...events].join(' UNION ALL ')),
  ];
  if (events.length > 0) counted.push(shared(` AND ${isOnly}`));
  return sum(counted);
}

function added(name: string, counts: readonly string[], names: readonly string[]): string {
  return `SELECT ${names.join(', ')}, sum(visitors)::BIGINT AS ${name} FROM (${counts.join(' UNION ALL ')}) GROUP BY ALL HAVING sum(visitors) > 0`;
}

/** Visitors of single periods are compared faster. */
function apartBy({ apart }: Dialect, periods: readonly string[]): string[][] {
  return apart(periods)?.map(({ where }) => [where]) ?? [[]];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const bits = 31;

/** `masks` have the visitors of each combination of days of a month. */
function byDay(
  { constant, and, unpacked }: DayMasks,
  name: string,
  rows: readonly string[],
  values: readonly string[],
): string {
  let names = ['period', ...namesOf([...values])];
  let has = (bit: number) => `${and('days', constant(2 ** bit))} <> 0`;
  let sums = Array.from({ length: bits }, (_, i) => `sum(visitors) FILTER (WHERE ${has(i)})`).join(', ');
  let summed = `SELECT month, ${names.join(', ')}, [${sums}] AS counts FROM (${rows.join(' UNION ALL ')}) GROUP BY ALL`;
  return (
    `SELECT ${['period', '(month + bit::INTEGER)::DATE AS day', ...names.slice(1)].join(', ')}, count::BIGINT AS ${name} ` +
    `FROM (${unpacked(summed, ['month', ...names])}) WHERE count <> 0`
  );
}

interface ValueRows extends VisitorQuery, NonNullable<ReturnType<typeof askedValues>> {
  isDaily: boolean;
}

/** Visitors of the summarized days, added up from those by value and day. */
function valueRows(source: Source, { keys, values, filtered, isKind, count, isDaily }: ValueRows): string {
  let stored = ['v', 'w'];
  let groups = values.map((value) =>
    value === 'artifact AS a' ? value : `${stored.shift()} AS ${namesOf([value])[0]}`,
  );
  let selected = ['id_period AS period', ...(isDaily ? ['day'] : []), ...groups, `sum(${count})::BIGINT AS visitors`];
  let rows = `${valueDays} WHERE ${dailyRows(source, keys)} AND ${isKind}`;
  // Conditions are about a single column, whose value is the first.
  let from =
    filtered.columns.length > 0
      ? `(SELECT *, v AS ${filtered.columns[0]} FROM ${rows})${whereAll(filtered.conditions)}`
      : rows;
  return `SELECT ${selected.join(', ')} FROM ${from} GROUP BY ALL`;
}

function summarizedRows(source: Source, { keys }: VisitorQuery): string {
  return `${readyParts(source, keys)} AND ${inMonths(source.days)}`;
}

interface Times {
  /** Columns of a summary's row and of an event that place it in time. */
  ofRow: string;
  ofEvent: string;
  /** Further rows of the summary's rows. */
  joined: string;
  /** Whether a row has days in the range. */
  isIn: string;
}

function timesOf({ dialect: { masks, month }, days }: Source, query: AggregateQuery): Times {
  let inRange = daysInRange(masks, days);
  if (query.rollup === 'total') return { ofRow: '', ofEvent: '', joined: '', isIn: `${inRange} <> 0` };
  if (query.rollup === 'daily')
    return {
      ofRow: `, month, ${inRange} AS days`,
      ofEvent: `, ${month} AS month, ${masks.ofEvent} AS days`,
      joined: '',
      isIn: `${inRange} <> 0`,
    };
  return {
    ofRow: ', buckets.start AS time',
    ofEvent: ', time',
    joined: `JOIN (${masks.listed(bucketsOf(query.rollup, query, days))}) AS buckets USING (month)`,
    isIn: `${masks.and('days', 'buckets.mask')} <> 0`,
  };
}

function whereAll(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
}

/** Bits of the days of a range by month. */
function masksOf({ from, until }: DayRange): Map<number, number> {
  let masks = new Map<number, number>();
  for (let day = from; day < until; day += dayMs) {
    let month = monthOf(day);
    masks.set(month, (masks.get(month) ?? 0) + 2 ** (new Date(day).getUTCDate() - 1));
  }
  return masks;
}

/** A visitor's days within the range. Only the first and the last month can have others. */
function daysInRange({ and, constant }: DayMasks, days: DayRange): string {
  let cut = [...masksOf(days)].filter(([month, mask]) => mask !== 2 ** ((nextMonth(month) - month) / dayMs) - 1);
  if (cut.length === 0) return 'days';
  let cases = cut.map(([month, mask]) => `WHEN month = DATE '${dayOf(month)}' THEN ${and('days', constant(mask))}`);
  return `(CASE ${cases.join(' ')} ELSE days END)`;
}

/** One row for each bucket and month that share days. */
function bucketsOf(rollup: Exclude<Rollup, 'total'>, query: AggregateQuery, days: DayRange) {
  let masks = new Map<string, number>();
  for (let day = days.from; day < days.until; day += dayMs) {
    let key = `${dayOf(monthOf(day))} ${bucketStart(rollup, day, query)}`;
    masks.set(key, (masks.get(key) ?? 0) + 2 ** (new Date(day).getUTCDate() - 1));
  }
  return [...masks].map(([key, mask]) => {
    let [month = '', start = ''] = key.split(' ');
    return { month, start, mask };
  });
}
