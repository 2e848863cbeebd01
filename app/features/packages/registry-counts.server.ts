/** Whether the registry's own counts are fetched for a package. */
import { registryCountsApi } from 'contract/analytics/registry-counts';
import { dayOf } from 'contract/shared/time';
import type { Call } from '../../gateway/gateway-client.server';

export interface RegistryCountsChoice {
  isOn: boolean;
  label: string;
  hint: string;
}

interface Params {
  owner: string;
  package_id: string;
}

export interface RegistryCountsState {
  registry: string;
  isOn: boolean;
  /** The last fetch that succeeded. */
  fetchedAt: string | null;
}

/** Null if the type or the settings do not offer it. */
export async function readRegistryCounts(call: Call, params: Params): Promise<RegistryCountsState | null> {
  // Of one day, because days are not needed.
  let today = dayOf(Date.now());
  let query = { start_date: today, end_date: today };
  let { is_available, is_on, registry, fetched_at } = await call(registryCountsApi.getRegistryCounts, {
    params,
    query,
  });
  return is_available ? { registry, isOn: is_on, fetchedAt: fetched_at } : null;
}

export function registryCountsChoice(state: RegistryCountsState | null): RegistryCountsChoice | null {
  if (!state) return null;
  let { registry, isOn } = state;
  return {
    isOn,
    label: `Show ${registry}’s own count`,
    hint: `Adds the daily downloads that ${registry} counts as a second line in the chart. Turning this off deletes them.`,
  };
}

export async function saveRegistryCountsChoice(call: Call, params: Params, isOn: boolean): Promise<void> {
  let state = await readRegistryCounts(call, params);
  if (state && state.isOn !== isOn) await call(registryCountsApi.setRegistryCounts, { params, body: { is_on: isOn } });
}
