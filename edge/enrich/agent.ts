/**
 * Program, version, platform and audience of a user agent. Programs by our own table, browsers by
 * bowser, bots by isbot.
 */
import Bowser from 'bowser';
import { audienceRules, type AudienceRuleName } from 'contract/analytics/audience';
import * as limits from 'contract/floor/limits';
import { createIsbotFromList, list } from 'isbot';
import { LRUCache } from 'lru-cache';
import { unknownAgent, type ClientAgent } from './enrich';
import { platformIn } from './platforms';
import { programIn, versionIn, type Program } from './programs';
import type { ProgramKind } from './programs/kinds';
import { toolchainOf, unknownToolchain } from './toolchain';

const agentsKept = 5_000;

/** Caches recent user agents. */
export function createAgentReader(): (userAgent: string) => ClientAgent {
  let known = new LRUCache<string, ClientAgent>({ max: agentsKept, memoMethod: readAgent });
  return (userAgent) => (userAgent === '' ? unknownAgent : known.memo(userAgent));
}

/**
 * isbot treats every short user agent as a bot; installers and people's scripts have such user
 * agents.
 */
const shortAgents = [
  'installer',
  'my installer',
  'installer/1.0',
  'installer/1.0.2',
  'my-installer/2',
  'Installer/1.0 (x)',
  'downloader/1.0',
];
const isListed = createIsbotFromList(
  list.filter((pattern) => !shortAgents.some((agent) => new RegExp(pattern, 'i').test(agent))),
);

/**
 * The model of an Android phone: there are phones called Robot and Spider. A program would have a
 * version.
 */
const phoneModel = /(?<=\bAndroid [\d.]{1,20}; )[^;)/]{1,80}(?: Build\/[^;)]*)?(?=[;)])/;
/** Names of people that end like the name of a bot. */
const peoplesNames = /\b(?:Abbot|Cabot|Talbot)\b/gi;

function isBot(userAgent: string): boolean {
  return isListed(userAgent.replace(phoneModel, 'phone').replace(peoplesNames, 'name'));
}

const ruleOfKind: Record<ProgramKind, AudienceRuleName> = {
  tool: 'tool',
  library: 'library',
  ci: 'ci-agent',
  cluster: 'cluster-agent',
  automation: 'automation-agent',
  mirror: 'mirror-agent',
  'image-proxy': 'image-proxy',
  'ai-user': 'ai-user-agent',
  'ai-crawler': 'ai-crawler-agent',
  headless: 'bot-agent',
  bot: 'bot-agent',
};

/** URLs in a user agent are documentation, not the name of the program. */
const addresses = /\+?(?:https?:\/\/|www\.)[^\s;,)\]}>"']+|[\w.+-]+@[\w-]+\.[\w.-]+/gi;

/** A package manager is never a bot, although bot lists name many of them. */
function readAgent(userAgent: string): ClientAgent {
  let program = programIn(userAgent);
  if (program)
    return {
      ...agent(
        [program.client, program.version],
        platformOf(program, userAgent),
        program.kind === 'tool' && saysCi(userAgent) ? 'ci-marker' : ruleOfKind[program.kind],
      ),
      ...toolchainOf(program, program.version, userAgent),
    };
  if (isBot(userAgent)) return agent(botName(userAgent), '', 'bot-agent');
  let { name = '', version = '' } = Bowser.parse(userAgent).browser;
  if (name !== '' && /^(?:Mozilla|Opera)\//.test(userAgent))
    return agent([name, version.slice(0, limits.versionMax)], platformIn(userAgent), 'browser');
  return agent(productIn(userAgent), platformIn(userAgent), 'unknown-agent');
}

/** The name of a program and its version. */
type Named = [client: string, version: string];

function agent([client, clientVersion]: Named, platform: string, rule: AudienceRuleName): ClientAgent {
  let isBot = bots.has(audienceRules[rule].audience);
  return { client, clientVersion, platform, rule, isBot, ...unknownToolchain };
}

const bots: ReadonlySet<string> = new Set(['bot', 'ai-user', 'ai-crawler']);

/** `acme-updater` and `2.14.0` of `acme-updater/2.14.0 (linux)`. */
function productIn(userAgent: string): Named {
  return named(/^[\w.-]+(?=\/)/.exec(userAgent), userAgent);
}

/** What was found in a text as the name of a program, and the version behind it. */
function named(found: RegExpExecArray | null, text: string): Named {
  let client = found?.[1] ?? found?.[0] ?? '';
  if (!found || client === 'Mozilla') return ['', ''];
  return [client, versionIn(text.slice(found.index + found[0].length))];
}

/**
 * How package managers mark continuous integration: npm and Bundler `ci/<name>`, pip and uv
 * `"ci":true`, Composer `; CI`, Hex `(CI)`, NuGet `CI/<name>`.
 */
function saysCi(userAgent: string): boolean {
  return /\bci\/[a-z]|"ci":\s*true|[;(] ?CI[;)]/i.test(userAgent);
}

/** Their user agents name the platform of the browser that they imitate. */
const pretenders: ReadonlySet<ProgramKind> = new Set(['image-proxy', 'ai-user', 'ai-crawler', 'bot']);

/**
 * The docker daemon often runs in a virtual machine; the person's platform is that of the command
 * line client, named at the end.
 */
function platformOf({ client, kind, platform }: Program, userAgent: string): string {
  if (pretenders.has(kind)) return '';
  let started = client === 'docker' ? /UpstreamClient\((.*)\)/.exec(userAgent)?.[1] : undefined;
  return (started && platformIn(started)) || platformIn(userAgent) || (platform ?? '');
}

/**
 * `Googlebot/2.1` in any brackets: the first word that calls itself a bot, else the word after
 * `compatible;` or after what browsers send, else the first word.
 */
function botName(userAgent: string): Named {
  let text = userAgent.replace(addresses, '');
  let found =
    /[\w.-]*(?:bot|crawler|spider)[\w.-]*/i.exec(text) ??
    /compatible; ?([\w.-]+)/i.exec(text) ??
    /(?:like Gecko;|Safari\/[\d.]+;?) ?\(?([a-z][\w.-]*)/i.exec(text) ??
    /^[\w.-]+/.exec(text);
  return named(found, text);
}
