/** Versions that owners have withdrawn: refused in the format of each client, or replaced. */
import { entryFor } from 'contract/packages/major-versions';
import { releaseOf } from 'contract/packages/python-names';
import type { WithdrawnRule } from 'contract/packages/withdrawn-versions';
import type { CountedHit, Decision } from './requests/decision';

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
  let asked = askedFor(decision);
  let found = asked && ruleOf(withdrawals, asked);
  if (!found) return decision;
  let rule = { ...found, version: asked!.version };
  return (rule.redirectTo && replaced(withdrawals, rule, path, decideAt)) || refusal(rule, asked!);
}

/** What a request asks for, also a HEAD of a manifest, which names the pull that follows by digest. */
function askedFor(decision: Decision): CountedHit | undefined {
  if ('count' in decision && decision.count) return decision.count;
  if (!('check' in decision) || !decision.check) return undefined;
  let { ownerId, artifactId, trackCompanies, reference: version } = decision.check;
  let about = { ownerId, artifactId, trackCompanies, version };
  return { type: 'manifest-fetch', artifactType: 'package', page: '', variables: {}, ...about };
}

/** That of the version, or of its major number. Tags of images have no major numbers. */
function ruleOf(withdrawals: Withdrawals, { artifactId, version }: CountedHit): WithdrawnRule | undefined {
  if (withdrawals.size === 0) return undefined;
  let rule = entryFor(version, (name) => {
    let found = withdrawals.get(withdrawalKey(artifactId, name));
    if (found) return found.type === 'docker' && name !== version ? undefined : found;
    let equal = withdrawals.get(withdrawalKey(artifactId, releaseOf(name)));
    return equal?.type === 'python' ? equal : undefined;
  });
  return rule?.isServed ? undefined : rule;
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
  if (other.kind !== 'redirect' || !other.count) return undefined;
  let { count } = other;
  let isIt = count.artifactId === packageId && count.version === redirectTo && !ruleOf(withdrawals, count);
  return isIt ? { ...other, count: { ...count, insteadOf: version } } : undefined;
}

/** The hit of a request for a withdrawn version. */
export function refusedHit(hit: CountedHit, version = hit.version): CountedHit {
  let { insteadOf: _, manifest: _manifest, mayTellInstall: _install, fallback: _fallback, ...what } = hit;
  return { ...what, artifactType: 'refusal', version };
}

/**
 * 403: on 404 and 410 the go command asks the next proxy, and others try again. npm, Cargo and
 * container clients show the message of a JSON error, the go command that of a text.
 */
function refusal({ type, version, message }: WithdrawnRule, asked: CountedHit): Decision {
  let text = `Version ${version} was withdrawn by its maintainers. ${message}`;
  let json = { kind: 'json', status: 403, count: refusedHit(asked) } as const;
  if (type === 'npm') return { ...json, body: { error: text } };
  if (type === 'cargo') return { ...json, body: { errors: [{ detail: text }] } };
  if (type === 'docker') return { ...json, body: { errors: [{ code: 'DENIED', message: text }] } };
  return { kind: 'text', status: 403, text: `${text}\n`, count: json.count };
}
