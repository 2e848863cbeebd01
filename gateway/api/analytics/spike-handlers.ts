/** Days with unusually many downloads. */
import { spikesApi } from 'contract/analytics/spikes';
import { excludeAudiences } from '../../events/query/filter';
import { queriedArtifacts } from '../../reports/analytics/aggregate-query';
import { findSpikes } from '../../reports/analytics/spikes';
import { queryEnds, rangeBounds, rangeOf } from '../../reports/analytics/time-range';
import { eventRules } from '../../reports/funnel/event-rules';
import { serve } from '../http/handler';

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
