/** Downloads and views of AI agents. */
import { aiAgentsApi } from 'contract/analytics/ai-agents';
import { aiAgentsOf } from '../../reports/analytics/ai-agents';
import { queriedArtifacts } from '../../reports/analytics/aggregate-query';
import { queryEnds, rangeBounds, rangeOf } from '../../reports/analytics/time-range';
import { eventRules } from '../../reports/funnel/event-rules';
import { serve } from '../http/handler';

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
