import type { Rule } from 'contract/floor/rules';

/** The rule of a field that means `usual` when it is empty; unchanged without one. */
export function withDefault(rule: Rule, usual: string): Rule {
  return usual ? { ...rule, required: undefined } : rule;
}
