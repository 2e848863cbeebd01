/** Suggested filter values: those of a range, or of the last 30 days. */
import type { AskedTime } from 'contract/analytics/asked-time';
import { aggregationsApi, type AggregationRow, type Breakdown } from 'contract/analytics/aggregations';
import { columnOf, eventFields, groupFields } from 'contract/event-fields';
import { type TextKey, textKeys } from 'contract/analytics/filter-keys';
import { filterValueMax } from 'contract/floor/limits';
import type { Call } from '../../gateway/gateway-client.server';
import { valueNames } from './conditions.server';

interface SeenValue {
  value: string;
  /** Label; empty if the value is the label. */
  label: string;
}

/** By key; keys without suggestions are missing. */
export type SeenValues = Partial<Record<string, SeenValue[]>>;

const seenMax = 100;

interface Source {
  breakdown: Breakdown;
  column: keyof AggregationRow;
}

const sources: Partial<Record<TextKey, Source>> = {
  company_name: { breakdown: 'by-company', column: 'company_name' },
  company_domain: { breakdown: 'by-company', column: 'company_domain' },
  company_cloud_provider: { breakdown: 'by-cloudprovider', column: 'cloud_provider_name' },
  request_version_minor: { breakdown: 'by-version-minor', column: 'version' },
  request_version_major: { breakdown: 'by-version-major', column: 'version' },
};
for (let name of groupFields) {
  let field = eventFields[name];
  if ('filter' in field) sources[field.filter] = { breakdown: field.breakdown, column: columnOf(name) };
}

interface Seen {
  /** Of this package alone; otherwise of all packages and pixels. */
  packageId?: string;
  time?: AskedTime;
}

/** Most frequent first. Ignores unknown keys. */
export async function readSeenValues(
  call: Call,
  owner: string,
  keys: readonly unknown[],
  seen: Seen = {},
): Promise<SeenValues> {
  let known = textKeys.filter((key) => keys.includes(key));
  return Object.fromEntries(await Promise.all(known.map(async (key) => [key, await seenOf(call, owner, key, seen)])));
}

async function seenOf(call: Call, owner: string, key: TextKey, { packageId, time }: Seen): Promise<SeenValue[]> {
  let source = sources[key];
  if (!source) return [];
  let { breakdown, column } = source;
  let of = packageId ? { package_id: packageId } : { package_id: 'all', tracking_pixel_id: 'all' };
  let asked = { ...of, ...time, breakdown_set: breakdown, unique_counts: 'none' } as const;
  // One more, because the unknown value is dropped.
  let query = { ...asked, limit: seenMax + 1 };
  let rows = await call(aggregationsApi.exportEntityAggregations, { params: { owner }, query });
  let totals = new Map<string, number>();
  for (let row of rows) {
    let value = String(row[column] ?? '');
    if (value !== '' && value.length <= filterValueMax) totals.set(value, (totals.get(value) ?? 0) + row.total);
  }
  return [...totals]
    .sort((one, other) => other[1] - one[1])
    .slice(0, seenMax)
    .map(([value]) => ({ value: typed(value), label: valueNames[key]?.(value) ?? '' }))
    .map(({ value, label }) => ({ value, label: label === value ? '' : label }));
}

/** Quotes a value that contains a comma. */
function typed(value: string): string {
  return /[,"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Comma-separated; values with commas are in double quotes. */
export function parseValueList(text: string): string[] {
  return [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]+))/g)]
    .map(([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? '').trim())
    .filter(Boolean);
}
