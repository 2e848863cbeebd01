/** Downloads and views of AI agents, and of people for comparison. */
import { aiAgentOf, type AiAgents, aiAudiences, aiPurposes } from 'contract/analytics/ai-agents';
import type { Breakdown } from 'contract/analytics/aggregations';
import type { Audience } from 'contract/analytics/audience';
import type { AggregateRow, EventReader } from '../../events/shape/store';
import type { EventRules } from '../funnel/event-rules';
import { aggregateQueryOf, type NamedArtifacts } from './aggregate-query';
import type { TimeRange } from './time-range';

type Agent = AiAgents['agents'][number];
type Artifact = AiAgents['artifacts'][number];

/** More than known agents times packages; imported events can name any number of agents. */
const rowsMax = 50_000;
const agentsMax = 200;
const artifactsMax = 100;
const agentsOfOneMax = 5;

/** Counts the AI agents that fetched some packages and pixels. */
export async function aiAgentsOf(
  events: EventReader,
  artifacts: readonly NamedArtifacts[],
  range: TimeRange,
  rules: EventRules,
): Promise<AiAgents> {
  let agents = new Map<string, Agent>();
  let fetched = new Map<string, Artifact>();
  for (let one of artifacts.filter(({ names }) => names.size > 0)) {
    let [ofAgents, ofPeople] = await Promise.all([
      countBy(events, one, range, { rules, of: aiAudiences, breakdowns: ['by-audience', 'by-client'] }),
      countBy(events, one, range, { rules, of: ['person-like'], breakdowns: ['by-total'] }),
    ]);
    let people = new Map(ofPeople.map(({ artifactId, total }) => [artifactId, total]));
    for (let { artifactId = '', values, total } of ofAgents) {
      let { client = '', audience = '' } = values;
      let known = aiAgentOf(client, audience);
      let agent = agents.get(`${client} ${known.purpose}`) ?? { agent: client, ...known, downloads: 0, views: 0 };
      agent[one.type === 'package' ? 'downloads' : 'views'] += total;
      agents.set(`${client} ${known.purpose}`, agent);
      let artifact = fetched.get(artifactId) ?? emptyArtifact(one, artifactId, people.get(artifactId));
      artifact[known.purpose] += total;
      artifact.agents.push({ agent: client, total });
      fetched.set(artifactId, artifact);
    }
  }
  return {
    agents: [...agents.values()].sort((a, b) => b.downloads + b.views - a.downloads - a.views).slice(0, agentsMax),
    artifacts: [...fetched.values()]
      .sort((a, b) => byAgents(b) - byAgents(a))
      .slice(0, artifactsMax)
      .map((one) => ({ ...one, agents: mostActive(one.agents) })),
  };
}

/** The events of some audiences, for each package or pixel. */
function countBy(
  events: EventReader,
  { type, names }: NamedArtifacts,
  range: TimeRange,
  { rules, of, breakdowns }: { rules: EventRules; of: readonly Audience[]; breakdowns: Breakdown[] },
): Promise<AggregateRow[]> {
  let asked = {
    rollup: 'total' as const,
    breakdown_set: breakdowns,
    group_by_artifact: true,
    include_low_confidence: true,
    package_id: [],
    tracking_pixel_id: [],
  };
  let filters = [...rules.filters, { request_audience: { op: 'equals' as const, values: [...of] } }];
  let question = aggregateQueryOf({ artifactType: type, names }, asked, range, { ...rules, filters });
  return events.aggregate({ ...question, uniques: 'none', limit: rowsMax });
}

function emptyArtifact({ type, names }: NamedArtifacts, id: string, people = 0): Artifact {
  let none = { person: 0, search: 0, training: 0, unknown: 0, agents: [] };
  return { artifact_type: type, artifact: id, artifact_name: names.get(id) ?? '', people, ...none };
}

function byAgents(artifact: Artifact): number {
  return aiPurposes.reduce((sum, purpose) => sum + artifact[purpose], 0);
}

function mostActive(agents: Artifact['agents']): Artifact['agents'] {
  return agents.toSorted((a, b) => b.total - a.total).slice(0, agentsOfOneMax);
}
