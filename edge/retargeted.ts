/** Rules whose registry or target is away lead to a fallback instead. */
import type { OwnerRules } from 'contract/edge/edge-rules';
import type { PackageRules } from 'contract/packages/package-types/list';
import type { FallbackReason } from 'contract/packages/fallback-targets';
import type { AwayTargets } from './backend-health';
import type { Decision } from './decision';

type Rule = NonNullable<PackageRules[keyof PackageRules]>[number];

export interface Retargeted {
  rules: OwnerRules;
  /** Packages that lead to a fallback now, and why. */
  moved: Map<string, Exclude<FallbackReason, ''>>;
}

/** Whether an owner has a package with fallbacks. */
export function hasFallbacks({ packages }: OwnerRules): boolean {
  return Object.values(packages).some((rules) => rules.some(({ fallbacks }) => fallbacks));
}

/** All registries and targets of rules with fallbacks, by type of rule. */
export function targetsIn({ packages }: OwnerRules): { type: string; target: string }[] {
  return Object.entries(packages).flatMap(([type, rules]) =>
    rules.flatMap((rule: Rule) =>
      rule.fallbacks
        ? [targetOf(rule), ...rule.fallbacks].flatMap((target) => (target === undefined ? [] : { type, target }))
        : [],
    ),
  );
}

/** Without a fallback that works, a rule stays as it is. */
export function retarget(rules: OwnerRules, away: AwayTargets): Retargeted {
  let moved: Retargeted['moved'] = new Map();
  let moveOne = <R extends Rule>(rule: R): R => {
    let first = rule.fallbacks && targetOf(rule);
    let reason = first === undefined ? undefined : away.get(first);
    let others = rule.fallbacks?.filter((target) => !away.has(target)) ?? [];
    let [next, ...more] = others;
    if (reason === undefined || next === undefined) return rule;
    if ('packageId' in rule) moved.set(rule.packageId, reason);
    return { ...ledTo(rule, next), fallbacks: more };
  };
  let packages = Object.fromEntries(Object.entries(rules.packages).map(([type, list]) => [type, list.map(moveOne)]));
  return { rules: { ...rules, packages }, moved };
}

function targetOf(rule: Rule): string | undefined {
  if ('registry' in rule) return rule.registry;
  return originOf('target' in rule ? rule.target : (rule.outgoingUrl ?? ''));
}

/** Undefined if the host of a template is variable. */
function originOf(url: string): string | undefined {
  return /^https?:\/\/[^/{}?#]+(?=[/?#]|$)/.exec(url)?.[0];
}

function ledTo<R extends Rule>(rule: R, next: string): R {
  if ('registry' in rule) return { ...rule, registry: next };
  if ('target' in rule) return { ...rule, target: next };
  return { ...rule, outgoingUrl: rule.outgoingUrl?.replace(originOf(rule.outgoingUrl) ?? '', () => next) };
}

/** Notes on a hit why its package leads to a fallback. */
export function noteFallback(moved: ReadonlyMap<string, Exclude<FallbackReason, ''>>, decision: Decision): Decision {
  if (decision.kind === 'deferred')
    return { kind: 'deferred', decide: async (context) => noteFallback(moved, await decision.decide(context)) };
  if (!('count' in decision) || !decision.count) return decision;
  let fallback = moved.get(decision.count.artifactId);
  if (!fallback || (decision.kind !== 'redirect' && decision.kind !== 'proxy')) return decision;
  return { ...decision, count: { ...decision.count, fallback } };
}
