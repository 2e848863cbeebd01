/** Counts of packages, one line for each package, rollup, breakdown and value. */
import { Readable } from 'node:stream';
import { aggregatesApi, type Aggregate } from 'contract/analytics/aggregates';
import type { AggregationRow } from 'contract/analytics/aggregations';
import { queried } from 'contract/packages/package-query';
import { dayIn } from 'contract/floor/time-zone';
import { eventRules } from '../../reports/funnel/event-rules';
import { serve, Streamed } from '../http/handler';
import { packageNames } from '../../packages/packages';
import { presentAggregate, aggregateQueryOf } from '../../reports/analytics/aggregate-query';
import { aggregateJoined, joinsFor } from '../../reports/analytics/joined-breakdowns';
import { nextDay, rangeBounds, rangeOf } from '../../reports/analytics/time-range';

export const aggregateEndpoints = serve(aggregatesApi, {
  async exportEntityAggregates({ parts, owner, query }) {
    let end = query.end_date && nextDay(query.end_date);
    let { time_zone, week_start } = query;
    let range = rangeOf({ start: query.start_date, end, zone: time_zone }, parts.clock(), rangeBounds('daily'));
    let [all, rules] = await Promise.all([packageNames(parts.records, owner.id), eventRules(parts, owner.id, query)]);
    let names = queried(all, query.query);
    let texts: string[] = [];
    for (let breakdown of names.size > 0 ? query.breakdown : []) {
      let joins = await joinsFor(parts, owner.id, [breakdown], { ...rules, includeLowConfidence: false });
      for (let rollup of query.rollup) {
        let of = { rollup, breakdown_set: [breakdown], group_by_artifact: true, include_low_confidence: false };
        let asked = { ...of, time_zone, week_start, package_id: [], tracking_pixel_id: [] };
        let question = aggregateQueryOf({ artifactType: 'package', names }, asked, range, rules);
        let rows = await aggregateJoined(parts.events, question, joins);
        let line = (row: AggregationRow): Aggregate => ({
          ...lineOf(row, dayIn(time_zone, range.from)),
          breakdown,
          rollup,
        });
        texts.push(rows.map((row) => `${JSON.stringify(line(presentAggregate(row, 'package', names)))}\n`).join(''));
      }
    }
    return new Streamed(Readable.from(texts), { 'content-type': 'application/x-ndjson' });
  },
});

function lineOf(row: AggregationRow, from: string): Omit<Aggregate, 'breakdown' | 'rollup'> {
  let { artifact_name = '', date = from, total, unique_origins, request_domain, ...values } = row;
  let {
    artifact_type: _type,
    artifact: _id,
    unique_endpoints: _endpoints,
    unique_by_period: _periods,
    first_seen: _first,
    last_seen: _last,
    endpoint_id: _endpoint,
    origin_id: _origin,
    ...more
  } = values;
  let domain = request_domain === undefined ? {} : { domain: request_domain };
  return { date, artifact: artifact_name, total, total_unique: unique_origins ?? 0, ...more, ...domain };
}
