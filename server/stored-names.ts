/** The rules of the edge about names, for the store side, which cannot import them. */
import { asksForOthers } from 'contract/analytics/audience';
import { createAgentReader } from 'edge/enrich/agent';
import { classifyName } from 'edge/enrich/classify';
import type { NamingRules } from 'gateway/events/duckdb/relabel';

/** What today's rules say about companies that an earlier version has stored. */
export function namingRules(): NamingRules {
  let agentOf = createAgentReader();
  return { ofCompany: classifyName, asksForOthers: (userAgent) => asksForOthers(agentOf(userAgent).rule) };
}
