/** What has summaries: each package and pixel, and all packages and all pixels of an owner together. */
import type { ArtifactKeys } from '../shape/artifact-keys';

export interface SummaryScopes {
  /** Negative: the key of all packages or all pixels of its owner. */
  ofKey(key: number): number;
  /** Of packages and pixels; none for an unused key. */
  keysOf(artifact: number): readonly number[];
  /** The negative keys of owners that meet a condition. */
  ofOwners(isMeant: (ownerId: string) => boolean): number[];
}

export function scopesOf(artifacts: ArtifactKeys): SummaryScopes {
  let byOwner = new Map<string, number[]>();
  for (let [key, { artifactType, ownerId }] of artifacts.entries()) {
    let name = `${artifactType} ${ownerId}`;
    let keys = byOwner.get(name);
    if (keys) keys.push(key);
    else byOwner.set(name, [key]);
  }
  let ofKey = new Map<number, number>();
  let ofScope = new Map<number, number[]>();
  for (let keys of byOwner.values()) {
    let scope = scopeOf(keys[0]!);
    ofScope.set(scope, keys);
    for (let key of keys) ofKey.set(key, scope);
  }
  return {
    ofKey: (key) => ofKey.get(key)!,
    keysOf: (artifact) => (artifact < 0 ? (ofScope.get(artifact) ?? []) : [artifact]),
    ofOwners: (isMeant) =>
      [...ofScope].flatMap(([scope, [first]]) => (isMeant(artifacts.artifactOf(first!).ownerId) ? [scope] : [])),
  };
}

/** The negative key of an owner whose first package or pixel this is, and the reverse. */
export function scopeOf(key: number): number {
  return -1 - key;
}
