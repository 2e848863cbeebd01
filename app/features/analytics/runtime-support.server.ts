/** Whom a project would leave behind if it dropped a version of a runtime and all older ones. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import { newestFirst } from 'contract/packages/version-order';
import type { TimeBucket } from '../../charts/date-buckets.server';
import type { LineChartData } from '../../charts/geometry.server';
import { stackedChart } from '../../charts/stacked-area.server';
import { formatCount, formatPercent } from '../../ui/numbers';
import type { RowDetail } from './breakdown.server';
import { valuesByBucket } from './row-totals.server';

interface Line {
  row: AggregationRow;
  name: string;
  version: string;
  total: number;
  users: number;
}

/** `Node.js 18`: its name, and the numbers of its version. */
function lineOf(row: AggregationRow): Line | undefined {
  let { runtime = '', total, unique_origins } = row;
  let [, name, version] = /^(.+) (\d+(?:\.\d+)*)$/.exec(runtime) ?? [];
  if (name === undefined || version === undefined) return undefined;
  return { row, name, version, total, users: unique_origins ?? 0 };
}

/**
 * For each runtime of the rows: `18 and older: 23% of Node.js downloads, 412 users`, and the rows
 * of these. A user agent names one runtime, so users of several versions can be added. Nothing for
 * the newest version of a runtime.
 */
export function supportDetails(rows: readonly AggregationRow[]): Map<string, RowDetail> {
  let lines = rows.flatMap((row) => lineOf(row) ?? []);
  let byVersion = newestFirst();
  return new Map(
    rows.flatMap((row) => {
      let line = lineOf(row);
      let all = lines.filter(({ name }) => name === line?.name);
      if (!line) return [];
      let older = all.filter(({ version }) => byVersion(line.version, version) <= 0);
      // The newest, or the only one.
      if (older.length === all.length) return [];
      let share = formatPercent(sumOf(older, 'total'), sumOf(all, 'total'));
      let text = `${line.version} and older: ${share} of ${line.name} downloads, ${formatCount(sumOf(older, 'users'), 'user')}`;
      return [[row.runtime ?? '', { text, rows: older.map((one) => one.row) }] as const];
    }),
  );
}

/** Why no row has a value; empty if one has. */
export function noRuntimeReason(rows: readonly AggregationRow[]): string {
  if (rows.length === 0 || rows.some(({ runtime }) => runtime)) return '';
  return 'No client in this period names its runtime. Package managers such as npm, pip, Bundler, Composer, Maven, Gradle and Cargo do; Docker, Go, curl and browsers do not.';
}

function sumOf(lines: readonly Line[], what: 'total' | 'users'): number {
  return lines.reduce((sum, line) => sum + line[what], 0);
}

const layersMax = 5;

/**
 * Shares over time of the most used runtimes, of all downloads that name one. `rows`: by runtime and
 * bucket. Null if none is named.
 */
export function runtimesOverTime(
  rows: readonly AggregationRow[],
  buckets: TimeBucket[],
  toDays?: Parameters<typeof stackedChart>[2],
): LineChartData | null {
  let byRuntime = new Map<string, AggregationRow[]>();
  for (let row of rows) if (row.runtime) byRuntime.set(row.runtime, [...(byRuntime.get(row.runtime) ?? []), row]);
  let ranked = [...byRuntime].sort(([, a], [, b]) => totalOf(b) - totalOf(a));
  let values = (of: AggregationRow[]) => valuesByBucket(buckets, of, ({ total }) => total);
  let layers = ranked.slice(0, layersMax).map(([name, of]) => ({ name, values: values(of) }));
  let rest = values(ranked.slice(layersMax).flatMap(([, of]) => of));
  let others = rest.some((value) => value > 0) ? [{ name: 'All others', values: rest, isRest: true }] : [];
  return layers.length > 0 ? stackedChart([...layers, ...others], buckets, toDays) : null;
}

function totalOf(rows: readonly AggregationRow[]): number {
  return rows.reduce((sum, { total }) => sum + total, 0);
}
