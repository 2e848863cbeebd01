/** Version adoption in sentences: which version overtook which, and who still uses older ones. */
import { isNumbered, newestFirst } from 'contract/packages/version-order';
import { addDays, type DayRange } from 'contract/floor/days';
import type { TimeBucket } from '../../charts/date-buckets.server';
import { formatPercent } from '../../ui/numbers';

export interface VersionLayer {
  name: string;
  version: string;
  values: number[];
}

/** `4.x` and its downloads. */
export interface MajorTotal {
  name: string;
  total: number;
}

/** Whole days that a sentence about the present is about. */
const stillDays = 7;

/** The days that “still” is about; null for a range that ended before. */
export function presentDays({ days, today }: { days: DayRange; today: string }): DayRange | null {
  let whole = lastWholeDays(today);
  return days.to < whole.to ? null : whole;
}

/** The seven days before today. */
export function lastWholeDays(today: string): DayRange {
  return { from: addDays(today, -stillDays), to: addDays(today, -1) };
}

const sentencesMax = 2;
/** A lead of fewer days may be chance. */
const leadMin = 2;

/**
 * `layers`: versions of one package, newest first; `majors`: its downloads by major version in the
 * last seven whole days, which “still” is about. `type` is that of the package.
 */
export function adoptionSentences(
  layers: readonly VersionLayer[],
  buckets: readonly TimeBucket[],
  majors: readonly MajorTotal[],
  type?: string,
): string[] {
  let numbered = layers.filter(({ version }) => isNumbered(version, type));
  return [...overtakings(numbered, buckets), ...behind(majors)];
}

/**
 * A version overtook the previous leader if it had more downloads in every complete bucket since, at
 * least two. Hours say nothing. Newest versions first.
 */
function overtakings(layers: readonly VersionLayer[], buckets: readonly TimeBucket[]): string[] {
  let whole = buckets.flatMap((bucket, i) => (bucket.isComplete && !bucket.isHour ? [{ bucket, i }] : []));
  let told: string[] = [];
  for (let [place, newer] of layers.entries()) {
    let older = layers.slice(place + 1);
    let leads = (at: number) => older.every(({ values }) => (newer.values[at] ?? 0) > (values[at] ?? 0));
    let before = whole.findLastIndex(({ i }) => !leads(i));
    let since = whole[before + 1];
    if (before < 0 || !since || whole.length - before - 1 < leadMin || older.length === 0) continue;
    let led = older.reduce((best, one) =>
      valueAt(one, whole[before]!.i) > valueAt(best, whole[before]!.i) ? one : best,
    );
    if (valueAt(led, whole[before]!.i) > 0) told.push(`${newer.name} overtook ${led.name} ${when(since.bucket)}.`);
  }
  return told.slice(0, sentencesMax);
}

function valueAt({ values }: VersionLayer, index: number): number {
  return values[index] ?? 0;
}

function when({ label, days }: TimeBucket): string {
  return days.from === days.to ? `on ${label}` : `in ${label}`;
}

/**
 * Downloads of older major versions, of the last days: in a longer range they are a thing of the
 * past.
 */
function behind(majors: readonly MajorTotal[]): string[] {
  let all = majors.reduce((sum, { total }) => sum + total, 0);
  let order = newestFirst();
  let [, ...earlier] = majors.toSorted((a, b) => order(a.name, b.name));
  let parts = earlier.slice(0, sentencesMax).map(({ name, total }) => `${formatPercent(total, all)} still on ${name}`);
  return parts.length > 0 ? [`Last ${stillDays} days: ${parts.join(', ')}.`] : [];
}
