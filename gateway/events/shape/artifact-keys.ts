/** Integer keys of artifacts in the event table: smaller than a UUID and faster to compare. */
import type { Event, EventArtifact } from 'contract/event-fields';
import { greatest } from 'contract/floor/extremes';
import { partitionMax, partitionOf } from './ends';

export type Artifact = EventArtifact;

export interface ArtifactKeys {
  /**
   * The key of an event's artifact, added if it is new, with the owner of its first event. Events
   * without an artifact share one key per owner.
   */
  keyOf(artifact: Artifact): number;
  keysOf(type: Event['artifactType'], ids: readonly string[]): number[];
  /** Keys of a package or pixel by id. */
  ofArtifact(id: string): number[];
  ofOwner(ownerId: string): number[];
  artifactOf(key: number): Artifact;
  all(): readonly Artifact[];
  /** By key. */
  entries(): Iterable<[number, Artifact]>;
  /** Keys added since `saved`, in order. */
  unsaved(): readonly (Artifact & { key: number })[];
  /** Marks the unsaved ones as stored. */
  saved(): void;
}

const artifactTypes: readonly Event['artifactType'][] = ['package', 'tracking-pixel', 'refusal'];

/** The artifact that a row of either engine names. */
export function artifactFrom(type: unknown, id: unknown, owner: unknown): Artifact {
  let artifactType = artifactTypes.find((one) => one === type);
  if (!artifactType) throw new TypeError(`The events have an artifact of the unknown type ${String(type)}.`);
  return { artifactType, artifactId: String(id), ownerId: String(owner) };
}

/** The next key of an owner's artifact. `highest` has the highest key of each remainder. */
type NextKey = (ownerId: string, highest: readonly number[]) => number;

const oneAfter: NextKey = (_, highest) => greatest(highest) + 1;

/**
 * Processes that store owners' events at the same time give keys that no other one gives: those with the
 * same remainder, for each partition. As they are higher than all known ones, the first key of an owner
 * stays the first.
 */
export const inPartitions: NextKey = (ownerId, highest) => {
  let next = greatest(highest) + 1;
  return next + ((partitionOf(ownerId) - next) & (partitionMax - 1));
};

/** `stored` is in the order of the keys. */
export function createArtifactKeys(
  stored: Iterable<readonly [number, Artifact]>,
  nextKey: NextKey = oneAfter,
): ArtifactKeys {
  let known = new Map<number, Artifact>();
  let fresh: number[] = [];
  let highest = Array.from({ length: partitionMax }, () => -1);
  let keys = new Map<string, number>();
  /** Several keys for events without an artifact: one per owner. */
  let byArtifact = new Map<string, number[]>();

  function add({ artifactType, artifactId, ownerId }: Artifact, key: number): number {
    known.set(key, { artifactType, artifactId, ownerId });
    highest[key % partitionMax] = Math.max(highest[key % partitionMax]!, key);
    keys.set(nameOf({ artifactType, artifactId, ownerId }), key);
    let name = `${artifactType} ${artifactId}`;
    byArtifact.set(name, [...(byArtifact.get(name) ?? []), key]);
    return key;
  }

  for (let [key, artifact] of stored) add(artifact, key);

  function addFresh(artifact: Artifact): number {
    let key = add(artifact, nextKey(artifact.ownerId, highest));
    fresh.push(key);
    return key;
  }

  return {
    keyOf: (artifact) => keys.get(nameOf(artifact)) ?? addFresh(artifact),
    keysOf: (type, ids) => ids.flatMap((id) => byArtifact.get(`${type} ${id}`) ?? []),
    ofArtifact: (id) => artifactTypes.flatMap((type) => byArtifact.get(`${type} ${id}`) ?? []),
    ofOwner: (ownerId) => [...known].flatMap(([key, artifact]) => (artifact.ownerId === ownerId ? key : [])),
    artifactOf(key) {
      let artifact = known.get(key);
      if (!artifact) throw new Error(`The event table names artifact number ${key}, which does not exist`);
      return artifact;
    },
    all: () => [...known.values()],
    entries: () => known,
    unsaved: () => fresh.map((key) => ({ ...known.get(key)!, key })),
    saved() {
      fresh = [];
    },
  };
}

function nameOf({ artifactType, artifactId, ownerId }: Artifact): string {
  return `${artifactType} ${artifactId === '' ? `of ${ownerId}` : artifactId}`;
}
