/** The registry's own download count, as a line in the chart of one package. */
import { type AskedTime, isTime } from 'contract/analytics/asked-time';
import { countSources } from 'contract/analytics/count-sources';
import { registryCountsApi, type RegistryCounts } from 'contract/analytics/registry-counts';
import { dayOf } from 'contract/floor/time';
import { addDays, countDays, type DayRange } from 'contract/floor/days';
import { type TimeBucket, dayRangeLabel } from '../../charts/date-buckets.server';
import type { Series } from '../../charts/geometry.server';
import type { Call } from '../../gateway/gateway-client.server';
import { countFailures } from '../../text/registry-count-failures';
import { formatInteger, formatPercent } from '../../ui/numbers';
import type { Selection } from './aggregate-query.server';

export interface RegistryLine {
  /** Null if nothing is known for the range. */
  series: Series | null;
  /** Source, fetch time and last failure. */
  note: string;
  /** What it counted in the range; empty if nothing is known. */
  total: string;
}

/**
 * Null unless enabled for the package, and for hours, as registries count days. Throws API errors.
 */
export async function registryLine(
  call: Call,
  owner: string,
  { packages }: Selection,
  { time, days, buckets }: { time: AskedTime; days: DayRange; buckets: readonly TimeBucket[] },
): Promise<RegistryLine | null> {
  if (typeof packages === 'string' || packages.length !== 1 || isTime(time.start_date)) return null;
  let params = { owner, package_id: packages[0]! };
  let counts = await call(registryCountsApi.getRegistryCounts, {
    params,
    query: { start_date: days.from, end_date: days.to },
  });
  if (!counts.is_on) return null;
  let values = sumByBucket(buckets, days, counts.downloads, dayOf(Date.now()));
  let isKnown = values.some((value) => value !== null);
  let all = sumOf(counts);
  return {
    series: isKnown ? { name: `${counts.registry}’s own count`, values } : null,
    note: noteOf(counts),
    total: all > 0 ? `${formatInteger(all)} at ${counts.registry}` : '',
  };
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

function noteOf({ registry, is_fetched, fetched_at, failing_since, failure, ...counts }: RegistryCounts): string {
  if (!is_fetched) {
    let known = counts.downloads.length > 0 ? share(counts) : 'No day of this range is known.';
    return `${registry}’s count of all downloads, uploaded; no filter changes it. ${known}`.trim();
  }
  let others = registry === countSources.python.name ? 'bots, but not mirrors' : 'mirrors and bots';
  let what = fetched_at
    ? [
        `${registry}’s count of all downloads, updated daily, last on ${dayText(fetched_at)}; includes ${others}, and no filter changes it.`,
        counts.total === null ? lateDays(counts) : ofTotal(counts.total, counts),
        share(counts),
      ]
    : [`${registry}’s own count of all downloads has not been fetched yet.`];
  if (failing_since && failure)
    what.push(
      `It could not be fetched since ${dayText(failing_since)}: ${countFailures[failure](registry)}. We try again automatically.`,
    );
  else if (!fetched_at) what.push('It comes within ten minutes: reload this page then.');
  return what.filter(Boolean).join(' ');
}

function lateDays({ downloads }: Pick<RegistryCounts, 'downloads'>): string {
  return downloads.length > 0 ? '' : 'No day of this range is known yet: a day comes one or two days later.';
}

function ofTotal(total: number, { downloads }: Pick<RegistryCounts, 'downloads'>): string {
  let first = downloads.length > 0 ? '' : ' The first comes tomorrow.';
  return `It tells only a total, now ${formatInteger(total)}: a day has what was added since the day before.${first}`;
}

/** How much of it came through the gateway. */
function share({ gateway_downloads, downloads }: Pick<RegistryCounts, 'gateway_downloads' | 'downloads'>): string {
  let all = sumOf({ downloads });
  if (all === 0) return '';
  if (gateway_downloads > all)
    return `It has ${formatInteger(all)} in this range, fewer than the ${formatInteger(gateway_downloads)} through this gateway: the registry’s data may be incomplete.`;
  let percent = formatPercent(gateway_downloads, all);
  return `Of its ${formatInteger(all)} in this range, ${formatInteger(gateway_downloads)} (${percent}) came through this gateway.`;
}

function sumOf({ downloads }: Pick<RegistryCounts, 'downloads'>): number {
  return downloads.reduce((sum, one) => sum + one.downloads, 0);
}

function dayText(moment: string): string {
  let day = moment.slice(0, 10);
  return dayRangeLabel({ from: day, to: day });
}
