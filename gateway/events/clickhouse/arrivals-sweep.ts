/**
 * What all partitions have stored of the edge nodes' journals: notes how far that is, and deletes the
 * records from "arrivals", and what progress says about each partition of a journal that is over. The
 * process with the first partition does it.
 */
import { least } from 'contract/floor/extremes';
import { secondMs } from 'contract/floor/time';
import { createSharedRun } from '../../floor/calls/shared-run';
import { partitionMax } from '../shape/ends';
import { readAllArrivedMarks } from './arrivals';
import type { Clickhouse } from './client';
import { literal } from './literals';
import { allServersRespond } from './schema';
import { epochIn, withoutPartition } from './spans';
import { partitionProgress } from './stored';

export const sweepingPartition = 1;
const noteEveryMs = secondMs;
/** In bulk, because the server rewrites its files for it. */
const deleteEveryMs = 60 * secondMs;
const epochsAtOnce = 500;

const all = Array.from({ length: partitionMax }, (_, i) => i + 1);

/** Epochs of which progress says how far each partition is, besides how far all of them are. */
async function epochsInPartitions({ ask }: Clickhouse): Promise<Set<string>> {
  let rows = await ask(`SELECT DISTINCT epoch FROM progress WHERE position(epoch, ${literal(epochIn('', ''))}) > 0`);
  return new Set(rows.map(({ epoch }) => withoutPartition(String(epoch))));
}

export function sweepArrivals(server: Clickhouse, warn: (sentence: string) => void): () => Promise<void> {
  let deletedAt = performance.now();

  async function sweep(): Promise<void> {
    let { places } = await partitionProgress(server);
    let common = new Map([...places].map(([epoch, { node, of }]) => [epoch, { node, next: least(all.map(of)), of }]));
    // Of no partition: what was noted for all of them before.
    let further = [...common].filter(([, { next, of }]) => next > of(0));
    await server.insert(
      'progress',
      further.map(([epoch, { node, next }]) => ({ node, epoch, next })),
    );
    if (performance.now() - deletedAt < deleteEveryMs) return;
    deletedAt = performance.now();
    let arrived = await readAllArrivedMarks(server);
    let stored = arrived
      .map(({ epoch }) => ({ epoch, end: common.get(epoch)?.next ?? 0 }))
      .filter(({ end }) => end > 0);
    let where = stored.map(({ epoch, end }) => `(epoch = ${literal(epoch)} AND next <= ${end})`).join(' OR ');
    if (where) await server.begin(`ALTER TABLE arrivals DELETE WHERE ${where}`);
    let here = new Set(arrived.map(({ epoch }) => epoch));
    let over = [...(await epochsInPartitions(server))].filter((epoch) => !here.has(epoch)).slice(0, epochsAtOnce);
    let rows = over
      .map((epoch) => `(startsWith(epoch, ${literal(epochIn(epoch, ''))}) AND next <= ${common.get(epoch)?.next ?? 0})`)
      .join(' OR ');
    if (rows && (await allServersRespond(server))) await server.begin(`ALTER TABLE progress DELETE WHERE ${rows}`);
  }

  let running = createSharedRun(() =>
    sweep().catch((error: unknown) => warn(`Stored events could not be taken out of "arrivals": ${String(error)}`)),
  );
  let timer = setInterval(() => void running.join(), noteEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await running.ended();
  };
}
