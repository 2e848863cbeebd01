/** Versions that owners have withdrawn: refused in the format of each client, or replaced. */
import type { WithdrawnRule } from 'contract/packages/withdrawn-versions';
import type { Decision } from './decision';

/** By package and version. */
export type Withdrawals = ReadonlyMap<string, WithdrawnRule>;

export function withdrawalKey(packageId: string, version: string): string {
  return `${packageId} ${version}`;
}

/** `decideAt` decides about another path of the same request. */
export function withoutWithdrawn(
  withdrawals: Withdrawals,
  decision: Decision,
  path: string,
  decideAt: (path: string) => Decision,
): Decision {
  if (decision.kind === 'deferred')
    return {
      kind: 'deferred',
      decide: async (context) => withoutWithdrawn(withdrawals, await decision.decide(context), path, decideAt),
    };
  let rule = ruleOf(withdrawals, decision);
  if (!rule) return decision;
  return (rule.redirectTo && replaced(withdrawals, rule, path, decideAt)) || refusal(rule);
}

/** Also for a HEAD of a manifest, which names the pull that follows by digest. */
function ruleOf(withdrawals: Withdrawals, decision: Decision): WithdrawnRule | undefined {
  if ('count' in decision && decision.count)
    return withdrawals.get(withdrawalKey(decision.count.artifactId, decision.count.version));
  if ('check' in decision && decision.check)
    return withdrawals.get(withdrawalKey(decision.check.artifactId, decision.check.reference));
  return undefined;
}

/** A path has its version once or twice; replacing many short ones would make it very long. */
const replacedMax = 4;

/** The same file of another version, if the package has it at the same place. */
function replaced(
  withdrawals: Withdrawals,
  { packageId, version, redirectTo }: WithdrawnRule,
  path: string,
  decideAt: (path: string) => Decision,
): Decision | undefined {
  let parts = path.split(encodeURIComponent(version));
  if (parts.length > replacedMax + 1) return undefined;
  let other = decideAt(parts.join(encodeURIComponent(redirectTo)));
  let isIt = other.kind === 'redirect' && other.count?.artifactId === packageId && other.count.version === redirectTo;
  return isIt && !ruleOf(withdrawals, other) ? other : undefined;
}

/**
 * 403: on 404 and 410 the go command asks the next proxy, and others try again. npm, Cargo and
 * container clients show the message of a JSON error, the go command that of a text.
 */
function refusal({ type, version, message }: WithdrawnRule): Decision {
  let text = `Version ${version} was withdrawn by its maintainers. ${message}`;
  if (type === 'npm') return { kind: 'json', status: 403, body: { error: text }, count: null };
  if (type === 'cargo') return { kind: 'json', status: 403, body: { errors: [{ detail: text }] }, count: null };
  if (type === 'docker')
    return { kind: 'json', status: 403, body: { errors: [{ code: 'DENIED', message: text }] }, count: null };
  return { kind: 'text', status: 403, text: `${text}\n`, count: null };
}
