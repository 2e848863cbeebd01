/** Queries to verify: each breakdown, and generated ones. */
import type { VerificationQuery } from './count';

/**
 * Without importance and funnel stage: exported events lack the settings of packages and some of
 * the events that decide a stage.
 */
export const breakdowns = [
  'by-total',
  'by-total-do-not-track',
  'by-company',
  'by-cloudprovider',
  'by-version',
  'by-version-minor',
  'by-version-major',
  'by-variable',
  'by-variable-name',
  'by-referer',
  'by-user-agent',
  'by-client',
  'by-platform',
  'by-country',
  'by-audience',
  'by-audience-reason',
  'by-domain',
  'by-file-extension',
  'by-runtime',
  'by-installer',
  'by-arch',
  'by-libc',
  'by-ci-provider',
  'by-network',
  'by-fallback',
  'by-endpoint',
  'by-origin',
];

/** Limit of the API for hourly reports. */
const hourlyDays = 31;
const rollups = ['total', 'hourly', 'daily', 'weekly', 'monthly'] as const;
/** Half-hour offsets, the date line, and unusual daylight saving. */
const zones = [
  ...Array.from({ length: 10 }, () => 'UTC'),
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/New_York',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];

interface Days {
  from: string;
  until: string;
}

export function breakdownQueries({ from, until }: Days): VerificationQuery[] {
  return (['packages', 'pixels'] as const).flatMap((of) =>
    breakdowns.map((breakdown) => ({
      start_date: from,
      end_date: until,
      rollup: 'total',
      breakdowns: [breakdown],
      of,
      group_by_artifact: false,
      include_low_confidence: true,
    })),
  );
}

/** None between times, as they have other days. */
export function generatedQueries(count: number, seed: number, { from, until }: Days): VerificationQuery[] {
  if ((from + until).includes('T')) return [];
  let next = randomBelow(seed);
  let pick = <T>(values: readonly T[]): T => values[next(values.length)]!;
  let days = (Date.parse(until) - Date.parse(from)) / 86_400_000;
  return Array.from({ length: count }, (): VerificationQuery => {
    let rollup = pick(rollups);
    let time_zone = days > 2 ? pick(zones) : 'UTC';
    // Other time zones have events of the first and last day that were not exported.
    let edge = time_zone === 'UTC' ? 0 : 1;
    let start = edge + next(days - 2 * edge);
    let left = days - edge - start;
    let most = rollup === 'hourly' ? Math.min(left, hourlyDays) : left;
    let end = start + 1 + next(most);
    let [first, second] = [pick(breakdowns), pick(breakdowns)];
    let together = next(2) === 0 && answeredField(first) !== answeredField(second);
    return {
      start_date: dayAfter(from, start),
      end_date: dayAfter(from, end),
      time_zone,
      week_start: pick(['monday', 'sunday', 'saturday']),
      rollup,
      breakdowns: together ? [first, second] : [first],
      of: pick(['packages', 'packages', 'pixels']),
      group_by_artifact: next(3) === 0,
      include_low_confidence: next(3) > 0,
      limit: next(4) === 0 ? 1 + next(8) : undefined,
    };
  });
}

/** Breakdowns by parts of a version share a response field, and so do those by variable. */
function answeredField(breakdown: string): string {
  if (breakdown.startsWith('by-version')) return 'version';
  return breakdown.startsWith('by-variable') ? 'variable' : breakdown;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Deterministic integers below a bound (mulberry32). */
function randomBelow(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
  };
}
