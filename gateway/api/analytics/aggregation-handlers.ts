/** Counts over events: one query for packages and one for pixels. */
import { aggregationsApi, type AggregationQuery, type AggregationRow } from 'contract/analytics/aggregations';
import { dayIn } from 'contract/floor/time-zone';
import { excludeAudiences } from '../../events/query/filter';
import { queriedArtifacts, presentAggregate, aggregateQueryOf } from '../../reports/analytics/aggregate-query';
import { firstEventsEver } from '../../reports/analytics/first-dates';
import { aggregateJoined, joinsFor } from '../../reports/analytics/joined-breakdowns';
import { queryEnds, rangeBounds, rangeOf } from '../../reports/analytics/time-range';
import { eventRules } from '../../reports/funnel/event-rules';
import { serve, Streamed } from '../http/handler';

const linesPerChunk = 500;

export const aggregationEndpoints = serve(aggregationsApi, {
  async exportEntityAggregations({ parts, owner, query }) {
    let bounds = rangeBounds(query.rollup);
    let range = rangeOf(queryEnds(query), parts.clock(), bounds);
    let [artifacts, rules] = await Promise.all([
      queriedArtifacts(parts.records, owner.id, query),
      eventRules(parts, owner.id, query, query.include_low_confidence),
    ]);
    for (let one of excludeAudiences(query.exclude_audience)) rules.filters.push(one);
    let joins = await joinsFor(parts, owner.id, query.breakdown_set, {
      corrections: rules.corrections,
      includeLowConfidence: query.include_low_confidence,
    });
    let some = artifacts.filter(({ type, names }) => names.size > 0 && !(query.refused && type === 'tracking-pixel'));
    let rows = await Promise.all(
      some.map(async ({ type, names }) => {
        let uniques = query.unique_counts;
        let artifactType = query.refused ? ('refusal' as const) : type;
        let question = { ...aggregateQueryOf({ artifactType, names }, query, range, rules), uniques };
        let counted = await aggregateJoined(parts.events, question, joins);
        let others = some
          .filter((other) => other.type !== type)
          .map((other) => ({ artifactType: other.type, artifactIds: [...other.names.keys()] }));
        let firsts =
          query.first_dates && joins.length === 0
            ? await firstEventsEver(parts.events, question, counted, others)
            : undefined;
        let shown = counted.map((row) => presentAggregate(row, type, names, firsts?.get(row)));
        return uniques === 'none'
          ? shown.map((row) => ({ ...row, unique_origins: null, unique_endpoints: null }))
          : shown;
      }),
    );
    return stream(rows.flat(), query.format, {
      'x-scarf-effective-start-date': dayIn(query.time_zone, range.from),
      'x-scarf-effective-end-date': dayIn(query.time_zone, range.until),
    });
  },
});

function stream(rows: AggregationRow[], format: AggregationQuery['format'], headers: Record<string, string>): Streamed {
  return format === 'json'
    ? new Streamed(whole({ data: rows }), { ...headers, 'content-type': 'application/json' })
    : new Streamed(lines(rows), { ...headers, 'content-type': 'application/x-ndjson' }, rows);
}

async function* whole(answer: unknown): AsyncGenerator<string> {
  yield JSON.stringify(answer);
}

async function* lines(rows: AggregationRow[]): AsyncGenerator<string> {
  for (let at = 0; at < rows.length; at += linesPerChunk)
    yield rows
      .slice(at, at + linesPerChunk)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join('');
}
