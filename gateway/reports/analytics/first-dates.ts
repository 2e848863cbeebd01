/** First events ever, including the stored dates of companies whose old events were deleted. */
import * as limits from 'contract/floor/limits';
import type { EventFilter } from '../../events/shape/event-filter';
import type { AggregateQuery, AggregateRow, EventReader } from '../../events/shape/store';

/** Identifies a row: its values, and its artifact if rows are grouped by artifact. */
type RowKey = Pick<AggregateRow, 'artifactId' | 'values'>;

/** Milliseconds; infinite if there was no event. */
type FirstBefore = (place: RowKey) => number;

const never = Number.POSITIVE_INFINITY;
const onlyTotals = { rollup: 'total', uniques: 'none' } as const;

/** The first events before the range of a query. */
export async function firstEventsBefore(events: EventReader, query: AggregateQuery): Promise<FirstBefore> {
  let { from } = query;
  let [rows, kept] = await Promise.all([
    from > 0 ? events.aggregate({ ...query, ...onlyTotals, from: 0, until: from, limit: undefined }) : [],
    keptFirsts(events, query),
  ]);
  let firsts = new Map<string, number>();
  for (let row of rows) {
    let key = keyOf(row);
    firsts.set(key, Math.min(firsts.get(key) ?? never, row.firstSeen ?? never));
  }
  return (place) => Math.min(firsts.get(keyOf(place)) ?? never, kept(place));
}

/**
 * The first events ever of the first rows of a result, by row. A company's first event may belong
 * to the artifacts of `others`, unless rows are grouped by artifact.
 */
export async function firstEventsEver(
  events: EventReader,
  query: AggregateQuery,
  rows: readonly AggregateRow[],
  others: readonly Pick<AggregateQuery, 'artifactType' | 'artifactIds'>[] = [],
): Promise<Map<AggregateRow, number>> {
  let asked = rows.slice(0, limits.firstDatesMax).filter(({ firstSeen }) => firstSeen !== undefined);
  if (asked.length === 0 || query.rollup !== 'total') return new Map();
  let narrowed = { ...query, filters: [...(query.filters ?? []), ...among(query, asked)] };
  let isOne = query.breakdowns.includes('by-company') && !query.groupByArtifact;
  let befores = await Promise.all([
    firstEventsBefore(events, narrowed),
    ...(isOne ? others : []).map((other) => firstEventsBefore(events, { ...narrowed, ...other, from: query.until })),
  ]);
  let before = (row: AggregateRow) => befores.reduce((first, of) => Math.min(first, of(row)), never);
  return new Map(asked.map((row) => [row, Math.min(row.firstSeen ?? never, before(row))]));
}

/** Filters that keep only the values of these rows. */
function among({ breakdowns }: AggregateQuery, rows: readonly AggregateRow[]): EventFilter[] {
  let filters: EventFilter[] = [];
  if (breakdowns.includes('by-company'))
    filters.push({ companies: [{ keys: rows.map(companyOf).sort(), not: false }] });
  if (breakdowns.includes('by-version'))
    filters.push({ request_version: { op: 'equals', values: rows.map(({ values }) => values.version ?? '').sort() } });
  return filters;
}

/** By domain, or by name without one: a company can have several names. */
function companyOf({ values: { company_domain = '', company_name = '' } }: RowKey): string {
  return company_domain || company_name;
}

function keyOf(place: RowKey): string {
  let { company_domain: _domain, company_name: _name, ...others } = place.values;
  return JSON.stringify([place.artifactId, companyOf(place), others]);
}

async function keptFirsts(events: EventReader, query: AggregateQuery): Promise<FirstBefore> {
  let { artifactType, artifactIds, groupByArtifact, includeLowConfidence, corrections, breakdowns } = query;
  if (!breakdowns.includes('by-company')) return () => never;
  let ask = (ids: readonly string[]) => {
    let [packageIds, pixelIds] = artifactType === 'package' ? [ids, []] : [[], ids];
    return events.firstDates({ packageIds, pixelIds, includeLowConfidence, corrections });
  };
  let byArtifact = new Map<string | undefined, Map<string, number>>();
  if (groupByArtifact) for (let id of artifactIds) byArtifact.set(id, await ask([id]));
  else byArtifact.set(undefined, await ask(artifactIds));
  return (place) => byArtifact.get(place.artifactId)?.get(companyOf(place)) ?? never;
}
