/**
 * Ships events to ClickHouse exactly once: a range is saved before it is sent with its token, and
 * before sending again the server is asked how far it is. In a cluster each shard gets the events of
 * its owners.
 */
import { uuidv7 } from 'uuidv7';
import type { Event } from 'contract/event-fields';
import { least } from 'contract/floor/extremes';
import type { Mark } from 'journal/reader';
import { firstOf, partitionOf, sizeOf, type Ends } from '../query/ends';
import type { ArtifactKeys } from '../write/artifact-keys';
import { decideCounts, type RequestQuery } from '../write/count-decisions';
import type { EventTable, OpenTable } from '../write/event-table';
import { SerialQueue } from '../../floor/serial-queue';
import type { Clickhouse } from './client';
import { rowOf } from './columns';
import { dialectOf } from './dialect';
import { isRefused } from './explain';
import type { EventRange, RangeStore } from './range-file';
import type { Shards, ShardRows } from './shards';
import { rowsOn } from './definitions';
import {
  findServerRequests,
  isOlder,
  isStored,
  partitionProgress,
  progressOf,
  readServerArtifacts,
  waitForInsert,
} from './stored';
import { inSpans, markIn, spansOf, type Span } from './spans';
import type { ChangedEvents } from './summary-parts';
import { unavailable } from './unavailable';

export interface ClickhouseTable extends EventTable {
  /** Runs `work` while no events are being stored. */
  between<T>(work: (ends: Ends) => Promise<T>): Promise<T>;
}

/** Events of all owners, in one sequence. */
const allOwners: readonly number[] = [0];

interface TableParts {
  /** Called before decisions about events change. */
  changing: (changed: ChangedEvents) => Promise<void>;
  /** Only events of their owners are added; those of all owners by default. */
  partitions?: readonly number[];
}

