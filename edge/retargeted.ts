/** Rules whose registry or target is away lead to a fallback instead. */
import type { OwnerRules } from 'contract/edge/edge-rules';
import type { PackageRules } from 'contract/packages/package-types/list';
import type { FallbackReason } from 'contract/packages/fallback-targets';
import type { AwayTargets, PackageTargets } from './upstream/backend-health';
import type { CountedHit, Decision, DecisionContext } from './requests/decision';
import type { EdgePackageType, HostPackages } from './package-types/type';

type Rule = NonNullable<PackageRules[keyof PackageRules]>[number];

export interface Retargeted {
  rules: OwnerRules;
  /** Packages that lead to a fallback now, and why. */
  moved: Map<string, Exclude<FallbackReason, ''>>;
}

/** Where packages with fallbacks lead. */
export function targetsIn(owner: string, { packages }: OwnerRules): Map<string, PackageTargets> {
  let found = new Map<string, PackageTargets>();
  for (let [type, rules] of Object.entries(packages))
    for (let rule of rules) {
      if (!rule.fallbacks || !('packageId' in rule)) continue;
      // A package of files has a rule for each route.
      let { targets } = found.get(rule.packageId) ?? { targets: new Set() };
      found.set(rule.packageId, { ownerId: owner, type, targets });
      for (let target of [targetOf(rule), ...rule.fallbacks]) if (target !== undefined) targets.add(target);
    }
  return found;
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

/**
 * The packages of a host. While an index cannot be fetched from its registry, a request for it is
 * decided by that of a fallback: for this request alone, as the registry may work for all others.
 */
export function withFallbacks<R extends Rule>(type: EdgePackageType<R>, rules: readonly R[]): HostPackages {
  let first = type.arrange(rules);
  let most = rules.reduce((max, { fallbacks = [] }) => Math.max(max, fallbacks.length), 0);
  if (most === 0) return first;
  let led: HostPackages[] = [];
  let ledBy = (place: number) =>
    (led[place] ??= type.arrange(
      rules.map((rule) => (rule.fallbacks?.[place] ? ledTo(rule, rule.fallbacks[place]) : rule)),
    ));
  return {
    ...first,
    decide(request, around) {
      let decision = first.decide(request, around);
      if (decision?.kind !== 'deferred') return decision;
      return {
        kind: 'deferred',
        async decide(context) {
          let { settled, failure } = await decideBy(decision, context);
          for (let place = 0; failure && place < most; place++) {
            let other = ledBy(place).decide(request, around);
            let found = other && (await decideBy(other, context));
            if (found && !found.failure) return withReason(found.settled, () => failure);
          }
          return settled;
        },
      };
    },
  };
}

/** With the reason why an index was not to be had. */
async function decideBy(decision: Decision, context: DecisionContext) {
  let failure: Exclude<FallbackReason, ''> | undefined;
  let { indexes } = context;
  let ask: DecisionContext['indexes']['ask'] = async (question) => {
    let answer = await indexes.ask(question);
    if (answer === 'failed') failure ??= indexes.failureOf(question);
    return answer;
  };
  let settled =
    decision.kind === 'deferred' ? await decision.decide({ ...context, indexes: { ...indexes, ask } }) : decision;
  return { settled, failure };
}

/** Notes on a hit why its package leads to a fallback. */
export function noteFallback(moved: ReadonlyMap<string, Exclude<FallbackReason, ''>>, decision: Decision): Decision {
  if (decision.kind === 'deferred')
    return { kind: 'deferred', decide: async (context) => noteFallback(moved, await decision.decide(context)) };
  return withReason(decision, ({ artifactId }) => moved.get(artifactId));
}

function withReason(decision: Decision, reasonOf: (hit: CountedHit) => FallbackReason | undefined): Decision {
  if ((decision.kind !== 'redirect' && decision.kind !== 'proxy') || !decision.count) return decision;
  let fallback = reasonOf(decision.count);
  return fallback ? { ...decision, count: { ...decision.count, fallback } } : decision;
}
