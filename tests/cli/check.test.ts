/**
 * `landfall check` on undamaged folders, damaged ones, and folders whose parts do not belong
 * together.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRecords } from 'gateway/floor/db/open';
import { fileNames, journalFolder } from 'journal/files';
import { openJournal } from 'journal/journal';
import { commandLine } from 'tests/support/command-line';
import { openEventStore } from 'tests/support/event-store';
import { checkCommand } from '../../cli/check';
import { adminCommand } from '../../cli/admin';
import { installationSecrets } from '../../server/secrets';
import { owner, packages as randomPackages, randomEvents } from '../gateway/events/random-events';

const until = Date.UTC(2026, 2, 12);
const stored = 260_000;
const waiting = 30;
const rowGroup = 122_880;

let place: string;
let whole: string;

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'check-'));
  whole = path.join(place, 'whole');
  mkdirSync(whole);
  installationSecrets(whole);
  let store = await openEventStore({ folder: whole });
  await store.append(randomEvents(200, 1, until, 30));
  await store.close();
  await inEvents(whole, multiplied);
  let records = await openRecords({ folder: whole });
  await records.destroy();
  vi.stubEnv('DATA_DIR', whole);
  vi.stubEnv('DATABASE_URL', '');
  let quiet = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  for (let i = 0; i < 40; i++) await adminCommand(['create', `operator${i}`, `operator${i}@example.com`]);
  quiet.mockRestore();
  vi.unstubAllEnvs();
  let journal = openJournal(whole);
  await journal.append(randomEvents(waiting, 2, until, 30));
  await journal.append(randomEvents(1, 3, until, 30));
  await journal.close();
}, 120_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

const cli = commandLine(() => whole);

/** Adds copies of the rows until the table has `stored` rows. */
const multiplied =
  `INSERT INTO events SELECT events.* REPLACE (200 + row_number() OVER () - 1 AS seq, uuid() AS id, ` +
  `'agent ' || range AS user_agent) FROM events, range(${stored / 200 - 1})`;

async function inEvents(of: string, sql: string): Promise<unknown[][]> {
  let isRead = sql.startsWith('SELECT');
  let mode = isRead ? 'READ_ONLY' : 'READ_WRITE';
  let instance = await DuckDBInstance.create(path.join(of, 'events.duckdb'), { access_mode: mode });
  let connection = await instance.connect();
  let rows = await (await connection.run(sql)).getRows();
  // A checkpoint moves blocks, so it runs before a block is looked up.
  if (!isRead) await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
  return rows;
}

/** Changes bytes of a column in a row group. Small columns share a block. */
async function damageBlock(column: string, group: number): Promise<void> {
  let [[block, offset] = []] = await inEvents(
    cli.folder,
    `SELECT block_id, block_offset FROM pragma_storage_info('events') WHERE column_name = '${column}' AND row_group_id = ${group} ` +
      `AND segment_type <> 'VALIDITY' AND persistent AND block_id > 0 LIMIT 1`,
  );
  overwrite(path.join(cli.folder, 'events.duckdb'), 3 * 4_096 + Number(block) * 262_144 + Number(offset) + 4_000);
}

/**
 * Writes different words, because DuckDB's checksum is a XOR of words in which equal words cancel
 * each other out.
 */
function overwrite(file: string, at: number): void {
  let opened = openSync(file, 'r+');
  writeSync(opened, Buffer.from(Array.from({ length: 64 }, (_, i) => i + 0x41)), 0, 64, at);
  closeSync(opened);
}

