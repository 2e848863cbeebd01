/** Takes the file of events away from a running product, and changes bytes in it as a disk does. */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { isSummary } from 'gateway/events/duckdb/summary-parts';
import { blocksIn, flipByteOf } from '../../../tests/support/damaged-block';
import { untilReady } from '../trouble-product';
import { killAll, type Mend, type World } from './world';

const names = ['events.duckdb', 'events.duckdb.wal'];
const readyLimitMs = 60_000;
const placeOf = (folder: string) => path.join(folder, 'away');

/** The store side is started without its file, and stays away until it is back. */
export async function takeStoreAway({ folder, product }: Pick<World, 'folder' | 'product'>): Promise<Mend> {
  let away = placeOf(folder);
  let move = (from: string, to: string) => {
    for (let name of names)
      if (existsSync(path.join(from, name))) renameSync(path.join(from, name), path.join(to, name));
  };
  mkdirSync(away, { recursive: true });
  move(folder, away);
  await killAll(product, 'store');
  return () => move(away, folder);
}

/** One byte of each summary, or of the events as well. Gives what puts the events right again. */
export async function flipBytes(world: World, which: 'summaries' | 'all'): Promise<Mend> {
  let away = placeOf(world.folder);
  let giveBack = await takeStoreAway(world);
  let instance = await DuckDBInstance.create(path.join(away, names[0]!));
  let connection = await instance.connect();
  await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
  let blocks = await blocksIn(away);
  let own = (table: string) => {
    let others = [...blocks].flatMap(([name, its]) => (name === table ? [] : its));
    return blocks.get(table)!.find((block) => !others.includes(block));
  };
  let flipped = [...blocks.keys()].filter((table) => isSummary(table) && own(table) !== undefined);
  if (flipped.length === 0) throw new Error('No summary has a block of its own');
  for (let table of flipped) flipByteOf(away, own(table)!);
  let ofEvents = own('events')!;
  if (which === 'all') flipByteOf(away, ofEvents);
  await giveBack();
  if ((await untilReady(world.product, readyLimitMs)) === undefined) throw new Error('The events stay away');
  return async () => {
    let giveItBack = await takeStoreAway(world);
    if (which === 'all') flipByteOf(away, ofEvents);
    await giveItBack();
  };
}
