/** Downloads by full, minor or major version: shares over time, and bars. */
import { group } from 'd3-array';
import type { AggregationRow, Breakdown } from 'contract/analytics/aggregations';
import { wholeDays } from 'contract/analytics/asked-time';
import { isEqual } from 'contract/analytics/where';
import { majorNameOf } from 'contract/packages/major-versions';
import { needsProof } from 'contract/packages/proven-versions';
import { newestFirst } from 'contract/packages/version-order';
import { cleanText } from 'contract/floor/printable';
import type { TimeBucket } from '../../charts/date-buckets.server';
import { type Bar, bars, type LineChartData } from '../../charts/geometry.server';
import { toneAt, type Tone } from '../../charts/chart-style';
import { stackedChart } from '../../charts/stacked-area.server';
import type { SortOrder } from '../../charts/table-sort.server';
import type { DrillDown } from '../../charts/drill-down.server';
import { formatInteger } from '../../ui/numbers';
import type { ReportPeriod, RunAggregateQuery } from './aggregate-query.server';
import { adoptionSentences, presentDays, type MajorTotal } from './adoption.server';
import { reportDimensions, linkToRest } from './breakdown.server';
import { listed, valuesByBucket } from './row-totals.server';

export const versionLevels = ['full', 'minor', 'major'] as const;
export type VersionLevel = (typeof versionLevels)[number];

const layersMax = 5;
/**
 * The percentage of all downloads that a layer needs, so that thousands of nightly versions are no
 * random five layers. At most as many versions have it as are asked for.
 */
const layerPercent = 1;
const askedMax = 100 / layerPercent;

export function versionQuery(level: VersionLevel): { breakdown: Breakdown; byArtifact: true } {
  return { breakdown: level === 'full' ? 'by-version' : `by-version-${level}`, byArtifact: true };
}

export interface VersionRows {
  /** All versions, by package. */
  counts: AggregationRow[];
  /** By bucket, of those with the most downloads. */
  overTime: AggregationRow[];
  /** All versions in the days that sentences about the present are about. */
  lately: AggregationRow[];
}

export async function askVersions(
  ask: RunAggregateQuery,
  { time, days, step, today }: Pick<ReportPeriod, 'time' | 'days' | 'step' | 'today'>,
  level: VersionLevel,
): Promise<VersionRows> {
  let asked = { time, ...versionQuery(level), uniques: 'none' } as const;
  let present = presentDays({ days, today });
  let [counts, overTime, lately] = await Promise.all([
    ask(asked),
    ask({ ...asked, rollup: step, limit: askedMax }),
    present ? ask({ ...asked, time: wholeDays(present) }) : [],
  ]);
  return { counts, overTime, lately };
}

export interface VersionsData {
  /** Null if no version has enough downloads for a layer. */
  chart: LineChartData | null;
  bars: Bar[];
  sentences: string[];
  isWhole: boolean;
  /** There are more rows than are shown. */
  hasMore: boolean;
  /** Which versions have no layer of their own; empty if all have one. */
  left: string;
}

interface Version {
  key: string;
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
}

interface VersionLinks {
  level: VersionLevel;
  isWhole?: boolean;
  /** Of the one package, with its versions that are proven. */
  type?: string | undefined;
  proven?: ReadonlySet<string> | undefined;
  links?: DrillDown;
  order?: SortOrder | undefined;
}

