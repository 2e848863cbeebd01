/**
 * Ships events to ClickHouse, each once: a range is written down before it is sent, goes with a
 * token of its own, and before anything is sent again the server is asked how far it has come. With
 * several servers each gets the events of its owners.
 */
import { uuidv7 } from 'uuidv7';
import type { Event } from 'contract/event-fields';
import type { Mark } from 'journal/reader';
import type { ArtifactKeys } from '../write/artifact-keys';
import { decideCounts, type RequestQuery } from '../write/count-decisions';
import type { EngineRow } from '../query/dialect';
import type { OpenTable } from '../write/event-table';
import { createSerialQueue } from '../write/serial-queue';
import type { Clickhouse } from './client';
import { rowOf } from './columns';
import { isRefused } from './explain';
import type { EventRange, RangeStore } from './range-file';
import type { Shards } from './shards';
import { readServerArtifacts, findServerRequests, isStored, progressOf, untilEnded } from './stored';

/** The tables have to be there. */
export function clickhouseTable(shards: Shards, ranges: RangeStore): OpenTable {
  let { head, all } = shards;
  return async (_, decided) => {
    let artifacts: ArtifactKeys;
    let end = 0;
    let marks = new Map<string, Mark>();
    let hasFailed = false;
    let { inTurn, close } = createSerialQueue();
    await recover();

    /** Brings what may have been sent to an end, and asks how far everything has come. */
    async function recover(): Promise<void> {
      let range = await ranges.pending();
      if (range) await sendAgain(range);
      let known = await progressOf(shards);
      let shipped = await ranges.lastShipped();
      if (known.end < shipped) throw isOlder(known.end, shipped, ranges.forgotten);
      // The row that says it can be deleted one day.
      if (!known.isNoted) await note([...known.marks.values()], known.end);
      artifacts = await readServerArtifacts(head);
      ({ end, marks } = known);
      hasFailed = false;
    }

    async function recovered(): Promise<void> {
      if (hasFailed) await recover();
    }

    /** A range that is refused now is not there any more afterwards; its events are added anew. */
    async function sendAgain(range: EventRange): Promise<void> {
      for (let server of all) await untilEnded(server, range.token);
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

    /** Whatever of it is there already is not sent again. */
    async function send(range: EventRange): Promise<void> {
      let missing: Part[] = [];
      for (let part of partsOf(range, all))
        if (!(await isStored(part.server, range.first, part.events))) missing.push(part);
      if (missing.length > 0) {
        // Questions on each server look these up; they are few.
        for (let server of all) {
          await server.insert('artifacts', range.artifacts);
          await server.insert('changed_decisions', range.changes);
        }
        for (let { server, events } of missing) await server.insert('events', events, range.token);
      }
      await note(range.marks, range.end);
    }

    function note(reached: readonly Mark[], next: number): Promise<void> {
      return head.insert('progress', [...reached, { node: '', epoch: '', next }]);
    }

    async function add(events: readonly Event[], fresh: readonly Mark[]): Promise<void> {
      let keys = events.map((event) => artifacts.keyOf(event));
      let find = (asked: RequestQuery) => findServerRequests(shards, asked, end);
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
        ...(all.length > 1 && { places: keys.map((key) => shards.placeOf(artifacts.artifactOf(key).ownerId)) }),
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

    /**
     * Rows that the server refuses for what is in them are not sent again; the flusher finds which.
     */
    async function takeBack(range: EventRange): Promise<void> {
      let { first, changes } = range;
      if (all.length > 1) {
        // What another server has taken goes. It would take nothing again under a token that it knows.
        await ranges.write({ ...range, token: uuidv7() });
        for (let server of all) await server.run(`ALTER TABLE events DELETE WHERE seq >= ${first}`);
      }
      for (let server of changes.length > 0 ? all : [])
        await server.run(`ALTER TABLE changed_decisions DELETE WHERE last_event > ${first}`);
      await ranges.drop();
    }

    return {
      add: (events, fresh) =>
        inTurn(async () => {
          try {
            await add(events, fresh);
          } catch (error) {
            hasFailed = true;
            throw error;
          }
        }),
      marks: () => [...marks.values()],
      end: () =>
        inTurn(async () => {
          await recovered();
          return end;
        }),
      artifacts: () => artifacts,
      close,
    };
  };
}

/** What one server gets of a range. */
interface Part {
  server: Clickhouse;
  events: EngineRow[];
}

/** The one with the last row comes last: where that is stored, all of the range is. */
function partsOf({ events, places = [] }: EventRange, servers: readonly Clickhouse[]): Part[] {
  let parts = new Map<number, EngineRow[]>();
  for (let [i, row] of events.entries()) {
    let place = places[i] ?? 0;
    let part = parts.get(place) ?? [];
    // The last to get a row is the last of the list.
    parts.delete(place);
    parts.set(place, part);
    part.push(row);
  }
  return [...parts].map(([place, rows]) => ({ server: servers[place]!, events: rows }));
}

function isOlder(end: number, shipped: number, forgotten: string): Error {
  return new Error(
    `The database of EVENTS_URL has ${end} events, and ${shipped} were sent by this installation. Correct EVENTS_URL, ` +
      `or restore the database. To go on with what it has, ${forgotten}.`,
  );
}
