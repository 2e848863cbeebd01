/** Integer keys of artifacts in the event table: smaller than a UUID and faster to compare. */
import type { Event, EventArtifact } from 'contract/event-fields';

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
  /** Keys added since `saved`, in order. */
  unsaved(): readonly (Artifact & { key: number })[];
  /** Marks the unsaved ones as stored. */
  saved(): void;
}

const artifactTypes: readonly Event['artifactType'][] = ['package', 'tracking-pixel', 'refusal'];

/** `stored` is in the order of the keys. */
export function createArtifactKeys(stored: readonly Artifact[]): ArtifactKeys {
  let known: Artifact[] = [];
  let keys = new Map<string, number>();
  /** Several keys for events without an artifact: one per owner. */
  let byArtifact = new Map<string, number[]>();

  function add({ artifactType, artifactId, ownerId }: Artifact): number {
    let key = known.push({ artifactType, artifactId, ownerId }) - 1;
    keys.set(nameOf({ artifactType, artifactId, ownerId }), key);
    let name = `${artifactType} ${artifactId}`;
    byArtifact.set(name, [...(byArtifact.get(name) ?? []), key]);
    return key;
  }

  for (let artifact of stored) add(artifact);
  let onDisk = known.length;

  return {
    keyOf: (artifact) => keys.get(nameOf(artifact)) ?? add(artifact),
    keysOf: (type, ids) => ids.flatMap((id) => byArtifact.get(`${type} ${id}`) ?? []),
    ofArtifact: (id) => artifactTypes.flatMap((type) => byArtifact.get(`${type} ${id}`) ?? []),
    ofOwner: (ownerId) => known.flatMap((artifact, key) => (artifact.ownerId === ownerId ? key : [])),
    artifactOf(key) {
      let artifact = known[key];
      if (!artifact) throw new Error(`The event table names artifact number ${key}, which does not exist`);
      return artifact;
    },
    all: () => known,
    unsaved: () => known.slice(onDisk).map((artifact, i) => ({ ...artifact, key: onDisk + i })),
    saved() {
      onDisk = known.length;
    },
  };
}

function nameOf({ artifactType, artifactId, ownerId }: Artifact): string {
  return `${artifactType} ${artifactId === '' ? `of ${ownerId}` : artifactId}`;
}
