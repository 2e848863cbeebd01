/**
 * The tables of networks by address, which an edge makes at its first start. Making them takes a
 * second of processor time, so tests make them once.
 */
import { cpSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readNetworks } from 'edge/enrich/networks';

/** A folder for edges that cache their tables. */
export const tablesFolder = path.join(tmpdir(), 'address-tables');

let made: Promise<unknown> | undefined;

/** Puts the tables into a data folder whose edge has not started yet. */
export async function giveAddressTables(dataFolder: string): Promise<void> {
  await (made ??= readNetworks(tablesFolder));
  // Without the optional data package there are none.
  if (existsSync(tablesFolder)) cpSync(tablesFolder, path.join(dataFolder, 'edge'), { recursive: true });
}
