/**
 * Short numbers for artifacts in the event table: smaller on disk than a UUID and faster to
 * compare.
 */
import type { Event, EventArtifact } from 'contract/event-fields';

export type Artifact = EventArtifact;

export interface ArtifactKeys {
  /**
   * The number of an event's artifact; a new one is given where there is none yet. The owner kept
   * is that of its first event. Events without an artifact have one number for each owner.
   */
  keyOf(artifact: Artifact): number;
  /** Numbers of those artifacts that have events. */
  keysOf(type: Event['artifactType'], ids: readonly string[]): number[];
  /** Numbers of a package or pixel, whichever the id names. */
  ofArtifact(id: string): number[];
  /** Numbers of everything of an owner that has events. */
  ofOwner(ownerId: string): number[];
  artifactOf(key: number): Artifact;
  all(): readonly Artifact[];
  /** The numbers that were given since `saved`, in their order. */
  unsaved(): readonly (Artifact & { key: number })[];
  /** What was unsaved is stored. */
  saved(): void;
}

/**
 * The numbers of artifacts; `stored` are those that have one already, in the order of their
 * numbers.
 */
export function createArtifactKeys(stored: readonly Artifact[]): ArtifactKeys {
  let known: Artifact[] = [];
  let keys = new Map<string, number>();
  /** Those of events without an artifact are as many as their owners. */
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
    ofArtifact: (id) => [...(byArtifact.get(`package ${id}`) ?? []), ...(byArtifact.get(`tracking-pixel ${id}`) ?? [])],
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
