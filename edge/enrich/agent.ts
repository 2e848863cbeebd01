/**
 * What a user agent tells: the program, the platform, and whether it is a bot. Package managers by
 * our own table, browsers by bowser, bots by isbot.
 */
import Bowser from 'bowser';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { unknownAgent, type Agent } from './enrich';
import { platformIn } from './platforms';
import { toolIn } from './tools';

const agentsKept = 5_000;

/** Gives a reader of user agents that remembers the recent ones. */
export function createAgentReader(): (userAgent: string) => Agent {
  let known = new LRUCache<string, Agent>({ max: agentsKept, memoMethod: readAgent });
  return (userAgent) => (userAgent === '' ? unknownAgent : known.memo(userAgent));
}

/**
 * A package manager is never called a bot, although most of them run unattended and bot lists name
 * them: they are what is being counted.
 */
function readAgent(userAgent: string): Agent {
  let tool = toolIn(userAgent);
  if (tool) return { client: tool, platform: toolPlatform(tool, userAgent), isBot: false };
  if (isbot(userAgent)) return { client: botName(userAgent), platform: '', isBot: true };
  let browser = Bowser.parse(userAgent);
  return { client: browser.browser.name ?? '', platform: platformIn(userAgent), isBot: false };
}

/**
 * The docker daemon often runs in a virtual machine; the person's own machine is that of the
 * command line client, named at the end.
 */
function toolPlatform(tool: string, userAgent: string): string {
  let client = tool === 'docker' ? /UpstreamClient\((.*)\)/.exec(userAgent)?.[1] : undefined;
  return (client && platformIn(client)) || platformIn(userAgent);
}

/**
 * `Googlebot/2.1` in whatever brackets it stands: the first word that calls itself a bot, else the
 * first word.
 */
function botName(userAgent: string): string {
  let word =
    /[\w.-]*(?:bot|crawler|spider|renovate)[\w.-]*/i.exec(userAgent)?.[0] ?? /^[\w.-]+/.exec(userAgent)?.[0] ?? '';
  return word === 'Mozilla' ? '' : word;
}