describe('landfall check of an undamaged folder', () => {
  it('finds nothing, exits with 0 and changes no file', async () => {
    let before = statSync(path.join(cli.folder, 'events.duckdb')).mtimeMs;
    expect(await checkCommand([cli.folder])).toBe(0);
    expect(cli.said).toContain('records.sqlite: 0 packages and pixels');
    expect(cli.said).toContain('events.duckdb: 260,000 events');
    expect(cli.said).toContain('events wait in the journal; the server stores them at its next start.');
    expect(cli.said).not.toContain('problem');
    expect(statSync(path.join(cli.folder, 'events.duckdb')).mtimeMs).toBe(before);
  });

  it('reports that events of unknown packages may belong to deleted ones', async () => {
    await checkCommand([cli.folder]);
    expect(cli.said).toMatch(
      /260,000 events belong to \d packages and pixels that records.sqlite neither has nor calls erased/,
    );
  });

  it(
    'reports how many events of erased packages wait for erasure, and those that are stored again',
    { tags: 'slow' },
    async () => {
      let [, second] = randomPackages;
      let records = await openRecords({ folder: cli.folder });
      await records
        .insertInto('tombstones')
        .values({
          id: 'gone',
          kind: 'artifact',
          owner_id: owner,
          target: second!,
          but_not: '[]',
          until: null,
          created_at: until,
        })
        .execute();
      await records.destroy();
      expect(await checkCommand([cli.folder])).toBe(0);
      expect(cli.said).toMatch(
        /events of what was deleted or erased are still in events.duckdb; the server erases them/,
      );
      expect(cli.said).toMatch(/ belong to 2 packages and pixels that records.sqlite neither has nor calls erased/);
      await inEvents(cli.folder, `INSERT INTO erased VALUES ('gone')`);
      expect(await checkCommand([cli.folder])).toBe(1);
      expect(cli.said).toMatch(/events of what was deleted or erased came back into events.duckdb afterwards/);
    },
  );

  it('refuses a folder that a server has open', async () => {
    let hold = `let { DuckDBInstance } = await import('@duckdb/node-api');
      await DuckDBInstance.create(process.argv[1]); console.log('open'); setInterval(() => {}, 1000);`;
    let server = spawn(process.execPath, ['--input-type=module', '-e', hold, path.join(cli.folder, 'events.duckdb')]);
    await once(server.stdout, 'data');
    await expect(checkCommand([cli.folder])).rejects.toThrow('Stop it, or check a copy of the folder.');
    server.kill();
    await once(server, 'exit');
  });

  it('refuses a folder that does not exist, and an unknown command', async () => {
    await expect(checkCommand([path.join(place, 'nowhere')])).rejects.toThrow('Folder not found');
    await expect(checkCommand([])).rejects.toThrow('Usage');
    await expect(checkCommand([cli.folder, '--unknown'])).rejects.toThrow('Usage');
  });
});

