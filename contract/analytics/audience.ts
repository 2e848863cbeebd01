/**
 * Who a request comes from, as far as its user agent and network show, and the rules that decide
 * it. A rule is never changed: it gets a new version, and events keep the version that judged them.
 */
import { z } from 'zod';
import { hasKey } from '../floor/keys-of';
import { botList, sources, type CountingRule } from './counting-sources';

export const audiences = [
  'person-like',
  'ci',
  'automation',
  'mirror',
  'bot',
  'ai-user',
  'ai-crawler',
  'unknown',
] as const;
export type Audience = (typeof audiences)[number];

/** The values of `exclude_audience`, several separated by commas. */
export const ExcludedAudiences = z
  .string()
  .max(200)
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(audiences)).min(1))
  .optional();

/** Whether matches below `limits.lowConfidenceBelow` count as well. */
export const IncludeLowConfidence = z
  .enum(['true', 'false'])
  .default('false')
  .transform((v) => v === 'true');

/**
 * Audiences without a possible user of the package: reports exclude them with `noise=hide`. AI
 * assistants count, as they ask for a person.
 */
export const botAudiences = ['mirror', 'bot', 'ai-crawler'] as const satisfies readonly Audience[];

export interface AudienceRule extends CountingRule {
  audience: Audience;
}

/** In the order in which they are tried; the first that fits decides. */
export const audienceRules = {
  'not-tracked': {
    audience: 'unknown',
    version: 1,
    says: 'The client opted out of tracking, so nothing about it was stored.',
    source: sources['global-privacy-control'],
  },
  'no-agent': { audience: 'unknown', version: 1, says: 'The request has no user agent.', source: sources.own },
  'ci-marker': {
    audience: 'ci',
    version: 1,
    says: 'The package manager says in its user agent that it runs in continuous integration.',
    source: sources['client-agents'],
  },
  'ci-agent': {
    audience: 'ci',
    version: 1,
    says: 'The user agent is a program of a continuous integration service.',
    source: sources['client-agents'],
  },
  'mirror-agent': {
    audience: 'mirror',
    version: 1,
    says: 'The user agent is a mirror or caching proxy of a registry; its users are unknown.',
    source: sources.linehaul,
  },
  'image-proxy': {
    audience: 'mirror',
    version: 1,
    says: 'The user agent is an image proxy, which fetches a picture once for many readers.',
    source: sources['client-agents'],
  },
  'cluster-agent': {
    audience: 'automation',
    version: 1,
    says: 'The user agent is a container runtime of clusters, which pulls without a person.',
    source: sources['client-agents'],
  },
  'automation-agent': {
    audience: 'automation',
    version: 1,
    says: 'The user agent is a scanner, an updater or a deployment tool.',
    source: sources['client-agents'],
  },
  'ai-user-agent': {
    audience: 'ai-user',
    version: 3,
    says: 'The user agent is an AI assistant or a coding agent that fetches something for a person.',
    source: sources['ai-robots'],
  },
  'ai-crawler-agent': {
    audience: 'ai-crawler',
    version: 2,
    says: 'The user agent is a crawler that collects pages for an AI model or an AI search.',
    source: sources['ai-robots'],
  },
  'bot-agent': {
    audience: 'bot',
    version: 3,
    says: 'The user agent is a crawler, a monitor or a scanner, by our own table or by the list of the isbot library. Models of phones and names of people that sound like one are none.',
    source: { name: `${botList.name} ${botList.version}, a list of bots`, href: botList.href },
  },
  'tool-in-data-centre': {
    audience: 'automation',
    version: 2,
    says: 'A package manager, download program or HTTP library in the network of a hosting provider.',
    source: sources.iab,
  },
  tool: {
    audience: 'person-like',
    version: 2,
    says:
      'A package manager, download program or development tool without signs of automation. The go command and ' +
      'Yarn are identified by the host they request from.',
    source: sources.own,
  },
  browser: {
    audience: 'person-like',
    version: 2,
    says: 'A web browser without signs of automation.',
    source: sources.own,
  },
  library: {
    audience: 'unknown',
    version: 2,
    says: 'The user agent is an HTTP library, which people and programs use alike.',
    source: sources.own,
  },
  'unknown-agent': { audience: 'unknown', version: 2, says: 'The user agent is unknown.', source: sources.own },
} as const satisfies Record<string, AudienceRule>;

export type AudienceRuleName = keyof typeof audienceRules;

/** What an event keeps of a rule: `ci-marker/1`. */
export function audienceReasonOf(rule: AudienceRuleName): string {
  return `${rule}/${audienceRules[rule].version}`;
}

/** The rule that an event keeps; undefined where it keeps none that is known. */
export function ruleIn(reason: string): AudienceRuleName | undefined {
  let name = reason.slice(0, reason.indexOf('/'));
  return hasKey(audienceRules, name) ? name : undefined;
}

const forOthers: ReadonlySet<Audience> = new Set(['bot', 'ai-user', 'ai-crawler']);

/**
 * Whether a program asks for others than the owner of its network. A crawler and an image proxy do;
 * a caching proxy of a registry does not, as companies run one for their own people.
 */
export function asksForOthers(rule: AudienceRuleName): boolean {
  return rule === 'image-proxy' || forOthers.has(audienceRules[rule].audience);
}
