/** The range of a report: all time begins with the first event. Files have fewer days. */
import { aggregationsApi } from 'contract/analytics/aggregations';
import * as limits from 'contract/floor/limits';
import { dayIn } from 'contract/floor/time-zone';
import { addDays } from 'contract/floor/days';
import type { Call } from '../../gateway/gateway-client.server';
import { currentReader } from '../../session/reader.server';
import { readRange } from './range.server';

export async function readReportRange(
  { call, owner, packages = 'all' }: { call: Call; owner: string; packages?: 'all' | string[] },
  query: URLSearchParams,
  { daysMax }: { daysMax?: number } = {},
): Promise<ReturnType<typeof readRange>> {
  let now = Date.now();
  let isAll = query.getAll('range').at(-1) === 'all-time';
  return readRange(query, now, { daysMax, firstDay: isAll ? await firstDayOf(call, owner, packages, now) : undefined });
}

/** Undefined without an event. */
async function firstDayOf(
  call: Call,
  owner: string,
  packages: 'all' | string[],
  now: number,
): Promise<string | undefined> {
  let { timeZone } = currentReader();
  let today = dayIn(timeZone, now);
  let rows = await call(aggregationsApi.exportEntityAggregations, {
    params: { owner },
    query: {
      start_date: addDays(today, 1 - limits.aggregationDaysMax),
      end_date: addDays(today, 1),
      package_id: packages,
      tracking_pixel_id: packages === 'all' ? 'all' : 'none',
      group_by_artifact: 'true',
      include_low_confidence: 'true',
      unique_counts: 'none',
    },
  });
  let [first] = rows.flatMap(({ first_seen = [] }) => first_seen).sort();
  return first && dayIn(timeZone, Date.parse(first));
}
