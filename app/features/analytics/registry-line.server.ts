/** What a registry itself counts, as a line in the chart of one package. */
import { registryCountsApi, type RegistryCounts, type RegistryCountsFailure } from 'contract/analytics/registry-counts';
import { dayOf } from 'contract/shared/time';
import { addDays, type TimeBucket, countDays, type DayRange, dayRangeLabel } from '../../charts/date-buckets.server';
import type { Series } from '../../charts/geometry.server';
import type { Call } from '../../gateway/gateway-client.server';
import type { Selection } from './aggregate-query.server';

export interface RegistryLine {
  /** Null where nothing of the range is known. */
  series: Series | null;
  /** Who counts what, when it was fetched, and since when it could not be. */
  note: string;
}

const reasons: Record<RegistryCountsFailure, string> = {
  'unknown-package': 'npm does not know this package',
  'too-many-requests': 'npm was asked too often',
  'no-answer': 'npm did not answer',
  'not-understood': 'the answer was not understood',
  'private-address': 'its address is on a private network',
};

/**
 * The line of one package whose owner wants it; null for all others. Throws errors of the gateway.
 */
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

/**
 * Sums of days. A bucket is known when each of its days in the range is that is over by `today`: a
 * sum of some of them would be taken for that of all.
 */
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
    ? `npm’s own count of all downloads, fetched on ${dayText(fetched_at)}; includes mirrors and bots, and no filter changes it.`
    : 'npm’s own count of all downloads has not been fetched yet.';
  if (!failing_since || !failure) return what;
  return `${what} It could not be fetched since ${dayText(failing_since)}: ${reasons[failure]}.`;
}

function dayText(moment: string): string {
  let day = moment.slice(0, 10);
  return dayRangeLabel({ from: day, to: day });
}
