/** The registry's own counts of a package: whether they are on, and days that people enter. */
import { countSourceName } from 'contract/analytics/count-sources';
import { registryCountsApi } from 'contract/analytics/registry-counts';
import { faultyCount, type UploadedCount } from 'contract/analytics/uploaded-counts';
import { messageOf } from 'contract/rules/errors';
import { dayOf } from 'contract/floor/time';
import type { Call } from '../../gateway/gateway-client.server';
import { countFailures } from '../../text/registry-count-failures';

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
  /** Whether the type and the settings offer to fetch them. */
  isAvailable: boolean;
  /** They could be fetched with another setting. */
  isUnset: boolean;
  isOn: boolean;
  isFetched: boolean;
  /** The last fetch that succeeded. */
  fetchedAt: string | null;
  failingSince: string | null;
  /** Why; empty unless it fails. */
  failure: string;
  firstDay: string | null;
  lastDay: string | null;
}

export async function readRegistryCounts(call: Call, params: Params): Promise<RegistryCountsState> {
  // Of one day, because days are not needed.
  let today = dayOf(Date.now());
  let query = { start_date: today, end_date: today };
  let found = await call(registryCountsApi.getRegistryCounts, { params, query });
  return {
    registry: found.registry,
    isAvailable: found.is_available,
    isUnset: !found.is_available && found.registry !== countSourceName(''),
    isOn: found.is_on,
    isFetched: found.is_fetched,
    fetchedAt: found.fetched_at,
    failingSince: found.failing_since,
    failure: found.failure ? countFailures[found.failure](found.registry) : '',
    firstDay: found.first_day,
    lastDay: found.last_day,
  };
}

/** Null if the type or the settings do not offer it. */
export function registryCountsChoice(state: RegistryCountsState): RegistryCountsChoice | null {
  let { registry, isAvailable, isOn } = state;
  if (!isAvailable) return null;
  return {
    isOn,
    label: `Show ${registry}’s own count`,
    hint: `Adds the daily downloads that ${registry} counts as a second line in the chart. Turning this off deletes them.`,
  };
}

/** Of a form without the choice, nothing is saved. */
export async function saveRegistryCountsChoice(call: Call, params: Params, isOn: boolean): Promise<void> {
  let state = await readRegistryCounts(call, params);
  if (state.isAvailable && state.isOn !== isOn) await setRegistryCounts(call, params, isOn);
}

export async function setRegistryCounts(call: Call, params: Params, isOn: boolean): Promise<void> {
  await call(registryCountsApi.setRegistryCounts, { params, body: { is_on: isOn } });
}

const header = /^(?:day|date)\s*[,;\t]\s*downloads$/i;
const dayAndNumber = /^(\S+?)\s*[,;\t]\s*(\d+)$/;

/** Days in lines such as `2026-11-01,1234`; or a message that names the wrong line. */
export function enteredCounts(text: string): { downloads: UploadedCount[] } | { message: string } {
  let lines = text
    .split(/\r\n|\r|\n/)
    .map((line, i) => ({ number: i + 1, text: line.trim() }))
    .filter((line) => line.text);
  if (header.test(lines[0]?.text ?? '')) lines.shift();
  let downloads = lines.map((line) => {
    let [, day = '', number] = dayAndNumber.exec(line.text) ?? [];
    return { day, downloads: Number(number) };
  });
  let fault = faultyCount(downloads, dayOf(Date.now()));
  if (!fault) return { downloads };
  let at = fault.index === undefined ? '' : `Line ${lines[fault.index]!.number}: `;
  return { message: at + messageOf(fault.code) };
}
