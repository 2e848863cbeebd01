/**
 * What is stored when a process takes partitions over, once ranges are completed that may have been
 * sent.
 */
import { least } from 'contract/floor/extremes';
import type { Mark } from 'journal/reader';
import { firstOf } from '../shape/ends';
import type { ArtifactKeys } from '../shape/artifact-keys';
import type { Sender, SenderParts } from './send';
import { isOlder, partitionProgress, readServerArtifacts } from './stored';

interface RecoveryParts extends Pick<SenderParts, 'server' | 'shards' | 'ranges'> {
  partitions: readonly number[];
  sender: Sender;
}

export interface Recovered {
  artifacts: ArtifactKeys;
  /** The number after the last event, by partition. */
  ends: number[];
  /** How far each journal is stored in all of the partitions, by epoch. */
  marks: Map<string, Mark>;
}

/** Throws if the server has fewer events than were sent. */
export async function recover({ server, shards, ranges, partitions, sender }: RecoveryParts): Promise<Recovered> {
  let artifacts = await readServerArtifacts(server);
  await shards.read();
  let pending = await ranges.pending();
  for (let range of pending) await sender.complete(range, artifacts);
  if (pending.length > 0) artifacts = await readServerArtifacts(server);
  let shipped = await ranges.lastShipped();
  let { ends: stored, places } = await partitionProgress(server);
  for (let [partition, end = 0] of shipped.entries()) {
    let found = stored[partition] ?? 0;
    if (found < end) throw isOlder(found, end);
  }
  let ends: number[] = [];
  for (let partition of partitions) ends[partition] = stored[partition] ?? firstOf(partition);
  let marks = [...places].map(([epoch, { node, of }]): [string, Mark] => [
    epoch,
    { node, epoch, next: least(partitions.map(of)) },
  ]);
  return { artifacts, ends, marks: new Map(marks) };
}
