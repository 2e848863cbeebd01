import { ruleGroups } from 'contract/analytics/counting-rules';
import type { CountingRule, RuleSource } from 'contract/analytics/counting-sources';
import { audienceName } from '../../text/labels';

export interface ShownRule {
  /** `ci-marker/1`. */
  code: string;
  says: string;
  source: RuleSource;
  /** Resulting audience or confidence, if any. */
  badge: string;
}

export interface ShownGroup {
  id: string;
  title: string;
  rules: ShownRule[];
}

export function shownRules(): ShownGroup[] {
  return ruleGroups.map(({ id, title, rules }) => ({
    id,
    title,
    rules: Object.entries(rules).map(([name, rule]) => ({
      code: `${name || 'unknown'}/${rule.version}`,
      says: rule.says,
      source: rule.source,
      badge: badgeOf(rule),
    })),
  }));
}

function badgeOf(rule: CountingRule & { audience?: string; confidence?: number }): string {
  if (rule.audience !== undefined) return audienceName(rule.audience);
  return rule.confidence === undefined ? '' : `${Math.round(rule.confidence * 100)}% confidence`;
}
