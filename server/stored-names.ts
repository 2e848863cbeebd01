import { asksForOthers } from 'contract/analytics/audience';
import { createAgentReader } from 'edge/enrich/agent';
import { classifyName } from 'edge/enrich/classify';
import type { NamingRules } from 'gateway/events/duckdb/relabel';

/**
 * Today's rules for companies that an earlier version has stored: the store side cannot import the
 * edge.
 */
export function companyNamingRules(): NamingRules {
  let agentOf = createAgentReader();
  return { ofCompany: classifyName, asksForOthers: (userAgent) => asksForOthers(agentOf(userAgent).rule) };
}
