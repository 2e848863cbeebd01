/**
 * How rules cross the link: a line of JSON for each owner, then a line that ends them. They are all
 * rules, or those of the owners that changed since the version before.
 */
import type { OwnerRules, RulesChange } from 'contract/edge/edge-rules';

/** One owner's rules; null: it has none any more. */
export interface OwnerLine {
  owner: string;
  rules: OwnerRules | null;
}

/** Puts the lines before it in force. */
export interface EndLine {
  version: number;
  /** Whether the lines are all rules, so that owners without a line have none. */
  whole: boolean;
}

/** What the store side has told. */
export interface RulesSender {
  /** 0 before the first rules. */
  version(): number;
  /** Notes a change; gives the lines that say it, none where everything is as it was. */
  change(changed: RulesChange): string;
  /** The lines of all rules. */
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

/** An owner that changed, and the line that said so. */
export interface ReceivedRules {
  line: string;
  rules: OwnerRules | null;
}

export interface RulesReceiver {
  owner(line: string, said: OwnerLine): void;
  /**
   * Gives the owners that changed, or that rules were missed, so that all are to be asked for;
   * nothing while they are on their way.
   */
  end(said: EndLine): { version: number; changed: Map<string, ReceivedRules> } | 'gap' | undefined;
}

/** Reads the lines of one connection; `inForce` are the lines of the owners that have rules. */
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
