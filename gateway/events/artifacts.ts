/**
 * Short numbers for artifacts in the event table: smaller on disk than a UUID and faster to
 * compare.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Event, EventArtifact } from 'contract/event-fields';

export type Artifact = EventArtifact;

export interface Artifacts {
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
  /** Writes the numbers given since the last save, inside the caller's transaction. */
  save(connection: DuckDBConnection): Promise<void>;
  /** The caller's transaction is through: what was saved is on disk. */
  saved(): void;
}

/** Reads the table of numbers; `connection` sees the whole of it. */
export async function readArtifacts(connection: DuckDBConnection): Promise<Artifacts> {
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

  let rows = await (await connection.run('SELECT type, id, owner FROM artifacts ORDER BY key')).getRows();
  for (let [artifactType, artifactId, ownerId] of rows) add({ artifactType, artifactId, ownerId } as Artifact);
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
    async save(to) {
      for (let key = onDisk; key < known.length; key++) {
        let { artifactType, artifactId, ownerId } = known[key]!;
        await to.run('INSERT INTO artifacts VALUES ($1, $2, $3, $4)', [key, artifactType, artifactId, ownerId]);
      }
    },
    saved() {
      onDisk = known.length;
    },
  };
}

function nameOf({ artifactType, artifactId, ownerId }: Artifact): string {
  return `${artifactType} ${artifactId === '' ? `of ${ownerId}` : artifactId}`;
}
