/** Downloads by version, folded to full, minor or major numbers: the highest over time, and all of them as bars. */
import type { AggregationRow } from 'contract/aggregations';
import { type Bar, bars } from '../../charts/bars.server';
import type { Bucket } from '../../charts/buckets.server';
import { lineChart, type LineChartData } from '../../charts/line.server';
import { along } from './counts.server';
import { dimensions } from './names.server';

export const versionLevels = ['full', 'minor', 'major'] as const;
export type VersionLevel = (typeof versionLevels)[number];

const linesMax = 5;
const barsMax = 10;
/** How many versions are asked for: folding needs more of them than are shown. */
export const versionLimits: Record<VersionLevel, number> = { full: barsMax, minor: 100, major: 100 };

export interface VersionsData {
  /** Null when no version is known. */
  chart: LineChartData | null;
  bars: Bar[];
}

/** `rows` are by version and bucket, of the highest versions; `total` is the number of all downloads of the range. */
export function versionsData(
  rows: AggregationRow[],
  buckets: Bucket[],
  total: number,
  level: VersionLevel,
): VersionsData {
  let byName = new Map<string, AggregationRow[]>();
  for (let row of rows) {
    let name = foldVersion(row.version ?? '', level);
    byName.set(name, [...(byName.get(name) ?? []), row]);
  }
  let ranked = [...byName]
    .map(([name, own]) => ({ name, rows: own, total: sum(own) }))
    .sort((a, b) => b.total - a.total);
  let known = ranked.filter(({ name }) => name !== '').slice(0, linesMax);
  let series = known.map(({ name, rows: own }) => ({ name, values: along(buckets, own, (row) => row.total) }));
  let best = ranked.slice(0, barsMax);
  let shown = [...best.filter(({ name }) => name !== ''), ...best.filter(({ name }) => name === '')];
  let rest = total - shown.reduce((all, one) => all + one.total, 0);
  return {
    chart: series.length > 0 ? lineChart(series, buckets) : null,
    bars: bars(
      [
        ...shown.map(({ name, total: value }) => ({ name: name || dimensions.version.unknown, value, isRest: !name })),
        ...(rest > 0 ? [{ name: 'All others', value: rest, isRest: true }] : []),
      ],
      total,
    ),
  };
}

/** `4.1.2` as `4.1` or `4`; digests are cut short, and what has no number in front (`latest`) stays as it is. */
export function foldVersion(version: string, level: VersionLevel): string {
  let digest = /^(sha\d+:[0-9a-f]{12})[0-9a-f]+$/.exec(version);
  if (digest) return `${digest[1]}…`;
  let numbers = /^v?(\d+)(?:\.(\d+))?(?![\w])/.exec(version);
  if (level === 'full' || !numbers) return version;
  let [, major = '', minor] = numbers;
  return level === 'major' || minor === undefined ? major : `${major}.${minor}`;
}

function sum(rows: AggregationRow[]): number {
  return rows.reduce((all, row) => all + row.total, 0);
}
