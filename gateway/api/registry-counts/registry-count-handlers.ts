/** What registries say about downloads: switched on for a package, and read. */
import * as limits from 'contract/limits';
import { registryCountsApi } from 'contract/analytics/registry-counts';
import { dayMs, dayOf, timeOrNull } from 'contract/shared/time';
import { nextDay, rangeOf } from '../../reports/analytics/time-range';
import type { Services } from '../services';
import type { PackageRow, RegistryCounterRow } from '../../floor/db/hosting-schema';
import { serve } from '../http/handler';
import { packageById } from '../../packages/packages';
import { ApiError } from '../../floor/api-error';
import {
  registryCounter,
  storedRegistryCounts,
  setRegistryCounter,
} from '../../reports/registry-counts/registry-counts';

export const registryCountEndpoints = serve(registryCountsApi, {
  async getRegistryCounts({ parts, owner, params, query }) {
    let { aggregationDaysDefault: days, aggregationDaysMax: daysMax } = limits;
    let asked = { start: query.start_date, end: query.end_date && nextDay(query.end_date) };
    let { from, until } = rangeOf(asked, parts.clock(), { days, daysMax });
    let item = await packageById(parts.records, owner.id, params.package_id);
    let counter = await registryCounter(parts.records, item.id);
    let range = { from: dayOf(from), to: dayOf(until - dayMs) };
    return { ...stateOf(parts, item, counter), downloads: await storedRegistryCounts(parts.records, item.id, range) };
  },

  async setRegistryCounts({ parts, owner, params, body, act }) {
    let item = await packageById(parts.records, owner.id, params.package_id);
    if (body.is_on && !parts.registryCounts.isFor(item.type)) throw new ApiError('registry-counts-not-available');
    await setRegistryCounter(parts.records, item.id, body.is_on, act.time);
    // The answer does not wait for the registry.
    void parts.registryCounts.wake();
    return stateOf(parts, item, await registryCounter(parts.records, item.id));
  },
});

function stateOf(parts: Services, { type }: PackageRow, counter: RegistryCounterRow | undefined) {
  return {
    is_available: parts.registryCounts.isFor(type),
    is_on: counter !== undefined,
    fetched_at: timeOrNull(counter?.fetched_at ?? null),
    failing_since: timeOrNull(counter?.failing_since ?? null),
    failure: counter?.failure ?? null,
  };
}