describe('landfall check of a damaged event store', () => {
  it(
    'names the rows and columns that cannot be read, and repairs them with unknown values',
    { tags: 'slow' },
    async () => {
      await damageBlock('user_agent', 1);
      expect(await checkCommand([cli.folder])).toBe(1);
      expect(cli.said).toMatch(/events.duckdb is damaged: .*user_agent of [\d,]+ events/);

      let target = path.join(place, 'agents');
      expect(await checkCommand([cli.folder, '--repair', target])).toBe(0);
      expect(cli.said).toMatch(/[\d,]+ events have "unknown" where a value could not be read/);
      let [[events, empty] = []] = await inEvents(
        target,
        `SELECT count(*), count(*) FILTER (user_agent = '') FROM events`,
      );
      expect(Number(events)).toBe(stored);
      expect(Number(empty)).toBeGreaterThan(1_000);
      expect(Number(empty)).toBeLessThan(stored);
    },
  );

  it('leaves out events that cannot be identified, and reports how many', { tags: 'slow' }, async () => {
    await damageBlock('id', 1);
    let target = path.join(place, 'ids');
    // Of a repair that was killed.
    mkdirSync(path.join(target, 'unfinished'), { recursive: true });
    writeFileSync(path.join(target, 'unfinished', 'events.duckdb'), 'a part');
    expect(await checkCommand([cli.folder, '--repair', target])).toBe(1);
    let lost = Number(/([\d,]+) events could not be read and were left out/.exec(cli.said)![1]!.replaceAll(',', ''));
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(rowGroup);
    expect(cli.said).toContain('were lost, or removed by a repair');
    let store = await openEventStore({ folder: target });
    expect((await store.state()).count).toBe(stored - lost + waiting + 1);
    await store.close();
  });

  it('reports that a file that cannot be opened must be restored from a backup', async () => {
    overwrite(path.join(cli.folder, 'events.duckdb'), 100);
    overwrite(path.join(cli.folder, 'events.duckdb'), 4_100);
    overwrite(path.join(cli.folder, 'events.duckdb'), 8_200);
    expect(await checkCommand([cli.folder])).toBe(1);
    expect(cli.said).toContain('events.duckdb cannot be read');
  });

  it(
    'finds events stored twice, numbers without an event and events without an artifact',
    { tags: 'slow' },
    async () => {
      await inEvents(cli.folder, `DELETE FROM events WHERE seq BETWEEN 100 AND 104`);
      await inEvents(cli.folder, `UPDATE events SET id = (SELECT id FROM events WHERE seq = 7) WHERE seq = 300`);
      await inEvents(cli.folder, `UPDATE events SET artifact = 99 WHERE seq = 301`);
      expect(await checkCommand([cli.folder])).toBe(1);
      expect(cli.said).toContain('1 event is stored twice');
      expect(cli.said).toContain('5 numbers in the order of events have no event');
      expect(cli.said).toContain('1 event belongs to an unknown package or pixel');
    },
  );
});

describe('landfall check of damaged records', () => {
  it('finds a damaged page and saves the rows that can be read', { tags: 'slow' }, async () => {
    let file = path.join(cli.folder, 'records.sqlite');
    let database = new Libsql(file);
    let [{ rootpage: page } = { rootpage: 0 }] = database
      .prepare(`select rootpage from sqlite_schema where name = 'sqlite_autoindex_users_1'`)
      .all() as { rootpage: number }[];
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
    let bytes = readFileSync(file);
    bytes.fill(0x5a, (page - 1) * 4_096, page * 4_096);
    writeFileSync(file, bytes);

    expect(await checkCommand([cli.folder])).toBe(1);
    expect(cli.said).toContain('records.sqlite is damaged');
    let target = path.join(place, 'records');
    expect(await checkCommand([cli.folder, '--repair', target])).toBe(0);
    let records = await openRecords({ folder: target });
    expect(await records.selectFrom('users').select('id').execute()).toHaveLength(40);
    await records.destroy();
  });

  it('finds rows that refer to missing rows', { tags: 'slow' }, async () => {
    let database = new Libsql(path.join(cli.folder, 'records.sqlite'));
    database.exec('pragma foreign_keys = off');
    database.exec(`delete from owners where id in (select id from users limit 1)`);
    database.close();
    expect(await checkCommand([cli.folder])).toBe(1);
    expect(cli.said).toMatch(/of the table users in records.sqlite reference missing rows/);
  });
});

describe('landfall check of the journal', () => {
  it('counts damaged lines, which stay in the repaired folder for the server', async () => {
    let [, last] = await fileNames(journalFolder(cli.folder));
    let file = path.join(journalFolder(cli.folder), last!);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"binary-download"', '"binary-d0wnload"'));
    expect(await checkCommand([cli.folder])).toBe(1);
    expect(cli.said).toMatch(/1 line of .*\.log cannot be read/);
  });

  it('reports that the event store is older than the journal', { tags: 'slow' }, async () => {
    let [, last] = await fileNames(journalFolder(cli.folder));
    let file = path.join(journalFolder(cli.folder), last!);
    let [header, , record] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, `${header}\n${record}\n`);
    expect(await checkCommand([cli.folder])).toBe(1);
    expect(cli.said).toMatch(
      new RegExp(`${waiting} events of the journal's epoch \\S+ are neither in it nor in events.duckdb`),
    );
  });
});
