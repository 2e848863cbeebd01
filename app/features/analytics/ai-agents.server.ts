/** The page of AI agents, and its file. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import { aiAgentsApi, type AiAgents, type AiPurpose, aiPurposes } from 'contract/analytics/ai-agents';
import type { AskedTime } from 'contract/analytics/asked-time';
import { isEqual } from 'contract/analytics/where';
import { csvFile } from '../../http/csv.server';
import type { DayRange } from 'contract/floor/days';
import type { DrillDown, DrillDownLink } from '../../charts/drill-down.server';
import type { Call } from '../../gateway/gateway-client.server';
import { formatInteger } from '../../ui/numbers';
import { createAggregateQuery, type Selection } from './aggregate-query.server';
import { reportDimensions } from './breakdown.server';

interface Purpose {
  label: string;
  explanation: string;
}

const purposes: Record<AiPurpose, Purpose> = {
  person: { label: 'Assistants', explanation: 'Someone asked an assistant or a coding agent.' },
  search: { label: 'AI search', explanation: 'Collected for an index that AI search answers from.' },
  training: { label: 'Training', explanation: 'Collected to train models.' },
  unknown: { label: 'Other', explanation: 'Several purposes, or none named.' },
};

export interface AiAgentsData {
  purposes: (Purpose & { downloads: string; views: string })[];
  agents: { name: string; to: string; company: string; purpose: string; downloads: string; views: string }[];
  artifacts: {
    id: string;
    name: string;
    to: string;
    isPixel: boolean;
    agents: string;
    people: string;
    counts: string[];
  }[];
  /** With a pixel, the most opened first. */
  pages: { page: string; to: string; views: string }[];
  hasViews: boolean;
}

/** The labels of the columns that count by purpose. */
export const purposeLabels = aiPurposes.map((purpose) => purposes[purpose].label);

/** Asks the gateway for the agents of a range. */
export function readAiAgents(
  call: Call,
  owner: string,
  time: AskedTime,
  { packages, pixels, filterId, where }: Selection,
): Promise<AiAgents> {
  return call(aiAgentsApi.getAiAgents, {
    params: { owner },
    query: {
      ...time,
      package_id: packages,
      tracking_pixel_id: pixels,
      filter_id: filterId,
      where,
    },
  });
}

const agentAudiences = ['ai-user', 'ai-crawler'].map((audience) => isEqual('request_audience', audience));
const pagesMax = 20;

/** The pages that agents opened. Empty under a condition on audiences, which would join these. */
export async function readAiPages(
  call: Call,
  owner: string,
  time: AskedTime,
  selection: Pick<Selection, 'pixels' | 'filterId'> & { where: string[] },
): Promise<AggregationRow[]> {
  if (selection.where.some((text) => text.startsWith('request_audience:'))) return [];
  let where = [...selection.where, ...agentAudiences];
  let ask = createAggregateQuery(call, owner, { ...selection, packages: 'none', where });
  let rows = await ask({ time, breakdown: 'by-referer', uniques: 'none', limit: pagesMax });
  return rows.filter(({ referer }) => referer);
}

interface AgentLinks {
  toRows: DrillDownLink;
  toArtifact: NonNullable<DrillDown['toArtifact']>;
}

/** What the page shows, with links to the reports of agents, packages and pixels. */
export function aiAgentsData(
  { agents, artifacts }: AiAgents,
  pages: readonly AggregationRow[],
  { toRows, toArtifact }: AgentLinks,
): AiAgentsData {
  let sum = (purpose: AiPurpose, of: 'downloads' | 'views') =>
    formatInteger(agents.reduce((all, one) => (one.purpose === purpose ? all + one[of] : all), 0));
  return {
    purposes: aiPurposes.map((purpose) => ({
      ...purposes[purpose],
      downloads: sum(purpose, 'downloads'),
      views: sum(purpose, 'views'),
    })),
    agents: agents.map(({ agent, company, purpose, downloads, views }) => ({
      name: agent || 'Unknown',
      to: toRows([isEqual('request_client', agent)]),
      company: company || 'Unknown',
      purpose: purposes[purpose].label,
      downloads: formatInteger(downloads),
      views: formatInteger(views),
    })),
    artifacts: artifacts.map((one) => ({
      id: one.artifact,
      name: one.artifact_name,
      to: toArtifact(one.artifact_type, one.artifact),
      isPixel: one.artifact_type === 'tracking-pixel',
      agents: one.agents.map(({ agent, total }) => `${agent || 'Unknown'} ${formatInteger(total)}`).join(' · '),
      people: formatInteger(one.people),
      counts: aiPurposes.map((purpose) => formatInteger(one[purpose])),
    })),
    pages: pages.map((row) => ({
      page: row.referer ?? '',
      to: toRows([reportDimensions.referer.whereOf(row), ...agentAudiences]),
      views: formatInteger(row.total),
    })),
    hasViews: agents.some(({ views }) => views > 0),
  };
}

/** One row for each agent. */
export function aiAgentsCsv(days: DayRange, { agents }: AiAgents): Response {
  let rows = agents.map(({ agent, company, purpose, downloads, views }) => [
    agent,
    company,
    purposes[purpose].label,
    downloads,
    views,
  ]);
  return csvFile('ai-agents', days, [['Agent', 'Company', 'Purpose', 'Downloads', 'Views'], ...rows]);
}
