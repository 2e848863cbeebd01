/** Downloads by version, in full or by minor or major number: as lines and as bars. */
import type { AggregationRow, Breakdown } from 'contract/aggregations';
import { type Bar, bars, lineChart, type LineChartData } from '../../charts/geometry.server';
import type { Bucket } from '../../charts/days.server';
import type { Narrowing } from '../../narrowing.server';
import { along } from './counts.server';
import { isEqual } from 'contract/where';
import { dimensions, linkToOthers } from './breakdown.server';

export const versionLevels = ['full', 'minor', 'major'] as const;
export type VersionLevel = (typeof versionLevels)[number];

const linesMax = 5;
const barsMax = 10;

/** The query for the versions of a level; the gateway returns the highest. */
export function versionQuestion(level: VersionLevel): { breakdown: Breakdown; limit: number } {
  return { breakdown: level === 'full' ? 'by-version' : `by-version-${level}`, limit: barsMax };
}

export interface VersionsData {
  /** Null when no version is known. */
  chart: LineChartData | null;
  bars: Bar[];
}

const keys = { full: 'request_version', minor: 'request_version_minor', major: 'request_version_major' } as const;

/** `rows` are by version and bucket, of the highest versions; `total` is that of all downloads. */
export function versionsData(
  rows: AggregationRow[],
  buckets: Bucket[],
  total: number,
  { level, links }: { level: VersionLevel; links?: Narrowing } = { level: 'full' },
): VersionsData {
  let byName = new Map<string, AggregationRow[]>();
  for (let row of rows) {
    let name = shortDigest(row.version ?? '');
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
  let whereOf = (own: AggregationRow[]) => [...new Set(own.map(({ version = '' }) => isEqual(keys[level], version)))];
  let others = linkToOthers(whereOf(shown.flatMap((one) => one.rows)), links);
  return {
    chart: series.length > 0 ? lineChart(series, buckets, links?.toDays) : null,
    bars: bars(
      [
        ...shown.map(({ name, total: value, rows: own }) => ({
          name: name || dimensions.version.unknown,
          value,
          isRest: !name,
          to: links?.toRows(whereOf(own)),
        })),
        ...(rest > 0 ? [{ name: 'All others', value: rest, isRest: true, to: others }] : []),
      ],
      total,
    ),
  };
}

/** A digest, shortened; every other version unchanged. */
function shortDigest(version: string): string {
  return version.replace(/^(sha\d+:[0-9a-f]{12})[0-9a-f]+$/, '$1…');
}

function sum(rows: AggregationRow[]): number {
  return rows.reduce((all, row) => all + row.total, 0);
}