/** The tables must exist. */
export function clickhouseTable(
  server: Clickhouse,
  shards: Shards,
  ranges: RangeStore,
  { changing, partitions = allOwners }: TableParts,
): OpenTable<ClickhouseTable> {
  let isWhole = partitions === allOwners;
  let partitionFor = (ownerId: string) => (isWhole ? 0 : partitionOf(ownerId));

  return async (_, decided) => {
    let artifacts: ArtifactKeys;
    let ends: number[] = [];
    let marks = new Map<string, Mark>();
    let hasFailed = false;
    let queue = new SerialQueue();
    let dialect = dialectOf(server, shards, () => artifacts);
    let endIn = (partition: number) => ends[partition] ?? firstOf(partition);
    await recover();

    /** Completes ranges that may have been sent, and reads the progress. */
    async function recover(): Promise<void> {
      artifacts = await readServerArtifacts(server, !isWhole);
      await shards.read();
      let pending = await ranges.pending();
      for (let range of pending) await sendAgain(range);
      await readProgress(await ranges.lastShipped());
      if (pending.length > 0) artifacts = await readServerArtifacts(server, !isWhole);
      hasFailed = false;
    }

    async function readProgress(shipped: Ends): Promise<void> {
      let known = await partitionProgress(server);
      for (let [partition, end = 0] of shipped.entries())
        if ((known.ends[partition] ?? 0) < end && (partition > 0 || !isWhole))
          throw isOlder(known.ends[partition] ?? 0, end, ranges.forgotten);
      if (isWhole) return readWhole(known.ends, shipped[0] ?? 0);
      ends = partitions.reduce<number[]>((all, p) => ((all[p] = known.ends[p] ?? firstOf(p)), all), []);
      marks = new Map(
        [...known.places].map(([epoch, { node, of }]) => [epoch, { node, epoch, next: least(partitions.map(of)) }]),
      );
    }

    async function readWhole(found: Ends, shipped: number): Promise<void> {
      if (found.length > 1)
        throw new Error('Several processes have stored the events of EVENTS_URL. Start this one with ROLE=jobs.');
      let known = await progressOf(server, { shipped });
      if (known.end < shipped) throw isOlder(known.end, shipped, ranges.forgotten);
      // Makes the row that contains it deletable.
      if (!known.isNoted) await note([...known.marks.values()], [{ partition: 0, first: 0, end: known.end }]);
      ends = [known.end];
      marks = known.marks;
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
      await ranges.shipped(range);
    }

    /** A server without its files would take the next range, and hide that it has lost those before. */
    async function refuseLost({ spans }: EventRange): Promise<void> {
      let rows = await server.ask("SELECT node, max(next) AS next FROM progress WHERE epoch = '' GROUP BY node");
      let known = new Map(rows.map(({ node, next }) => [Number(node), Number(next)]));
      for (let { partition, first } of spans) {
        let end = known.get(partition) ?? firstOf(partition);
        if (end < first) throw isOlder(end, first, ranges.forgotten);
      }
    }

    /** The shard with the last row comes last: once that is stored, the whole range is. */
    function partsOf({ events, artifacts: added }: EventRange): ShardRows[] {
      let fresh = new Map(added.map(({ key, owner }) => [Number(key), String(owner)]));
      let ownerOf = (key: number) => fresh.get(key) ?? artifacts.artifactOf(key).ownerId;
      return shards.split(events, ({ artifact }) => ownerOf(Number(artifact)));
    }

    /** Skips rows that are already stored. */
    async function send(range: EventRange): Promise<void> {
      await refuseLost(range);
      let missing: ShardRows[] = [];
      let parts = partsOf(range);
      for (let part of parts) if (!(await isStored(server, range.spans, part))) missing.push(part);
      if (missing.length > 0) {
        await server.insert('artifacts', range.artifacts);
        await server.insert('changed_decisions', range.changes);
        // A changed decision is about the same package as an event of the range.
        await changing({ seqs: range.changes.map(({ seq }) => Number(seq)), shards: parts.map(({ shard }) => shard) });
        for (let { events } of missing) await server.insert('events', events, range.token);
      }
      await note(range.marks, range.spans);
    }

    /** `marks` are those of all partitions of a range. */
    function note(reached: readonly Mark[], spans: readonly Span[]): Promise<void> {
      let stored = spans.map(({ partition, end }) => ({
        node: partition === 0 ? '' : String(partition),
        epoch: '',
        next: end,
      }));
      return server.insert('progress', [...reached, ...stored]);
    }

    async function add(given: readonly Event[], fresh: readonly Mark[]): Promise<void> {
      let events = isWhole ? given : given.toSorted((a, b) => partitionFor(a.ownerId) - partitionFor(b.ownerId));
      let keys = events.map((event) => artifacts.keyOf(event));
      // No stored event has such a number; the real ones follow from what is decided.
      let seq = Number.MAX_SAFE_INTEGER - events.length;
      let find = (asked: RequestQuery) => findServerRequests(server, dialect, asked, seq);
      let decisions = await decideCounts(find, { events, artifacts: keys, seq });
      let spans = isWhole ? [{ partition: 0, first: endIn(0), end: endIn(0) + events.length }] : spansOf(events, endIn);
      let seqs = spans.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, i) => first + i));
      let endsNow = new Map(spans.map(({ partition, end }) => [partition, end]));
      let endOfArtifact = new Map(keys.map((key, i) => [key, endsNow.get(partitionFor(events[i]!.ownerId))!]));
      let changes = decisions.changes.map((one) => ({ ...one, lastEvent: endOfArtifact.get(one.artifact)! }));
      let range: EventRange = {
        token: uuidv7(),
        spans,
        events: events.map((event, i) =>
          rowOf(event, {
            seq: seqs[i]!,
            artifact: keys[i]!,
            wasCounted: decisions.isCounted[i]!,
            rule: decisions.rules[i]!,
            marks: isWhole && i === events.length - 1 ? JSON.stringify(fresh) : '',
          }),
        ),
        artifacts: artifacts.unsaved().map(({ key, artifactType, artifactId, ownerId }) => ({
          key,
          type: artifactType,
          id: artifactId,
          owner: ownerId,
        })),
        changes: changes.map(({ seq: changed, lastEvent }) => ({ seq: changed, last_event: lastEvent })),
        marks: isWhole ? [...fresh] : fresh.flatMap((mark) => partitions.map((p) => markIn(mark, p))),
      };
      await ranges.write(range);
      decided(events, { ...decisions, changes });
      await ship(range);
      artifacts.saved();
      for (let { partition, end } of spans) ends[partition] = end;
      for (let mark of fresh) marks.set(mark.epoch, mark);
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
      between: (work) => queue.run(() => work(ends)),
      marks: () => [...marks.values()],
      end: () =>
        queue.run(async () => {
          await withoutBlame(recovered);
          return sizeOf(ends);
        }),
      artifacts: () => artifacts,
      close: () => queue.close(new Error('The event store is closed')),
    };
  };
}
