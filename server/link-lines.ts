/**
 * What crosses the link between edge and store side: lines of JSON. Rules are a line for each owner,
 * then a line that ends them; they are all rules, or those that changed since the version before.
 */
import readline from 'node:readline';
import type { Socket } from 'node:net';
import { errorMessage } from 'net/error-message';
import type { OwnerRules, RulesChange } from 'contract/edge/edge-rules';
import type { Logger } from 'pino';
import { z } from 'zod';

/** The address of a forwarded call's client. */
export const clientHeader = 'x-landfall-client';

export type ToEdge = OwnerLine | EndLine | { asks: 'metrics' };
export const FromEdge = z.union([
  z.object({ has: z.number().int() }),
  z.object({ metrics: z.string() }),
  z.object({ asks: z.literal('rules') }),
]);
export type FromEdge = z.infer<typeof FromEdge>;

/** One owner's rules; null when it has no more rules. */
export interface OwnerLine {
  owner: string;
  rules: OwnerRules | null;
}

/** Applies the lines before it. */
interface EndLine {
  version: number;
  /** The lines are all rules: owners without a line have none. */
  whole: boolean;
}

export interface RulesSender {
  /** 0 before the first rules. */
  version(): number;
  /** Applies a change; the lines to send, empty when nothing is different. */
  change(changed: RulesChange): string;
  whole(): string;
}

export function createRulesSender(): RulesSender {
  let version = 0;
  let lines = new Map<string, string>();
  let end = (whole: boolean) => `${JSON.stringify({ version, whole } satisfies EndLine)}\n`;

  return {
    version: () => version,
    change(changed) {
      let news = '';
      for (let [owner, rules] of changed) {
        let line = rules && lineOf({ owner, rules });
        if (line === (lines.get(owner) ?? null)) continue;
        if (line) lines.set(owner, line);
        else lines.delete(owner);
        news += `${line ?? lineOf({ owner, rules: null })}\n`;
      }
      if (news === '' && version > 0) return '';
      version += 1;
      return news + end(version === 1);
    },
    whole: () => `${[...lines.values(), ''].join('\n')}${end(true)}`,
  };
}

function lineOf(said: OwnerLine): string {
  return JSON.stringify(said);
}

/** An owner that changed, with its line. */
export interface ReceivedRules {
  line: string;
  rules: OwnerRules | null;
}

export interface RulesReceiver {
  owner(line: string, said: OwnerLine): void;
  /** The owners that changed; `gap` when a version was missed, so that all rules must be requested. */
  end(said: EndLine): { version: number; changed: Map<string, ReceivedRules> } | 'gap' | undefined;
}

/** For one connection; `inForce` are the lines of the owners that have rules. */
export function createRulesReceiver(inForce: ReadonlyMap<string, string>): RulesReceiver {
  let version: number | undefined;
  let isAsked = false;
  let heard = new Map<string, ReceivedRules>();

  return {
    owner: (line, { owner, rules }) => void heard.set(owner, { line, rules }),
    end(said) {
      let lines = heard;
      heard = new Map();
      if (!said.whole && isAsked) return undefined;
      if (!said.whole && (version === undefined || said.version !== version + 1)) {
        isAsked = true;
        return 'gap';
      }
      isAsked = false;
      version = said.version;
      let changed = new Map([...lines].filter(([owner, { line }]) => inForce.get(owner) !== line));
      if (said.whole)
        for (let owner of inForce.keys()) if (!lines.has(owner)) changed.set(owner, { line: '', rules: null });
      return { version, changed };
    },
  };
}

/** Calls `take` with each line; a line that it cannot read ends the connection. */
export function receiveLines(socket: Socket, log: Logger, take: (line: string) => void): void {
  let lines = readline.createInterface({ input: socket });
  lines.on('line', (line) => {
    if (socket.destroyed) return;
    try {
      take(line);
    } catch (error) {
      let problem = errorMessage(error);
      log.error({ problem }, 'a message between processes cannot be read, perhaps of another version; reconnecting');
      socket.destroy();
    }
  });
  socket.on('error', () => socket.destroy());
  lines.on('error', () => socket.destroy());
}
