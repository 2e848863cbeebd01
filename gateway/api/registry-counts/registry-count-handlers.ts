/** What registries say about downloads: switched on for a package, uploaded, and read. */
import * as limits from 'contract/floor/limits';
import { countSourceName } from 'contract/analytics/count-sources';
import { registryCountsApi, type RegistryCounts } from 'contract/analytics/registry-counts';
import { faultyCount } from 'contract/analytics/uploaded-counts';
import { dayMs, dayOf, timeOrNull } from 'contract/floor/time';
import { nextDay, rangeOf } from '../../reports/analytics/time-range';
import type { Services } from '../http/services';
import type { PackageRow, RegistryCounterRow } from '../../floor/db/hosting-schema';
import { serve } from '../http/handler';
import { packageById } from '../../packages/packages';
import { ApiError } from '../../floor/calls/api-error';
import {
  countedName,
  neverFetched,
  registryCounter,
  setRegistryCounter,
  storedDays,
  storedRegistryCounts,
  storeUploadedCounts,
} from '../../reports/registry-counts/registry-counts';

export const registryCountEndpoints = serve(registryCountsApi, {
  async getRegistryCounts({ parts, owner, params, query }) {
    let { aggregationDaysDefault: days, aggregationDaysMax: daysMax } = limits;
    let asked = { start: query.start_date, end: query.end_date && nextDay(query.end_date) };
    let { from, until } = rangeOf(asked, parts.clock(), { days, daysMax });
    let item = await packageById(parts.records, owner.id, params.package_id);
    let counter = await registryCounter(parts.records, item.id);
    let range = { from: dayOf(from), to: dayOf(until - dayMs) };
    let downloads = counter ? await storedRegistryCounts(parts.records, item.id, range) : [];
    return {
      ...(await stateOf(parts, item, counter)),
      total: counter?.total ?? null,
      downloads,
      gateway_downloads: await throughGateway(parts, item.id, downloads),
    };
  },

  async setRegistryCounts({ parts, owner, params, body, act }) {
    let item = await packageById(parts.records, owner.id, params.package_id);
    if (body.is_on && !(await isAvailable(parts, item))) throw new ApiError('registry-counts-not-available');
    await setRegistryCounter(parts.records, { owner, item, act }, body.is_on);
    // The answer does not wait for the registry.
    void parts.outside.registryCounts.wake();
    return stateOf(parts, item, await registryCounter(parts.records, item.id));
  },

  async uploadRegistryCounts({ parts, owner, params, body, act }) {
    let item = await packageById(parts.records, owner.id, params.package_id);
    let fault = faultyCount(body.downloads, dayOf(act.time));
    if (fault) throw new ApiError(fault.code, 'downloads');
    let nextFetchAt = (await isAvailable(parts, item)) ? act.time : neverFetched;
    await storeUploadedCounts(parts.records, { owner, item, act }, body.downloads, nextFetchAt);
    void parts.outside.registryCounts.wake();
    return stateOf(parts, item, await registryCounter(parts.records, item.id));
  },
});

async function isAvailable({ outside, records }: Services, item: PackageRow): Promise<boolean> {
  return outside.registryCounts.isFor(item.type) && (await countedName(records, item)) !== undefined;
}

async function stateOf(parts: Services, item: PackageRow, counter: RegistryCounterRow | undefined) {
  let name = await countedName(parts.records, item);
  return {
    is_available: parts.outside.registryCounts.isFor(item.type) && name !== undefined,
    // An image elsewhere is not counted by Docker Hub.
    registry: countSourceName(name === undefined ? '' : item.type),
    is_on: counter !== undefined,
    is_fetched: counter !== undefined && counter.next_fetch_at !== neverFetched,
    fetched_at: timeOrNull(counter?.fetched_at ?? null),
    failing_since: timeOrNull(counter?.failing_since ?? null),
    failure: counter?.failure ?? null,
    ...(await storedDays(parts.records, item.id)),
  };
}

/** Everything that was counted on these days. */
async function throughGateway(
  { events }: Services,
  packageId: string,
  days: RegistryCounts['downloads'],
): Promise<number> {
  let [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return 0;
  let rows = await events.aggregate({
    artifactType: 'package',
    artifactIds: [packageId],
    from: Date.parse(first.day),
    until: Date.parse(last.day) + dayMs,
    rollup: 'daily',
    breakdowns: ['by-total'],
    groupByArtifact: false,
    includeLowConfidence: true,
    uniques: 'none',
  });
  let counted = new Set(days.map(({ day }) => day));
  return rows.reduce((sum, { date = '', total }) => sum + (counted.has(date) ? total : 0), 0);
}
