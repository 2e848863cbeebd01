/**
 * Names pulls of images. Docker and containerd check a tag with HEAD and then request digests, so
 * only the check has the tag. Checks are remembered while requests belong to one pull, in bounded
 * memory; after a restart a pull is named by its digest.
 */
import { LRUCache } from 'lru-cache';
import { repeatMs } from 'contract/floor/limits';
import type { ManifestReference } from './requests/decision';

export interface PullAttribution {
  /**
   * A HEAD of a manifest. `digest` is from the registry's response, empty for a redirected client.
   */
  noteCheck(originId: bigint, manifest: ManifestReference, digest: string, time: number): void;
  /**
   * The name of the pull that a GET of a manifest belongs to: the tag that the client requested or
   * checked within 30 s, else the reference itself.
   */
  nameOf(originId: bigint, manifest: ManifestReference, time: number): string;
}

interface Begun {
  name: string;
  at: number;
  /** Manifests that belong to it. */
  digests: Set<string>;
  /** Checked by a redirected client, so it may have any digest. */
  isOpen: boolean;
}

/** Clients with one image each, and remembered pulls of each. */
const clientsMax = 20_000;
const pullsMax = 8;

function isDigest(reference: string): boolean {
  return reference.includes(':');
}

export function createPullAttribution(): PullAttribution {
  let begun = new LRUCache<string, Begun[]>({ max: clientsMax });

  /** A client's recent pulls, the last used at the end. */
  function pullsOf(key: string, time: number): Begun[] {
    return (begun.get(key) ?? []).filter(({ at }) => Math.abs(time - at) <= repeatMs);
  }

  /** Makes `pull` the last used. */
  function use(key: string, pulls: readonly Begun[], pull: Begun): void {
    begun.set(key, [...pulls.filter(({ name }) => name !== pull.name), pull].slice(-pullsMax));
  }

  return {
    noteCheck(originId, { image, reference }, digest, time) {
      let key = `${originId} ${image}`;
      let digests = new Set([digest, isDigest(reference) ? reference : ''].filter((one) => one !== ''));
      let pulls = pullsOf(key, time);
      if (isDigest(reference) && pulls.some((pull) => pull.digests.has(reference))) return;
      use(key, pulls, { name: reference, at: time, digests, isOpen: digests.size === 0 });
    },
    nameOf(originId, { image, reference }, time) {
      let key = `${originId} ${image}`;
      let pulls = pullsOf(key, time);
      if (!isDigest(reference)) {
        use(key, pulls, { name: reference, at: time, digests: new Set(), isOpen: false });
        return reference;
      }
      let own =
        pulls.find(({ digests }) => digests.has(reference)) ?? pulls.findLast(({ isOpen }) => isOpen) ?? pulls.at(-1);
      if (!own) return reference;
      own.digests.add(reference);
      own.isOpen = false;
      use(key, pulls, own);
      return own.name;
    },
  };
}
