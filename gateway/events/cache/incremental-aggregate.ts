/** Updates an aggregate with newer events. */
import * as limits from 'contract/floor/limits';
import { countsVisitors, isUntracked, hasSeenTimes } from '../query/aggregate-sql';
import { applyCorrections } from '../shape/corrections';
import { bucketStart } from '../query/calendar';
import { eventDimensions, type GroupedEvent } from '../query/dimensions';
import type { Event } from 'contract/event-fields';
import { passes } from '../query/filter';
import type { AggregateQuery, AggregateRow, PeriodUniques } from '../shape/store';
import type { PriorVisit } from './prior-visitors';

export function eventsOfQuery(query: AggregateQuery, events: readonly Event[]): Event[] {
  let untracked = isUntracked(query);
  let ids = new Set(query.artifactIds);
  return applyCorrections(query.corrections, events).filter(
    (event) =>
      event.doNotTrack === untracked &&
      event.artifactType === query.artifactType &&
      ids.has(event.artifactId) &&
      event.time >= query.from &&
      event.time < query.until &&
      (query.includeLowConfidence || (event.confidence ?? 1) >= limits.lowConfidenceBelow) &&
      passes(query.filters, event),
  );
}

/**
 * Adds the events `fresh` to the complete rows of a query. `visits` are all earlier events from the
 * endpoints of `fresh`. Does not change the given rows.
 */
export function addEvents(
  query: AggregateQuery,
  rows: readonly AggregateRow[],
  fresh: readonly Event[],
  visits: readonly PriorVisit[],
): AggregateRow[] {
  let groups = new Map(rows.map((row) => [nameOf(row), row]));
  let seen = new Set<string>();
  for (let visit of visits) for (let name of namesIn(nameOf(placeOf(query, visit)), visit)) seen.add(name);
  let touched = new Set<AggregateRow>();
  for (let event of fresh) {
    let place = placeOf(query, event);
    let name = nameOf(place);
    let row = groups.get(name);
    if (!row || !touched.has(row)) {
      row = row ? { ...row, uniques: row.uniques.map((one) => ({ ...one })) } : { ...place, total: 0, uniques: [] };
      touched.add(row);
      groups.set(name, row);
    }
    add(row, query, { event, names: namesIn(name, event) }, seen);
  }
  return [...groups.values()].sort(compareRows);
}

function add(
  row: AggregateRow,
  query: AggregateQuery,
  { event, names: [origin, endpoint] }: { event: Event; names: Pair },
  seen: Set<string>,
): void {
  row.total += 1;
  if (hasSeenTimes(query)) {
    row.firstSeen = Math.min(row.firstSeen ?? event.time, event.time);
    row.lastSeen = Math.max(row.lastSeen ?? event.time, event.time);
  }
  if (!countsVisitors(query)) return;
  let uniques = uniquesIn(row, query, event.idPeriod);
  if (!seen.has(origin)) uniques.origins += 1;
  if (uniques.endpoints !== null && !seen.has(endpoint)) uniques.endpoints += 1;
  seen.add(origin).add(endpoint);
}

function uniquesIn({ uniques }: AggregateRow, query: AggregateQuery, period: string): PeriodUniques {
  let known = uniques.find((one) => one.period === period);
  if (known) return known;
  let fresh = { period, origins: 0, endpoints: query.uniques === 'origins' ? null : 0 };
  uniques.push(fresh);
  uniques.sort((a, b) => compare(a.period, b.period));
  return fresh;
}

type Place = Pick<AggregateRow, 'artifactId' | 'date' | 'values'>;

function placeOf(query: AggregateQuery, event: GroupedEvent): Place {
  let values: Record<string, string> = {};
  for (let breakdown of query.breakdowns)
    for (let dimension of eventDimensions[breakdown]) values[dimension.field] = dimension.of(event);
  let place: Place = { values };
  if (query.groupByArtifact) place.artifactId = event.artifactId;
  if (query.rollup !== 'total') place.date = bucketStart(query.rollup, event.time, query);
  return place;
}

function nameOf({ artifactId, date, values }: Place): string {
  return JSON.stringify([artifactId, date, ...Object.values(values)]);
}

type Pair = [origin: string, endpoint: string];

function namesIn(
  group: string,
  { originId, endpointId, idPeriod }: Pick<Event, 'originId' | 'endpointId' | 'idPeriod'>,
): Pair {
  return [`o${originId} ${idPeriod} ${group}`, `e${endpointId} ${idPeriod} ${group}`];
}

/** By date, then by total (descending), then by value. */
export function compareRows(a: AggregateRow, b: AggregateRow): number {
  return compare(a.date, b.date) || b.total - a.total || compare(a.artifactId, b.artifactId) || compareValues(a, b);
}

function compareValues(a: Place, b: Place): number {
  for (let field in a.values) {
    let order = compare(a.values[field], b.values[field]);
    if (order !== 0) return order;
  }
  return 0;
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The rows within a query's limit; see AggregateQuery in the contract. */
export function withinLimit({ limit, rollup }: AggregateQuery, rows: AggregateRow[]): AggregateRow[] {
  if (limit === undefined) return rows;
  if (rollup === 'total') return rows.slice(0, limit);
  let totals = new Map<string, { total: number; place: Place }>();
  for (let { artifactId, values, total } of rows) {
    let place = { artifactId, values };
    let sum = totals.get(nameOf(place));
    if (sum) sum.total += total;
    else totals.set(nameOf(place), { total, place });
  }
  let ordered = [...totals].sort(
    ([, a], [, b]) =>
      b.total - a.total || compare(a.place.artifactId, b.place.artifactId) || compareValues(a.place, b.place),
  );
  let kept = new Set(ordered.slice(0, limit).map(([name]) => name));
  return rows.filter(({ artifactId, values }) => kept.has(nameOf({ artifactId, values })));
}
