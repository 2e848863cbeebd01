/**
 * Sends ranges exactly once: with their token, and only what the server does not have. Each shard
 * of a cluster gets the events of its owners.
 */
import { uuidv7 } from 'uuidv7';
import { firstOf } from '../shape/ends';
import type { ArtifactKeys } from '../shape/artifact-keys';
import type { Clickhouse } from './client';
import { rowsOn } from './definitions';
import { isRefused } from './explain';
import type { EventRange } from './range';
import type { RangeNotes } from './range-notes';
import type { Shards, ShardRows } from './shards';
import { inSpans } from './spans';
import { isOlder, isStored, waitForInsert } from './stored';
import type { ChangedEvents } from './summary-parts';

export interface SenderParts {
  server: Clickhouse;
  shards: Shards;
  ranges: RangeNotes;
  /** Called before decisions about events change. */
  changing(changed: ChangedEvents): Promise<void>;
}

/** `owners` has those of the stored artifacts. */
type Owners = Pick<ArtifactKeys, 'artifactOf'>;

export interface Sender {
  /** Sends a saved range. One that is refused for its content no longer exists afterwards. */
  send(range: EventRange, owners: Owners): Promise<void>;
  /**
   * Completes a range that may have been sent; the events of one that is now refused are added
   * again.
   */
  complete(range: EventRange, owners: Owners): Promise<void>;
}

export function createSender({ server, shards, ranges, changing }: SenderParts): Sender {
  /**
   * A server without its files would take the next range, and hide that it has lost those before.
   */
  async function refuseLost({ spans }: EventRange): Promise<void> {
    let rows = await server.ask("SELECT node, max(next) AS next FROM progress WHERE epoch = '' GROUP BY node");
    let known = new Map(rows.map(({ node, next }) => [Number(node), Number(next)]));
    for (let { partition, first } of spans) {
      let end = known.get(partition) ?? firstOf(partition);
      if (end < first) throw isOlder(end, first);
    }
  }

  function partsOf({ events, artifacts }: EventRange, { artifactOf }: Owners): ShardRows[] {
    let fresh = new Map(artifacts.map(({ key, owner }) => [Number(key), String(owner)]));
    let ownerOf = (key: number) => fresh.get(key) ?? artifactOf(key).ownerId;
    return shards.split(events, ({ artifact }) => ownerOf(Number(artifact)));
  }

  /** Skips rows that are already stored. */
  async function sendMissing(range: EventRange, owners: Owners): Promise<void> {
    await refuseLost(range);
    let missing: ShardRows[] = [];
    let parts = partsOf(range, owners);
    for (let part of parts) if (!(await isStored(server, range.spans, part))) missing.push(part);
    if (missing.length === 0) return;
    await server.insert('artifacts', range.artifacts);
    await server.insert('changed_decisions', range.changes);
    // A changed decision is about the same package as an event of the range.
    await changing({ seqs: range.changes.map(({ seq }) => Number(seq)), shards: parts.map(({ shard }) => shard) });
    for (let { events } of missing) await server.insert('events', events, range.token);
  }

  function note({ marks, spans }: EventRange): Promise<void> {
    let stored = spans.map(({ partition, end }) => ({
      node: partition === 0 ? '' : String(partition),
      epoch: '',
      next: end,
    }));
    return server.insert('progress', [...marks, ...stored]);
  }

  /** Rows refused for their content are not sent again; the flusher finds out which. */
  async function takeBack(range: EventRange): Promise<void> {
    let { spans, changes } = range;
    if (server.cluster !== undefined) {
      // Removes what another shard has accepted. With a known token it would accept nothing again.
      range.token = uuidv7();
      await ranges.write(range);
      await server.run(`ALTER TABLE ${rowsOn(server, 'events')} DELETE WHERE ${inSpans(spans)}`);
    }
    if (changes.length > 0) {
      let later = spans.map(({ first, end }) => `last_event > ${first} AND last_event <= ${end}`).join(' OR ');
      await server.run(`ALTER TABLE changed_decisions DELETE WHERE ${later}`);
    }
    await ranges.drop(range);
  }

  async function send(range: EventRange, owners: Owners): Promise<void> {
    try {
      await sendMissing(range, owners);
      await note(range);
    } catch (error) {
      if (isRefused(error)) await takeBack(range);
      throw error;
    }
    await ranges.shipped(range);
  }

  return {
    send,
    async complete(range, owners) {
      await waitForInsert(server, range.token);
      await send(range, owners).catch((error: unknown) => {
        if (!isRefused(error)) throw error;
      });
    },
  };
}
