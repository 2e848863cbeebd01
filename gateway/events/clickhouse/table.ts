/**
 * Ships events to ClickHouse exactly once: a range is saved before it is sent with its token, and
 * before sending again the server is asked how far it is. In a cluster each shard gets the events of
 * its owners.
 */
import { uuidv7 } from 'uuidv7';
import type { Event } from 'contract/event-fields';
import type { Mark } from 'journal/reader';
import type { ArtifactKeys } from '../write/artifact-keys';
import { decideCounts, type RequestQuery } from '../write/count-decisions';
import type { EventTable, OpenTable } from '../write/event-table';
import { SerialQueue } from '../../floor/serial-queue';
import type { Clickhouse } from './client';
import { rowOf } from './columns';
import { dialectOf } from './dialect';
import { isRefused } from './explain';
import type { EventRange, RangeStore } from './range-file';
import type { OwnerShards, ShardRows } from './owner-shards';
import { eventsOf } from './schema';
import { readServerArtifacts, findServerRequests, isStored, progressOf, waitForInsert } from './stored';
import { unavailable } from './unavailable';

export interface ClickhouseTable extends EventTable {
  /** Runs `work` while no events are being stored; `end` is the number of stored events. */
  between<T>(work: (end: number) => Promise<T>): Promise<T>;
}

/**
 * The tables must exist. `changing` is called before decisions about events change, by their
 * numbers.
 */
export function clickhouseTable(
  server: Clickhouse,
  owners: OwnerShards,
  ranges: RangeStore,
  changing: (seqs: readonly number[]) => Promise<void>,
): OpenTable<ClickhouseTable> {
  return async (_, decided) => {
    let artifacts: ArtifactKeys;
    let end = 0;
    let marks = new Map<string, Mark>();
    let hasFailed = false;
    let queue = new SerialQueue();
    let dialect = dialectOf(server, owners, () => artifacts);
    await recover();

    /** Completes a range that may have been sent, and reads the progress. */
    async function recover(): Promise<void> {
      artifacts = await readServerArtifacts(server);
      await owners.read();
      let range = await ranges.pending();
      if (range) await sendAgain(range);
      let shipped = await ranges.lastShipped();
      let known = await progressOf(server, { shipped });
      if (known.end < shipped) throw isOlder(known.end, shipped, ranges.forgotten);
      // Makes the row that contains it deletable.
      if (!known.isNoted) await note([...known.marks.values()], known.end);
      if (range) artifacts = await readServerArtifacts(server);
      ({ end, marks } = known);
      hasFailed = false;
    }

    async function recovered(): Promise<void> {
      if (hasFailed) await recover();
    }

    /** A range that is now refused no longer exists afterwards; its events are added again. */
    async function sendAgain(range: EventRange): Promise<void> {
      await waitForInsert(server, range.token);
      await ship(range).catch((error: unknown) => {
        if (!isRefused(error)) throw error;
      });
    }

    async function ship(range: EventRange): Promise<void> {
      await send(range).catch(async (error: unknown) => {
        if (isRefused(error)) await takeBack(range);
        throw error;
      });
      await ranges.shipped(range.end);
    }

    /** A server without its files would take the next range, and hide that it has lost those before. */
    async function refuseLost({ first }: EventRange): Promise<void> {
      let [row] = await server.ask(`SELECT max(next) AS next FROM progress WHERE epoch = ''`);
      if (Number(row?.next) < first) throw isOlder(Number(row?.next), first, ranges.forgotten);
    }

    /** The shard with the last row comes last: once that is stored, the whole range is. */
    function partsOf({ events, artifacts: added, token }: EventRange): Promise<ShardRows[]> {
      let fresh = new Map(added.map(({ key, owner }) => [Number(key), String(owner)]));
      let ownerOf = (key: number) => fresh.get(key) ?? artifacts.artifactOf(key).ownerId;
      return owners.split(events, ({ artifact }) => ownerOf(Number(artifact)), token);
    }

    /** Skips rows that are already stored. */
    async function send(range: EventRange): Promise<void> {
      await refuseLost(range);
      let missing: ShardRows[] = [];
      for (let part of await partsOf(range)) if (!(await isStored(server, range.first, part))) missing.push(part);
      if (missing.length > 0) {
        await server.insert('artifacts', range.artifacts);
        await server.insert('changed_decisions', range.changes);
        await changing(range.changes.map(({ seq }) => Number(seq)));
        for (let { events } of missing) await server.insert('events', events, range.token);
      }
      await note(range.marks, range.end);
    }

    function note(reached: readonly Mark[], next: number): Promise<void> {
      return server.insert('progress', [...reached, { node: '', epoch: '', next }]);
    }

    async function add(events: readonly Event[], fresh: readonly Mark[]): Promise<void> {
      let keys = events.map((event) => artifacts.keyOf(event));
      let find = (asked: RequestQuery) => findServerRequests(server, dialect, asked, end);
      let decisions = await decideCounts(find, { events, artifacts: keys, seq: end });
      let range: EventRange = {
        token: uuidv7(),
        first: end,
        end: end + events.length,
        events: events.map((event, i) =>
          rowOf(event, {
            seq: end + i,
            artifact: keys[i]!,
            wasCounted: decisions.isCounted[i]!,
            rule: decisions.rules[i]!,
            marks: i === events.length - 1 ? JSON.stringify(fresh) : '',
          }),
        ),
        artifacts: artifacts.unsaved().map(({ key, artifactType, artifactId, ownerId }) => ({
          key,
          type: artifactType,
          id: artifactId,
          owner: ownerId,
        })),
        changes: decisions.changes.map(({ seq, lastEvent }) => ({ seq, last_event: lastEvent })),
        marks: [...fresh],
      };
      await ranges.write(range);
      decided(events, decisions);
      await ship(range);
      artifacts.saved();
      end = range.end;
      for (let mark of fresh) marks.set(mark.epoch, mark);
    }

    /** Rows refused for their content are not sent again; the flusher finds out which. */
    async function takeBack(range: EventRange): Promise<void> {
      let { first, changes } = range;
      if (server.cluster !== undefined) {
        // Removes what another shard has accepted. With a known token it would accept nothing again.
        await ranges.write({ ...range, token: uuidv7() });
        await server.run(`ALTER TABLE ${eventsOf(server)} DELETE WHERE seq >= ${first}`);
      }
      if (changes.length > 0) await server.run(`ALTER TABLE changed_decisions DELETE WHERE last_event > ${first}`);
      await ranges.drop();
    }

    /** In a cluster one statement can succeed while another has no server: no event is at fault. */
    async function withoutBlame<T>(work: () => Promise<T>): Promise<T> {
      try {
        return await work();
      } catch (error) {
        hasFailed = true;
        throw server.cluster === undefined || isRefused(error) ? error : unavailable(error);
      }
    }

    return {
      add: (events, fresh) => queue.run(() => withoutBlame(() => add(events, fresh))),
      between: (work) => queue.run(() => work(end)),
      marks: () => [...marks.values()],
      end: () =>
        queue.run(async () => {
          await withoutBlame(recovered);
          return end;
        }),
      artifacts: () => artifacts,
      close: () => queue.close(new Error('The event store is closed')),
    };
  };
}

function isOlder(end: number, shipped: number, forgotten: string): Error {
  return new Error(
    `The database of EVENTS_URL has ${end} events, and ${shipped} were sent by this installation. Correct EVENTS_URL, ` +
      `or restore the database. To continue with its events, ${forgotten}.`,
  );
}
