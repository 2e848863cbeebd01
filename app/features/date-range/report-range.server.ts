/** The range of a report: all time begins with the first event. Files have fewer days. */
import { aggregationsApi } from 'contract/analytics/aggregations';
import { registryCountsApi } from 'contract/analytics/registry-counts';
import * as limits from 'contract/floor/limits';
import { dayIn } from 'contract/floor/time-zone';
import { dayMs } from 'contract/floor/time';
import { addDays } from 'contract/floor/days';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';
import { currentReader } from '../../session/reader.server';
import { defaultPreset, lastHoursPreset } from '../../text/date-presets';
import { readRange } from './range.server';

interface RangeAsked {
  call: Call;
  owner: string;
  packages?: 'all' | string[];
  /** What the report may be about, on pages that show a first day by hour. */
  known?: () => Promise<Known> | Known;
}

type Artifact = { id: string; created_at: string };
interface Known {
  packages: readonly Artifact[];
  pixels: readonly Artifact[];
}

export async function readReportRange(
  asked: RangeAsked,
  query: URLSearchParams,
  { daysMax }: { daysMax?: number } = {},
): Promise<ReturnType<typeof readRange>> {
  let now = Date.now();
  let isAll = query.getAll('range').at(-1) === 'all-time';
  let first = isAll ? await firstEvent(asked, now) : undefined;
  return readRange(query, now, {
    daysMax,
    firstDay: first === undefined ? undefined : dayIn(currentReader().timeZone, first),
    usual: (await isFirstDay(asked, query, now)) ? lastHoursPreset : undefined,
  });
}

/**
 * Whether nothing is older than a day; also for the choice of the usual range, whose links must
 * name it then. Asks only where all artifacts are new.
 */
async function isFirstDay(asked: RangeAsked, query: URLSearchParams, now: number): Promise<boolean> {
  let isUsual = query.getAll('range').at(-1) === defaultPreset;
  let isOther = ['range', 'from', 'to', 'rollup'].some((name) => query.get(name)) && !isUsual;
  if (!asked.known || isOther) return false;
  let { packages, pixels } = await asked.known();
  let isNew = ({ created_at }: Artifact) => now - Date.parse(created_at) < limits.aggregationDaysDefault * dayMs;
  let all = [...packages, ...pixels];
  let first = all.length > 0 && all.every(isNew) ? await secondary(firstEvent(asked, now)) : undefined;
  if (first === undefined || now - first > dayMs) return false;
  // Registries count days, so their line has no hours.
  let one = packages.find(({ id }) => id === (asked.packages?.[0] ?? query.get('package')));
  let params = one && { owner: asked.owner, package_id: one.id };
  return !(params && (await secondary(asked.call(registryCountsApi.getRegistryCounts, { params })))?.is_on);
}

/** Milliseconds; undefined without an event. */
async function firstEvent({ call, owner, packages = 'all' }: RangeAsked, now: number): Promise<number | undefined> {
  let today = dayIn(currentReader().timeZone, now);
  let rows = await call(aggregationsApi.exportEntityAggregations, {
    params: { owner },
    query: {
      start_date: addDays(today, 1 - limits.aggregationDaysMax),
      end_date: addDays(today, 1),
      package_id: packages,
      tracking_pixel_id: packages === 'all' ? 'all' : 'none',
      group_by_artifact: 'true',
      include_low_confidence: 'true',
      unique_counts: 'none',
    },
  });
  let [first] = rows.flatMap(({ first_seen = [] }) => first_seen).sort();
  return first === undefined ? undefined : Date.parse(first);
}
