import type { AggregationRow } from 'contract/analytics/aggregations';
import { hourMs, minuteMs } from 'contract/floor/time';
import { allArtifacts, createAggregateQuery } from '../features/analytics/aggregate-query.server';
import { countryMap } from '../features/analytics/country-map.server';
import type { LiveMap } from '../features/live/live.server';
import type { Call } from '../gateway/gateway-client.server';
import { paths } from '../links/paths';
import { countryName } from '../text/display-names.server';

/** Downloads and views of the last 60 minutes by country. Null if no country is known. */
export async function readLiveMap(call: Call, owner: string, now = Date.now()): Promise<LiveMap | null> {
  let until = Math.floor(now / minuteMs + 1) * minuteMs;
  let time = { start_date: new Date(until - hourMs).toISOString(), until: new Date(until).toISOString() };
  let ask = createAggregateQuery(call, owner, allArtifacts);
  let rows = await ask({ time, breakdown: 'by-country', uniques: 'none' });
  let known = addedUp(rows).filter(({ country }) => country);
  let toRows = (where: readonly string[]) => paths.analytics(owner, { pixels: 'show', where: [...where] });
  let drawing = countryMap(known, { title: 'Events of the last hour by country, as a map', unit: 'events', toRows });
  let countries = known.map(({ country = '', total }) => ({ name: countryName(country), count: total }));
  return drawing && { drawing, countries };
}

/** Downloads and views of a country are one row; the most first. */
function addedUp(rows: readonly AggregationRow[]): AggregationRow[] {
  let byCountry = new Map<string | undefined, AggregationRow>();
  for (let row of rows) {
    let total = row.total + (byCountry.get(row.country)?.total ?? 0);
    byCountry.set(row.country, { ...row, total });
  }
  return [...byCountry.values()].sort((a, b) => b.total - a.total);
}
