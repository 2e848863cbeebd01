/** Chart flags: the first download of each version. */
import * as limits from 'contract/limits';
import { isRelease } from 'contract/packages/version-order';
import { addDays } from 'contract/shared/days';
import { type TimeBucket, dayRangeLabel } from '../../charts/date-buckets.server';
import { localText } from '../../session/reader.server';
import type { ChartFlag } from '../../charts/geometry.server';
import type { RunAggregateQuery, ReportPeriod, Selection } from './aggregate-query.server';
import { shortDigest } from './versions.server';

const flagsMax = 8;

/**
 * Of releases first, then of those with the most downloads. For one package only. Versions that came with the package's first downloads are skipped: they may
 * be older.
 */
export async function releaseFlags(
  ask: RunAggregateQuery,
  { packages }: Pick<Selection, 'packages'>,
  { days, step }: ReportPeriod,
  buckets: readonly TimeBucket[],
): Promise<ChartFlag[]> {
  if (typeof packages === 'string' || packages.length !== 1) return [];
  let year = { from: addDays(days.to, 1 - limits.yearDays), to: days.to };
  let rows = await ask({
    days: year,
    breakdown: 'by-version',
    byArtifact: true,
    firstDates: true,
    uniques: 'none',
    limit: limits.firstDatesMax,
  });
  let known = rows.flatMap(({ artifact_type, version, first_seen = '', first_ever: first = first_seen, total }) =>
    artifact_type === 'package' && version
      ? [{ name: shortDigest(version), first: first && localText(first), total, isRelease: isRelease(version) }]
      : [],
  );
  let start = known.reduce((least, { first }) => (first < least ? first : least), '9').slice(0, 'YYYY-MM-DD'.length);
  return known
    .filter(({ first }) => first.slice(0, start.length) > start && first >= days.from)
    .toSorted((a, b) => Number(b.isRelease) - Number(a.isRelease) || b.total - a.total)
    .slice(0, flagsMax)
    .toSorted((a, b) => (a.first < b.first ? -1 : 1))
    .map(({ name, first }) => {
      let day = first.slice(0, start.length);
      let at = buckets.findLastIndex(({ key }) => key <= (step === 'hourly' ? first : day));
      return { at, label: name, text: `${dayRangeLabel({ from: day, to: day })}: first download of ${name}` };
    });
}
