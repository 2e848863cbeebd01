/**
 * Sends events that are in no journal, such as imported ones, the way those of edge nodes go, and waits
 * until everything that has arrived is stored.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Event } from 'contract/event-fields';
import { least } from 'contract/floor/extremes';
import type { DamageLog } from 'journal/damage-log';
import { assertWritable } from 'journal/format';
import type { Mark } from 'journal/reader';
import { partitionMax, partitionOf } from '../shape/ends';
import { arrivalOf, readAllArrivedMarks } from './arrivals';
import type { Clickhouse } from './client';
import { clickhouseDialect } from './dialect';
import { partitionProgress } from './stored';
import { unavailable } from './unavailable';

/** The node of events in no journal: no clock of an edge gave them their times. */
export const importsNode = 'imports';
const lookEveryMs = 100;
const storedLimitMs = 60_000;

export interface ArrivalsWriter {
  /** Resolves with the events that could not be stored, once the others are. */
  store(events: readonly Event[]): Promise<readonly Event[]>;
  /** Resolves when everything that has arrived is stored, of one owner or of all. */
  settle(ownerId?: string): Promise<void>;
}

const everyPartition = Array.from({ length: partitionMax }, (_, i) => i + 1);

interface ArrivalsWriterParts {
  /** Stores what has arrived, as far as this process does. */
  hurry(): Promise<void>;
  refused: DamageLog['addRefused'];
}

export function createArrivalsWriter(server: Clickhouse, { hurry, refused }: ArrivalsWriterParts): ArrivalsWriter {
  let place: { epoch: string; next: number } = { epoch: randomUUID(), next: 0 };

  async function untilStored(marks: readonly Mark[], partitions: readonly number[]): Promise<void> {
    let started = performance.now();
    await hurry().catch(() => undefined);
    for (;;) {
      let { places } = await partitionProgress(server);
      let reached = (epoch: string) => least(partitions.map((p) => places.get(epoch)?.of(p) ?? 0));
      if (marks.every(({ epoch, next }) => reached(epoch) >= next)) return;
      if (performance.now() - started > storedLimitMs)
        throw unavailable(new Error('Events that have arrived were not stored within a minute.'));
      await pause(lookEveryMs);
    }
  }

  async function send(events: readonly Event[]): Promise<Mark> {
    let from = { node: importsNode, ...place };
    // Another record must not get the place of one that may have arrived.
    place = { epoch: randomUUID(), next: 0 };
    let record = arrivalOf({ events, from }, from.next);
    await server.insert('arrivals', [record]);
    place = { epoch: from.epoch, next: record.next };
    return { ...from, next: record.next };
  }

  /** No storer could store a record with an event that cannot be read back. */
  async function writable(events: readonly Event[]): Promise<Event[]> {
    let found: Event[] = [];
    for (let event of events)
      try {
        assertWritable(event);
        found.push(event);
      } catch (error) {
        await refused(event, error);
      }
    return found;
  }

  return {
    async store(given) {
      let events = await writable(given);
      if (events.length === 0) return given;
      let partitions = [...new Set(events.map(({ ownerId }) => partitionOf(ownerId)))];
      await untilStored([await send(events)], partitions);
      let ids = events.map(({ id }) => id).sort();
      let rows = await server.ask(`SELECT id FROM events WHERE ${clickhouseDialect.hasId(ids)}`);
      let stored = new Set(rows.map(({ id }) => String(id)));
      return given.filter(({ id }) => !stored.has(id));
    },
    async settle(ownerId) {
      let partitions = ownerId === undefined ? everyPartition : [partitionOf(ownerId)];
      await untilStored(await readAllArrivedMarks(server), partitions);
    },
  };
}
