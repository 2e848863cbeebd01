/** The npm packages of all owners, by id and by name, for reported installations. */
import { createHash } from 'node:crypto';
import type { RegistryRule } from 'contract/packages/package-types/type';

export interface NpmPackages {
  byId(id: string): RegistryRule | undefined;
  /**
   * By name or its SHA-256. If several owners have the name, the only one that serves the package
   * at a verified domain; otherwise none.
   */
  byName(name: string): RegistryRule | undefined;
  /** Replaces the packages of an owner. */
  put(ownerId: string, rules: readonly RegistryRule[]): void;
}

/** `domain`: that of the gateway. */
export function createNpmPackages(domain: string): NpmPackages {
  let ids = new Map<string, RegistryRule>();
  let names = new Map<string, Map<string, RegistryRule>>();
  let ofOwner = new Map<string, readonly RegistryRule[]>();
  /** Packages at a verified domain of their owner. */
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
