/** Line charts as CSV. */
import { utc } from 'contract/floor/time-zone';
import { type TimeBucket, timeBuckets } from '../../charts/date-buckets.server';
import type { Call } from '../../gateway/gateway-client.server';
import { timeZone } from '../../locale/reader-format';
import {
  createAggregateQuery,
  createUnfilteredQuery,
  type ReportPeriod,
  type Selection,
} from './aggregate-query.server';
import { queryPreviousPeriod } from './previous-period.server';
import { registryLine } from './registry-line.server';
import { valuesByBucket } from './row-totals.server';
import { csvFile } from '../../http/csv.server';
import { bucketNames, queryPeriod, reportFigures } from './report-summary.server';
import { askVersions, type VersionLevel, versionsData } from './versions.server';

/** One row per bucket; unknown values are empty. */
export async function overTimeCsv(
  call: Call,
  owner: string,
  period: ReportPeriod,
  selection: Selection,
): Promise<Response> {
  let { time, days, step } = period;
  let buckets = timeBuckets(time, step, period);
  let ask = createAggregateQuery(call, owner, selection);
  let [counted, before, registry] = await Promise.all([
    queryPeriod(ask, period, selection),
    queryPreviousPeriod({ ask, askAll: createUnfilteredQuery(call, owner, selection) }, period),
    registryLine(call, owner, selection, { ...period, buckets }),
  ]);
  let { charts } = reportFigures({ ...counted, before, registry }, period, selection, { buckets });
  let columns = charts.flatMap(({ title, chart }) =>
    chart.lines.map(({ name, values }) => ({ name: charts.length > 1 ? `${title}: ${name}` : name, values })),
  );
  return csvFile('over-time', days, bucketRows(period, buckets, columns));
}

/** With one column per top version. */
export async function versionsCsv(
  call: Call,
  owner: string,
  period: ReportPeriod,
  { selection, level }: { selection: Selection; level: VersionLevel },
): Promise<Response> {
  let { time, days, step } = period;
  let buckets = timeBuckets(time, step, period);
  let ask = createAggregateQuery(call, owner, { ...selection, pixels: 'none' });
  let [all, rows] = await Promise.all([ask({ time, rollup: step, uniques: 'none' }), askVersions(ask, period, level)]);
  let series = valuesByBucket(buckets, all, ({ total }) => total);
  let totals = { all: series.reduce((sum, value) => sum + value, 0), series };
  let { chart } = versionsData(rows, buckets, totals, { level, type: selection.type });
  return csvFile('versions', days, bucketRows(period, buckets, chart?.lines ?? []));
}

interface Column {
  name: string;
  values: readonly (number | null)[];
}

/** Hours are in the reader's local time. */
export function bucketRows({ step }: ReportPeriod, buckets: readonly TimeBucket[], columns: readonly Column[]) {
  let zone = timeZone();
  let bucketName = zone === utc ? bucketNames[step] : `${bucketNames[step]} (${zone})`;
  let head = [bucketName, 'Complete', ...columns.map(({ name }) => name)];
  let begin = ({ key, short, days, isHour }: TimeBucket) => (isHour && zone !== utc ? `${days.from} ${short}` : key);
  let rows = buckets.map((bucket, i) => [
    begin(bucket),
    bucket.isComplete ? 'yes' : 'no',
    ...columns.map(({ values }) => values[i]),
  ]);
  return [head, ...rows];
}
