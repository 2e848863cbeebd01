/** The numbers of the charts over time as a CSV file, which people can open where they calculate. */
import { bucketsOf } from '../../charts/days.server';
import type { Call } from '../../gateway-client.server';
import { asker, type Period, type Selection } from './aggregation-client.server';
import { registryLine } from './registry-line.server';
import { countPeriod, figures } from './report-summary.server';

/** A row for each day, week or month by its first day. What is not known is empty. */
export async function overTimeFile(call: Call, owner: string, period: Period, selection: Selection): Promise<Response> {
  let { days, step, today } = period;
  let buckets = bucketsOf(days, step, today);
  let [counted, registry] = await Promise.all([
    countPeriod(asker(call, owner, selection), period),
    registryLine(call, owner, selection, { days, buckets }),
  ]);
  let { charts } = figures({ ...counted, registry }, period, selection, { buckets });
  let columns = charts.flatMap(({ title, chart }) =>
    chart.lines.map(({ name, values }) => ({ name: charts.length > 1 ? `${title}: ${name}` : name, values })),
  );
  let header = [charts[0]?.bucketName ?? 'Day', 'Complete', ...columns.map(({ name }) => name)];
  let rows = buckets.map(({ key, whole }, i) => [key, whole ? 'yes' : 'no', ...columns.map(({ values }) => values[i])]);
  return new Response([header, ...rows].map((row) => `${row.join(',')}\r\n`).join(''), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="over-time-${days.from}-${days.to}.csv"`,
      'cache-control': 'no-store',
    },
  });
}