export function versionsData(
  { counts, overTime, lately }: VersionRows,
  buckets: TimeBucket[],
  totals: VersionTotals,
  { level, isWhole = false, type, proven, links, order }: VersionLinks = { level: 'full' },
): VersionsData {
  let isAlone = new Set(counts.map(({ artifact }) => artifact)).size <= 1;
  // `4` and `4.1` are not versions of the package.
  let rules = level === 'full' ? type : undefined;
  let newer = newestFirst(rules);
  // A number such as `4` is as sure as one of its versions.
  let prefixes = new Set([...(proven ?? [])].flatMap((one) => one.replace(/^v/, '').match(/^\d+(?:\.\d+)?/) ?? []));
  let sure = new Set([...(proven ?? []), ...prefixes, ...[...prefixes].map((one) => one.split('.')[0]!)]);
  let isSure = ({ version }: { version: string }) => !needsProof(type) || sure.has(version);
  let ranked = byVersion(counts, isAlone).sort((a, b) => b.total - a.total || newer(a.version, b.version));
  let known = ranked.filter(({ version }) => version !== '');
  let rowsOf = group(overTime, keyOf);
  let layers = known
    .filter(({ total }) => total * 100 >= totals.all * layerPercent)
    .slice(0, layersMax)
    .map(({ key, name, version }) => ({
      key,
      name,
      version,
      values: valuesByBucket(buckets, rowsOf.get(key) ?? [], (row) => row.total),
    }))
    .toSorted((a, b) => newer(a.version, b.version));
  let rest = buckets.map((_, i) => layers.reduce((left, { values }) => left - (values[i] ?? 0), totals.series[i] ?? 0));
  let others = rest.some((value) => value > 0) ? [{ name: 'All others', values: rest, isRest: true }] : [];
  let toDays = buckets[0]?.isHour ? undefined : links?.toDays;
  let shown = listed(ranked, isWhole);
  return {
    chart: layers.length > 0 ? stackedChart([...layers, ...others], buckets, toDays) : null,
    isWhole,
    hasMore: ranked.length > shown.length,
    bars: versionBars(shown, totals.all, {
      level,
      links,
      order,
      isAlone,
      tones: new Map(layers.map(({ key }, i) => [key, toneAt(i)])),
    }),
    sentences: isAlone
      ? adoptionSentences(layers.filter(isSure), buckets, majorsOf(byVersion(lately, true).filter(isSure)), rules)
      : [],
    left: leftOut(layers.length, known.length),
  };
}

function leftOut(shown: number, all: number): string {
  if (shown === all) return '';
  if (shown === 0) return `No chart: none of ${formatInteger(all)} versions has ${layerPercent}% of the downloads.`;
  return `${shown} of ${formatInteger(all)} versions: those with the most downloads, ${layerPercent}% or more.`;
}

function keyOf({ artifact = '', version = '' }: AggregationRow): string {
  return `${artifact} ${shortDigest(version)}`;
}

/** Prefixed with the package if there are several. */
function byVersion(rows: AggregationRow[], isAlone: boolean): Version[] {
  return [...group(rows, keyOf)].map(([key, own]) => {
    let { artifact = '', artifact_name: of = '', version: given = '' } = own[0]!;
    let version = shortDigest(given);
    let shown = cleanText(version) || reportDimensions.version.unknown;
    let total = own.reduce((sum, row) => sum + row.total, 0);
    return { key, name: isAlone ? shown : `${of} ${shown}`, version, artifact, rows: own, total };
  });
}

/** Downloads of each major version, without versions that have no number. */
function majorsOf(versions: readonly Version[]): MajorTotal[] {
  let grouped = group(versions, ({ version }) => majorNameOf(version));
  return [...grouped].flatMap(([name, own]) =>
    name === undefined ? [] : [{ name, total: own.reduce((sum, { total }) => sum + total, 0) }],
  );
}

function versionBars(
  best: Version[],
  total: number,
  { level, links, order, isAlone, tones }: VersionLinks & { isAlone: boolean; tones: ReadonlyMap<string, Tone> },
): Bar[] {
  let shown = [...best.filter(({ version }) => version !== ''), ...best.filter(({ version }) => version === '')];
  let rest = total - shown.reduce((all, one) => all + one.total, 0);
  let whereOf = (own: AggregationRow[]) => [...new Set(own.map(({ version = '' }) => isEqual(keys[level], version)))];
  let linkOf = ({ artifact, rows }: Version) =>
    isAlone ? links?.toRows(whereOf(rows)) : links?.toRowsOf?.(artifact)(whereOf(rows));
  // With several packages no single filter selects the others.
  let others = isAlone ? linkToRest(whereOf(shown.flatMap((one) => one.rows)), links) : undefined;
  return bars(
    [
      ...shown.map((one) => ({
        name: one.name,
        value: one.total,
        isRest: one.version === '',
        to: linkOf(one),
        tone: tones.get(one.key),
      })),
      ...(rest > 0
        ? [
            {
              name: 'All others',
              value: rest,
              isRest: true,
              to: others,
              tone: tones.size > 0 ? ('rest' as const) : undefined,
            },
          ]
        : []),
    ],
    total,
    order,
  );
}

/** Shortens digests only. */
export function shortDigest(version: string): string {
  return version.replace(/^(sha\d+:[0-9a-f]{12})[0-9a-f]+$/, '$1…');
}
