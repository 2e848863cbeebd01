/** The registry's own download count, as a line in the chart of one package. */
import { registryCountsApi, type RegistryCounts, type RegistryCountsFailure } from 'contract/analytics/registry-counts';
import { dayOf } from 'contract/shared/time';
import { addDays, type TimeBucket, countDays, type DayRange, dayRangeLabel } from '../../charts/date-buckets.server';
import type { Series } from '../../charts/geometry.server';
import type { Call } from '../../gateway/gateway-client.server';
import type { Selection } from './aggregate-query.server';

export interface RegistryLine {
  /** Null if nothing is known for the range. */
  series: Series | null;
  /** Source, fetch time and last failure. */
  note: string;
}

const reasons: Record<RegistryCountsFailure, string> = {
  'unknown-package': 'npm does not know this package',
  'too-many-requests': 'too many requests to npm',
  'no-answer': 'npm did not respond',
  'not-understood': 'unexpected response from npm',
  'private-address': 'its URL is on a private network',
};

/** Null unless enabled for the package. Throws API errors. */
export async function registryLine(
  call: Call,
  owner: string,
  { packages }: Selection,
  { days, buckets }: { days: DayRange; buckets: readonly TimeBucket[] },
): Promise<RegistryLine | null> {
  if (typeof packages === 'string' || packages.length !== 1) return null;
  let params = { owner, package_id: packages[0]! };
  let counts = await call(registryCountsApi.getRegistryCounts, {
    params,
    query: { start_date: days.from, end_date: days.to },
  });
  if (!counts.is_on) return null;
  let values = sumByBucket(buckets, days, counts.downloads, dayOf(Date.now()));
  let isKnown = values.some((value) => value !== null);
  return { series: isKnown ? { name: 'npm’s own count', values } : null, note: noteOf(counts) };
}

/** Sums of days. Null if a day before `today` is missing: a partial sum would look like a total. */
export function sumByBucket(
  buckets: readonly TimeBucket[],
  range: DayRange,
  downloads: RegistryCounts['downloads'],
  today: string,
): (number | null)[] {
  let yesterday = addDays(today, -1);
  return buckets.map(({ key }, i) => {
    let from = key > range.from ? key : range.from;
    let last = addDays(buckets[i + 1]?.key ?? addDays(range.to, 1), -1);
    let known = downloads.filter(({ day }) => day >= from && day <= last);
    let needed = countDays({ from, to: last < yesterday ? last : yesterday });
    return known.length < Math.max(1, needed) ? null : known.reduce((sum, one) => sum + one.downloads, 0);
  });
}

function noteOf({ fetched_at, failing_since, failure }: RegistryCounts): string {
  let what = fetched_at
    ? `npm’s count of all downloads, updated on ${dayText(fetched_at)}; includes mirrors and bots, and no filter changes it.`
    : 'npm’s own count of all downloads has not been fetched yet.';
  if (!failing_since || !failure) return what;
  return `${what} It could not be fetched since ${dayText(failing_since)}: ${reasons[failure]}.`;
}

function dayText(moment: string): string {
  let day = moment.slice(0, 10);
  return dayRangeLabel({ from: day, to: day });
}
