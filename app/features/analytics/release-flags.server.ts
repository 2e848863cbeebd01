/** Versions of a package in a year: which are proven, and chart flags at the first download of each. */
import * as limits from 'contract/floor/limits';
import { isProven, needsProof } from 'contract/packages/proven-versions';
import { isRelease } from 'contract/packages/version-order';
import { cleanText } from 'contract/floor/printable';
import { wholeDays } from 'contract/analytics/asked-time';
import { addDays } from 'contract/floor/days';
import { type TimeBucket, dayRangeLabel } from '../../charts/date-buckets.server';
import { localText } from '../../session/reader.server';
import type { ChartFlag } from '../../charts/geometry.server';
import type { RunAggregateQuery, ReportPeriod, Selection } from './aggregate-query.server';
import { shortDigest } from './versions.server';

const flagsMax = 8;

interface Releases {
  flags: ChartFlag[];
  proven: ReadonlySet<string>;
}

export const noReleases: Releases = { flags: [], proven: new Set() };

/**
 * Of releases first, then of those with the most downloads. For one package only. Versions that came
 * with the package's first downloads are skipped: they may be older. `ask` has no filter, which would
 * hide the downloads that prove a version, or its first ones.
 */
export async function releasesOf(
  ask: RunAggregateQuery,
  { packages, type }: Pick<Selection, 'packages' | 'type'>,
  { days, step }: ReportPeriod,
  buckets: readonly TimeBucket[],
): Promise<Releases> {
  if (typeof packages === 'string' || packages.length !== 1) return noReleases;
  let year = wholeDays({ from: addDays(days.to, 1 - limits.yearDays), to: days.to });
  let rows = await ask({
    time: year,
    breakdown: 'by-version',
    byArtifact: true,
    firstDates: true,
    uniques: needsProof(type) ? 'all' : 'none',
    limit: limits.firstDatesMax,
  });
  let proven = rows.filter((row) => row.version && isProven(type, row));
  let known = proven.flatMap(({ artifact_type, version, first_seen = '', first_ever: first = first_seen, total }) =>
    artifact_type === 'package' && version
      ? [
          {
            name: cleanText(shortDigest(version)),
            first: first && localText(first),
            total,
            isRelease: isRelease(version, type),
          },
        ]
      : [],
  );
  let firsts = rows.flatMap(({ first_seen = '', first_ever: first = first_seen }) => (first ? [localText(first)] : []));
  let start = firsts.reduce((least, first) => (first < least ? first : least), '9').slice(0, 'YYYY-MM-DD'.length);
  let flags = known
    .filter(
      ({ first }) => first.slice(0, start.length) > start && first >= days.from && first >= (buckets[0]?.key ?? ''),
    )
    .toSorted((a, b) => Number(b.isRelease) - Number(a.isRelease) || b.total - a.total)
    .slice(0, flagsMax)
    .toSorted((a, b) => (a.first < b.first ? -1 : 1))
    .map(({ name, first }) => {
      let day = first.slice(0, start.length);
      let at = buckets.findLastIndex(({ key }) => key <= (step === 'hourly' ? first : day));
      return { at, label: name, text: `${dayRangeLabel({ from: day, to: day })}: first download of ${name}` };
    });
  return { flags, proven: new Set(proven.map(({ version = '' }) => shortDigest(version))) };
}
