/** Whether the registry's own counts are fetched for a package. */
import { registryCountsApi } from 'contract/analytics/registry-counts';
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

/** Null if the type or the settings do not offer it. */
export async function registryCountsChoice(call: Call, params: Params): Promise<RegistryCountsChoice | null> {
  let { is_available, is_on, registry } = await call(registryCountsApi.getRegistryCounts, { params });
  if (!is_available) return null;
  return {
    isOn: is_on,
    label: `Show ${registry}’s own count`,
    hint: `Adds the daily downloads that ${registry} counts as a second line in the chart. Turning this off deletes them.`,
  };
}

export async function saveRegistryCountsChoice(call: Call, params: Params, isOn: boolean): Promise<void> {
  let { is_available, is_on } = await call(registryCountsApi.getRegistryCounts, { params });
  if (is_available && is_on !== isOn)
    await call(registryCountsApi.setRegistryCounts, { params, body: { is_on: isOn } });
}
