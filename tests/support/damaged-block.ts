/** One changed byte in a block of `events.duckdb`, as a disk does it. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

const headers = 3 * 4_096;
const blockBytes = 262_144;

/** The blocks of each table that has some of its own. A row or two need none. */
export async function blocksIn(folder: string): Promise<Map<string, number[]>> {
  let instance = await DuckDBInstance.create(path.join(folder, 'events.duckdb'), { access_mode: 'READ_ONLY' });
  let connection = await instance.connect();
  let blocks = new Map<string, number[]>();
  for (let [name] of await (await connection.run('SELECT table_name FROM duckdb_tables()')).getRows()) {
    let own = `SELECT DISTINCT block_id FROM pragma_storage_info('${String(name)}') WHERE persistent AND block_id >= 0`;
    let rows = await (await connection.run(`${own} ORDER BY 1`)).getRows();
    if (rows.length > 0) blocks.set(String(name), rows.flat().map(Number));
  }
  connection.closeSync();
  instance.closeSync();
  return blocks;
}

export function flipByteOf(folder: string, block: number): void {
  flipByte(path.join(folder, 'events.duckdb'), headers + block * blockBytes + 5_000);
}

export function flipByte(file: string, at: number): void {
  let opened = openSync(file, 'r+');
  let byte = Buffer.alloc(1);
  readSync(opened, byte, 0, 1, at);
  byte[0]! ^= 0xff;
  writeSync(opened, byte, 0, 1, at);
  closeSync(opened);
}
