/** Downloads by full, minor or major version: shares over time, and bars. */
import type { AggregationRow, Breakdown } from 'contract/analytics/aggregations';
import { isEqual } from 'contract/analytics/where';
import { needsProof } from 'contract/packages/proven-versions';
import { newestFirst } from 'contract/packages/version-order';
import type { TimeBucket } from '../../charts/date-buckets.server';
import { type Bar, bars, type LineChartData } from '../../charts/geometry.server';
import { stackedChart } from '../../charts/stacked-area.server';
import type { SortOrder } from '../../charts/table-sort.server';
import type { DrillDown } from '../../charts/drill-down.server';
import { adoptionSentences } from './adoption.server';
import { reportDimensions, linkToRest } from './breakdown.server';
import { valuesByBucket } from './row-totals.server';

export const versionLevels = ['full', 'minor', 'major'] as const;
export type VersionLevel = (typeof versionLevels)[number];

const layersMax = 5;
/** The gateway returns the highest rows. */
export const barsMax = 10;

export function versionQuery(level: VersionLevel): { breakdown: Breakdown; byArtifact: true } {
  return { breakdown: level === 'full' ? 'by-version' : `by-version-${level}`, byArtifact: true };
}

export interface VersionsData {
  /** Null if no version is known. */
  chart: LineChartData | null;
  bars: Bar[];
  sentences: string[];
}

interface Version {
  name: string;
  version: string;
  artifact: string;
  rows: AggregationRow[];
  total: number;
}

const keys = { full: 'request_version', minor: 'request_version_minor', major: 'request_version_major' } as const;

/** Totals per bucket and of the range. */
export interface VersionTotals {
  all: number;
  series: readonly number[];
  majors: readonly AggregationRow[];
}

interface VersionLinks {
  level: VersionLevel;
  /** Of the one package, with its versions that are proven. */
  type?: string | undefined;
  proven?: ReadonlySet<string> | undefined;
  links?: DrillDown;
  order?: SortOrder | undefined;
}

/** `rows`: by package, version and bucket. */
export function versionsData(
  rows: AggregationRow[],
  buckets: TimeBucket[],
  totals: VersionTotals,
  { level, type, proven, links, order }: VersionLinks = { level: 'full' },
): VersionsData {
  let isAlone = new Set(rows.map(({ artifact }) => artifact)).size <= 1;
  // `4` and `4.1` are no versions of the package.
  let rules = level === 'full' ? type : undefined;
  let newer = newestFirst(rules);
  // A number such as `4` is as sure as one of its versions.
  let prefixes = new Set([...(proven ?? [])].flatMap((one) => one.replace(/^v/, '').match(/^\d+(?:\.\d+)?/) ?? []));
  let sure = new Set([...(proven ?? []), ...prefixes, ...[...prefixes].map((one) => one.split('.')[0]!)]);
  let isSure = (version: string) => !needsProof(type) || sure.has(version);
  let ranked = rankedVersions(rows, isAlone).sort((a, b) => b.total - a.total || newer(a.version, b.version));
  let known = ranked.filter(({ version }) => version !== '').slice(0, layersMax);
  let layers = known
    .map(({ name, version, rows: own }) => ({
      name,
      version,
      values: valuesByBucket(buckets, own, (row) => row.total),
    }))
    .toSorted((a, b) => newer(a.version, b.version));
  let rest = buckets.map((_, i) => layers.reduce((left, { values }) => left - (values[i] ?? 0), totals.series[i] ?? 0));
  let others = rest.some((value) => value > 0) ? [{ name: 'All others', values: rest, isRest: true }] : [];
  let toDays = buckets[0]?.isHour ? undefined : links?.toDays;
  return {
    chart: layers.length > 0 ? stackedChart([...layers, ...others], buckets, toDays) : null,
    bars: versionBars(ranked, totals.all, { level, links, order, isAlone }),
    sentences: isAlone
      ? adoptionSentences(
          layers.filter(({ version }) => isSure(version)),
          buckets,
          totals.majors.filter(({ version = '' }) => isSure(version)),
          rules,
        )
      : [],
  };
}

/** Prefixed with the package if there are several. */
function rankedVersions(rows: AggregationRow[], isAlone: boolean): Version[] {
  let byName = new Map<string, Version>();
  for (let row of rows) {
    let { artifact = '', artifact_name: of = '', version: given = '' } = row;
    let version = shortDigest(given);
    let shown = version || reportDimensions.version.unknown;
    let key = `${artifact} ${version}`;
    let one = byName.get(key) ?? { name: isAlone ? shown : `${of} ${shown}`, version, artifact, rows: [], total: 0 };
    byName.set(key, { ...one, rows: [...one.rows, row], total: one.total + row.total });
  }
  return [...byName.values()];
}

function versionBars(
  ranked: Version[],
  total: number,
  { level, links, order, isAlone }: VersionLinks & { isAlone: boolean },
): Bar[] {
  let best = ranked.slice(0, barsMax);
  let shown = [...best.filter(({ version }) => version !== ''), ...best.filter(({ version }) => version === '')];
  let rest = total - shown.reduce((all, one) => all + one.total, 0);
  let whereOf = (own: AggregationRow[]) => [...new Set(own.map(({ version = '' }) => isEqual(keys[level], version)))];
  let linkOf = ({ artifact, rows }: Version) =>
    isAlone ? links?.toRows(whereOf(rows)) : links?.toRowsOf?.(artifact)(whereOf(rows));
  // With several packages no single filter selects the others.
  let others = isAlone ? linkToRest(whereOf(shown.flatMap((one) => one.rows)), links) : undefined;
  return bars(
    [
      ...shown.map((one) => ({ name: one.name, value: one.total, isRest: one.version === '', to: linkOf(one) })),
      ...(rest > 0 ? [{ name: 'All others', value: rest, isRest: true, to: others }] : []),
    ],
    total,
    order,
  );
}

/** Shortens digests only. */
export function shortDigest(version: string): string {
  return version.replace(/^(sha\d+:[0-9a-f]{12})[0-9a-f]+$/, '$1…');
}
