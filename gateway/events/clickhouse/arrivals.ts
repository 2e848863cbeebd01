/**
 * Records sent by edge nodes, as written in their journals, in a table of their own until
 * arrivals-reader.ts numbers and stores their events. A record's content never changes, so sending
 * it twice has no effect.
 */
import { least } from 'contract/floor/extremes';
import { headerLine, recordLine } from 'journal/format';
import type { Batch, Mark } from 'journal/reader';
import type { EngineRow } from '../query/dialect';
import type { Clickhouse } from './client';
import { literal } from './literals';

/**
 * `place` is the epoch's position of the record's first event, `next` the one after its last, and
 * `after` the `next` of the record before: positions between the two are lost. `time` is that of
 * the first event.
 */
export interface ArrivedRecord {
  node: string;
  epoch: string;
  place: number;
  after: number;
  next: number;
  time: number;
  /** Lines of a journal file, see journal/format.ts. */
  header: string;
  record: string;
}

/** How far these epochs have arrived. */
export async function readArrivedMarks({ ask }: Pick<Clickhouse, 'ask'>, epochs: readonly string[]): Promise<Mark[]> {
  if (epochs.length === 0) return [];
  let among = `WHERE epoch IN (${epochs.map(literal).join(', ')})`;
  let rows = await ask(
    `SELECT node, epoch, max(next) AS next FROM (SELECT node, epoch, next FROM arrivals ${among} UNION ALL ` +
      `SELECT node, epoch, next FROM progress ${among}) AS found GROUP BY node, epoch`,
  );
  return rows.map(markOf);
}

/** How far all epochs have arrived. */
export async function readAllArrivedMarks({ ask }: Pick<Clickhouse, 'ask'>): Promise<Mark[]> {
  return (await ask('SELECT node, epoch, max(next) AS next FROM arrivals GROUP BY node, epoch')).map(markOf);
}

/** Bytes waiting to be stored, and since when in milliseconds. */
export async function waitingArrivals({
  ask,
}: Pick<Clickhouse, 'ask'>): Promise<{ bytes: number; oldest: number | null }> {
  let [row] = await ask(
    'SELECT count() AS size, sum(length(record)) AS bytes, min(time) AS oldest FROM arrivals AS a LEFT JOIN ' +
      '(SELECT epoch, max(next) AS stored FROM progress GROUP BY epoch) AS p ON a.epoch = p.epoch WHERE a.next > p.stored',
  );
  return Number(row?.size) === 0
    ? { bytes: 0, oldest: null }
    : { bytes: Number(row!.bytes), oldest: Number(row!.oldest) };
}

function markOf({ node, epoch, next }: EngineRow): Mark {
  return { node: String(node), epoch: String(epoch), next: Number(next) };
}

/** `after`: where the record before it ends. */
export function arrivalOf({ events, from: { node, epoch, next: place } }: Batch, after: number): ArrivedRecord {
  return {
    node,
    epoch,
    place,
    after,
    next: place + events.length,
    time: least(events.map(({ time }) => Math.trunc(time))),
    header: headerLine({ node, epoch }).trimEnd(),
    record: recordLine(place, events).trimEnd(),
  };
}
