/** Counts over events: of packages and pixels, of AI agents, and days with unusually many. */
import { aiAgentsApi } from 'contract/analytics/ai-agents';
import { aggregationsApi, type AggregationQuery, type AggregationRow } from 'contract/analytics/aggregations';
import { spikesApi } from 'contract/analytics/spikes';
import { dayIn } from 'contract/floor/time-zone';
import { excludeAudiences } from '../../events/query/filter';
import { aiAgentsOf } from '../../reports/analytics/ai-agents';
import { queriedArtifacts, presentAggregate, aggregateQueryOf } from '../../reports/analytics/aggregate-query';
import { firstEventsEver } from '../../reports/analytics/first-dates';
import { aggregateJoined, joinsFor } from '../../reports/analytics/joined-breakdowns';
import { findSpikes } from '../../reports/analytics/spikes';
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

export const aiAgentEndpoints = serve(aiAgentsApi, {
  async getAiAgents({ parts, owner, query }) {
    let range = rangeOf(queryEnds(query), parts.clock(), rangeBounds('total'));
    let [artifacts, rules] = await Promise.all([
      queriedArtifacts(parts.records, owner.id, query),
      eventRules(parts, owner.id, query, true),
    ]);
    return aiAgentsOf(parts.events, artifacts, range, rules);
  },
});

export const spikeEndpoints = serve(spikesApi, {
  async getSpikes({ parts, owner, query }) {
    let now = parts.clock();
    let range = rangeOf(queryEnds(query), now, rangeBounds('daily'));
    let [artifacts, rules] = await Promise.all([
      queriedArtifacts(parts.records, owner.id, { ...query, query: undefined, tracking_pixel_id: [] }),
      eventRules(parts, owner.id, query, true),
    ]);
    for (let one of excludeAudiences(query.exclude_audience)) rules.filters.push(one);
    let packageIds = artifacts.flatMap(({ type, names }) => (type === 'package' ? [...names.keys()] : []));
    return findSpikes(parts.events, { packageIds, range, timeZone: query.time_zone, now, rules });
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
