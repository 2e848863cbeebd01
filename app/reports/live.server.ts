/** The live page: its questions, and what its cards show. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import type { AggregationRow } from 'contract/analytics/aggregations';
import { liveApi } from 'contract/analytics/live';
import { hourMs, minuteMs } from 'contract/floor/time';
import { omitRepeatedMarkup } from '../charts/chart-markup.server';
import { allArtifacts, createAggregateQuery } from '../features/analytics/aggregate-query.server';
import { countryMap } from '../features/analytics/country-map.server';
import { readFirstStep } from '../features/analytics/home.server';
import { type LiveMap, liveView } from '../features/live/live.server';
import type { Call } from '../gateway/gateway-client.server';
import { secondary } from '../gateway/secondary.server';
import { paths } from '../links/paths';
import { requireReport } from '../session/guards.server';
import { mayExport, ownerRole, roleError } from '../session/roles.server';
import { countryName } from '../text/display-names.server';

/** For members who may export events. */
export async function livePage(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  let { call, owner } = signedIn;
  let role = await ownerRole(signedIn, owner);
  if (!mayExport(role)) throw roleError(role, owner);
  let isPaused = new URL(args.request.url).searchParams.has('paused');
  let [events, map] = await Promise.all([
    call(liveApi.getLiveEvents, { params: { owner } }),
    secondary(readLiveMap(call, owner), null),
  ]);
  let live = liveView(events);
  omitRepeatedMarkup(args.context, [map?.drawing]);
  return { owner, isPaused, live, map, first: live.lines.length > 0 ? null : await readFirstStep(call, owner) };
}

/** Downloads and views of the last 60 minutes by country. Null if no country is known. */
async function readLiveMap(call: Call, owner: string): Promise<LiveMap | null> {
  let until = Math.floor(Date.now() / minuteMs + 1) * minuteMs;
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
