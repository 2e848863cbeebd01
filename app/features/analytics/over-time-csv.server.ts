/**
 * The numbers of the charts over time as a CSV file, which people can open where they calculate.
 */
import { utc } from 'contract/shared/time-zone';
import { type TimeBucket, timeBuckets } from '../../charts/date-buckets.server';
import type { Call } from '../../gateway/gateway-client.server';
import { timeZone } from '../../locale/look';
import { asker, type Period, type Selection } from './aggregate-query.server';
import { countBefore } from './previous-period.server';
import { registryLine } from './registry-line.server';
import { along } from './row-totals.server';
import { csvFile } from '../../charts/csv-file.server';
import { bucketNames, countPeriod, figures } from './report-summary.server';
import { type VersionLevel, versionQuestion, versionsData } from './versions.server';

/** A row for each day, week or month by its first day. What is not known is empty. */
export async function overTimeFile(call: Call, owner: string, period: Period, selection: Selection): Promise<Response> {
  let { days, step } = period;
  let buckets = timeBuckets(days, step, period);
  let ask = asker(call, owner, selection);
  let [counted, before, registry] = await Promise.all([
    countPeriod(ask, period, selection),
    countBefore(ask, period),
    registryLine(call, owner, selection, { days, buckets }),
  ]);
  let { charts } = figures({ ...counted, before, registry }, period, selection, { buckets });
  let columns = charts.flatMap(({ title, chart }) =>
    chart.lines.map(({ name, values }) => ({ name: charts.length > 1 ? `${title}: ${name}` : name, values })),
  );
  return csvFile('over-time', days, bucketRows(period, buckets, columns));
}

/** As `overTimeFile`, with the downloads of each of the top versions. */
export async function versionsFile(
  call: Call,
  owner: string,
  period: Period,
  { selection, level }: { selection: Selection; level: VersionLevel },
): Promise<Response> {
  let { days, step } = period;
  let buckets = timeBuckets(days, step, period);
  let ask = asker(call, owner, { ...selection, pixels: 'none' });
  let [all, rows] = await Promise.all([
    ask({ days, rollup: step, uniques: 'none' }),
    ask({ days, rollup: step, ...versionQuestion(level), uniques: 'none' }),
  ]);
  let totals = { all: 0, series: along(buckets, all, ({ total }) => total), majors: [] };
  let { chart } = versionsData(rows, buckets, totals, { level });
  return csvFile('versions', days, bucketRows(period, buckets, chart?.lines ?? []));
}

interface Column {
  name: string;
  values: readonly (number | null)[];
}

/** A head and a row for each bucket; hours are those of the reader's clock. */
export function bucketRows({ days, step }: Period, buckets: readonly TimeBucket[], columns: readonly Column[]) {
  let zone = timeZone();
  let bucketName = zone === utc ? bucketNames[step] : `${bucketNames[step]} (${zone})`;
  let head = [bucketName, 'Complete', ...columns.map(({ name }) => name)];
  let begin = ({ key, label, isHour }: TimeBucket) => (isHour && zone !== utc ? `${days.from} ${label}` : key);
  let rows = buckets.map((bucket, i) => [
    begin(bucket),
    bucket.isComplete ? 'yes' : 'no',
    ...columns.map(({ values }) => values[i]),
  ]);
  return [head, ...rows];
}
