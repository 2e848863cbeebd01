/** The npm packages of all owners, by id and by name, for installations that tell their package. */
import { createHash } from 'node:crypto';
import type { RegistryRule } from 'contract/packages/package-types/type';

export interface NpmPackages {
  byId(id: string): RegistryRule | undefined;
  /**
   * The package of a name, or of the SHA-256 of one. Of several owners with that name, the only one
   * who serves the package at a verified domain; none where that is nobody or more than one.
   */
  byName(name: string): RegistryRule | undefined;
  /** Gives an owner these packages instead of those it had. */
  put(ownerId: string, rules: readonly RegistryRule[]): void;
}

/** `domain` is the gateway's own. */
export function createNpmPackages(domain: string): NpmPackages {
  let ids = new Map<string, RegistryRule>();
  let names = new Map<string, Map<string, RegistryRule>>();
  let ofOwner = new Map<string, readonly RegistryRule[]>();
  /** Packages with a verified domain of their own. */
  let proved = new Set<string>();

  function forget({ packageId, name }: RegistryRule): void {
    ids.delete(packageId);
    proved.delete(packageId);
    for (let key of [name, hashOf(name)]) {
      names.get(key)?.delete(packageId);
      if (names.get(key)?.size === 0) names.delete(key);
    }
  }

  function keep(rule: RegistryRule): void {
    let { packageId, name, host } = rule;
    ids.set(packageId, rule);
    if (!host.endsWith(`.${domain}`)) proved.add(packageId);
    for (let key of [name, hashOf(name)]) names.set(key, (names.get(key) ?? new Map()).set(packageId, rule));
  }

  return {
    byId: (id) => ids.get(id),
    byName(name) {
      let all = [...(names.get(name)?.values() ?? [])];
      if (all.length < 2) return all[0];
      let [first, ...more] = all.filter(({ packageId }) => proved.has(packageId));
      return more.length === 0 ? first : undefined;
    },
    put(ownerId, rules) {
      for (let rule of ofOwner.get(ownerId) ?? []) forget(rule);
      for (let rule of rules) keep(rule);
      if (rules.length > 0) ofOwner.set(ownerId, rules);
      else ofOwner.delete(ownerId);
    },
  };
}

function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}
