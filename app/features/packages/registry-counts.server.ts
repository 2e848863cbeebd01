/** The choice to have what a registry counts fetched, in the form of a package. */
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

/** Null where there is nothing to choose, by the type of the package or the settings. */
export async function registryCountsChoice(call: Call, params: Params): Promise<RegistryCountsChoice | null> {
  let { is_available, is_on } = await call(registryCountsApi.getRegistryCounts, { params });
  if (!is_available) return null;
  return {
    isOn: is_on,
    label: 'Show npm’s own count',
    hint: 'Once a day npm is asked for the downloads of the package by its name. They become a line in its chart; without this they are deleted.',
  };
}

/** Saves the choice where there is one and it has changed. */
export async function saveRegistryCountsChoice(call: Call, params: Params, isOn: boolean): Promise<void> {
  let { is_available, is_on } = await call(registryCountsApi.getRegistryCounts, { params });
  if (is_available && is_on !== isOn)
    await call(registryCountsApi.setRegistryCounts, { params, body: { is_on: isOn } });
}
