/**
 * AI agents: which company runs them and what they fetch for, as their makers and ai.robots.txt
 * describe it. An event keeps the agent as its client.
 */
import { z } from 'zod';
import type { Audience } from './audience';
import { CountingQuery } from './counting';
import { route } from '../rules/route';

/**
 * `person`: someone asked an assistant or a coding agent. `search`: an index that AI search answers
 * from. `training`: data to train models with. `unknown`: several uses, or none that is documented.
 */
export const aiPurposes = ['person', 'search', 'training', 'unknown'] as const;
export type AiPurpose = (typeof aiPurposes)[number];

/** The audiences of AI agents. */
export const aiAudiences = ['ai-user', 'ai-crawler'] as const satisfies readonly Audience[];

/** Agents by purpose and company, with the names that events have. */
const agentsByPurpose: Record<AiPurpose, Record<string, readonly string[]>> = {
  person: {
    OpenAI: ['ChatGPT-User', 'Codex'],
    Anthropic: ['Claude-User', 'Claude Code'],
    Perplexity: ['Perplexity-User'],
    Google: ['Gemini Deep Research', 'Gemini CLI', 'Google NotebookLM', 'Google GeminiNotebook', 'GoogleAgent'],
    Amazon: ['Amzn-User', 'NovaAct', 'AmazonBuyForMe', 'AgentCore Browser'],
    'Mistral AI': ['MistralAI-User'],
    DuckDuckGo: ['DuckAssistBot'],
    Meta: ['meta-externalfetcher'],
    Manus: ['Manus-User'],
    'Moonshot AI': ['Kimi-User'],
    Parallel: ['Shap-User'],
    Kagi: ['kagi-fetcher'],
    Cognition: ['Devin'],
    GitHub: ['GitHub Copilot'],
    Cline: ['Cline'],
    'Roo Code': ['Roo Code'],
    Twin: ['TwinAgent'],
    Poggio: ['Poggio-Citations'],
    OpenCode: ['opencode'],
    Aider: ['Aider'],
    Cohere: ['cohere-ai'],
  },
  search: {
    OpenAI: ['OAI-SearchBot'],
    Anthropic: ['Claude-SearchBot'],
    Perplexity: ['PerplexityBot'],
    Amazon: ['Amzn-SearchBot', 'amazon-kendra'],
    Google: ['Google-CloudVertexBot'],
    Microsoft: ['AzureAI-SearchBot'],
    Cloudflare: ['Cloudflare-AutoRAG'],
    Atlassian: ['atlassian-bot'],
    Linkup: ['LinkupBot'],
    Phind: ['PhindBot'],
    Channel3: ['Channel3Bot'],
    Andi: ['Andibot'],
    Exa: ['ExaBot'],
    Liner: ['LinerBot'],
    Wrtn: ['WRTNBot'],
    Ibou: ['IbouBot'],
    Klaviyo: ['KlaviyoAIBot'],
    Qualified: ['QualifiedBot'],
    'Big Sur AI': ['bigsur.ai'],
    Yandex: ['YandexAdditional'],
  },
  training: {
    OpenAI: ['GPTBot'],
    Anthropic: ['ClaudeBot'],
    Google: ['Google-Extended'],
    Apple: ['Applebot-Extended'],
    Meta: ['meta-externalagent'],
    ByteDance: ['Bytespider'],
    Cohere: ['cohere-training-data-crawler'],
    DeepSeek: ['DeepSeekBot'],
    Huawei: ['PanguBot'],
    'Zhipu AI': ['ChatGLM-Spider'],
    Ai2: ['AI2Bot'],
    Timpi: ['Timpibot'],
    ROIS: ['Cotoyogi'],
    'SB Intuitions': ['SBIntuitionsBot'],
    NICT: ['ICC-Crawler'],
    'Kangaroo LLM': ['Kangaroo Bot'],
    LAION: ['LAION', 'img2dataset'],
    FactSet: ['Factset_spyderbot'],
    Hunter: ['VelenPublicWebCrawler'],
    Sidetrade: ['Sidetrade indexer bot'],
    Poseidon: ['Poseidon Research Crawler'],
    netEstate: ['netEstate Imprint Crawler'],
  },
  unknown: {
    'Common Crawl': ['CCBot'],
    Amazon: ['Amazonbot', 'bedrockbot'],
    Firecrawl: ['FirecrawlAgent'],
    'You.com': ['YouBot'],
    Diffbot: ['Diffbot'],
    ImageSift: ['ImagesiftBot'],
    'Webz.io': ['omgili'],
    Apify: ['Apify'],
    Tavily: ['TavilyBot'],
    Parallel: ['ShapBot'],
    'Bright Data': ['Brightbot'],
    Aranet: ['Aranet-SearchBot'],
    Kunato: ['KunatoCrawler'],
    iAsk: ['iaskspider'],
    'Ceramic AI': ['TerraCotta'],
    Crawl4AI: ['crawl4ai'],
    Crawlspace: ['Crawlspace'],
    'Friendly Crawler': ['FriendlyCrawler'],
    Thinkbot: ['Thinkbot'],
    Zanista: ['ZanistaBot'],
    ISS: ['ISSCyberRiskCrawler'],
  },
};

interface KnownAgent {
  company: string;
  purpose: AiPurpose;
}

/** Every known agent by its name. */
export const knownAgents: ReadonlyMap<string, KnownAgent> = new Map(
  aiPurposes.flatMap((purpose) =>
    Object.entries(agentsByPurpose[purpose]).flatMap(([company, names]) =>
      names.map((name) => [name, { company, purpose }] as const),
    ),
  ),
);

/** An agent that is not known here, such as one of imported events, has no company. */
export function aiAgentOf(client: string, audience: string): KnownAgent {
  return knownAgents.get(client) ?? { company: '', purpose: audience === 'ai-user' ? 'person' : 'unknown' };
}

/** Most events first; at most 200 agents. */
export const AiAgents = z.object({
  agents: z.array(
    z.object({
      agent: z.string(),
      company: z.string(),
      purpose: z.enum(aiPurposes),
      downloads: z.number().int(),
      views: z.number().int(),
    }),
  ),
  /** At most 100 packages and pixels. `people`: events of people; the others by purpose. */
  artifacts: z.array(
    z.object({
      artifact_type: z.enum(['package', 'tracking-pixel']),
      artifact: z.string(),
      artifact_name: z.string(),
      people: z.number().int(),
      person: z.number().int(),
      search: z.number().int(),
      training: z.number().int(),
      unknown: z.number().int(),
      /** The most active ones, at most five. */
      agents: z.array(z.object({ agent: z.string(), total: z.number().int() })),
    }),
  ),
});
export type AiAgents = z.infer<typeof AiAgents>;

export const aiAgentsApi = {
  getAiAgents: route({
    id: 'getAiAgents',
    method: 'GET',
    path: '/v3/insights/{owner}/ai-agents',
    summary: 'Get downloads and views of AI agents, by agent, purpose, package and pixel',
    tag: 'Insights',
    access: 'read',
    countsEvents: true,
    params: z.object({ owner: z.string() }),
    query: CountingQuery.pick({
      start_date: true,
      end_date: true,
      until: true,
      time_zone: true,
      package_id: true,
      tracking_pixel_id: true,
      filter_id: true,
      where: true,
      last_event: true,
    }),
    answer: AiAgents,
    errors: [
      'owner-not-found',
      'package-not-found',
      'pixel-not-found',
      'filter-not-found',
      'range-invalid',
      'range-too-long',
    ],
  }),
};
