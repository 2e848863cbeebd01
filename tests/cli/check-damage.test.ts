/** `landfall check` names the table of one changed byte. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dayMs } from 'contract/floor/time';
import { createRandom } from 'gateway/demo/random';
import { seedDemo } from 'gateway/demo/seed';
import { checkRecords } from 'gateway/floor/db/check';
import { openRecords } from 'gateway/floor/db/open';
import { commandLine } from 'tests/support/command-line';
import { blocksIn, flipByte, flipByteOf } from 'tests/support/damaged-block';
import { openEventStore } from 'tests/support/event-store';
import { backupCommand } from '../../cli/backup';
import { checkCommand } from '../../cli/check';
import { installationSecrets } from '../../server/secrets';
import { owner, packages, randomEvents, withRepeats } from '../gateway/events/random-events';

const until = Date.UTC(2026, 2, 12);
const pageBytes = 4_096;
/** Others have too few rows to have a block of their own. */
const tablesWithBlocks = [
  'artifacts',
  'daily_places',
  'daily_programs',
  'daily_requests',
  'erased',
  'events',
  'first_seen',
  'owner_visitor_months',
  'summary_parts',
  'value_days',
  'visitor_months',
];

let place: string;
let whole: string;
let blocks: Map<string, number[]>;

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'check-damage-'));
  whole = path.join(place, 'whole');
  mkdirSync(whole);
  installationSecrets(whole);
  let records = await openRecords({ folder: whole });
  let store = await openEventStore({ folder: whole });
  await seedDemo(records, store, { events: 2_000, now: until, dashboard: 'http://localhost' });
  await store.append(withRepeats(randomEvents(1_500, 2, until, 60), createRandom(3)));
  await store.lastEvent();
  for (let i = 0; i < 4; i++)
    await store.erase({
      id: uuidv7(),
      kind: 'artifact',
      ownerId: owner,
      target: packages[0]!,
      until: null,
      butNot: [],
    });
  await store.deleteExpired({ before: until - 30 * dayMs });
  await store.close();
  await records.destroy();
  blocks = await blocksIn(whole);
}, 120_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

const cli = commandLine(() => whole);

it('finds one changed byte in each table of events.duckdb, by name', async () => {
  expect([...blocks.keys()]).toEqual(expect.arrayContaining(tablesWithBlocks));
  for (let [table, [first]] of blocks) {
    copyFileSync(path.join(whole, 'events.duckdb'), path.join(cli.folder, 'events.duckdb'));
    flipByteOf(cli.folder, first!);
    cli.said = '';
    expect(await checkCommand([cli.folder])).toBe(1);
    expect(cli.said).toMatch(new RegExp(`events.duckdb is damaged: (in )?the table ${table}\\b.* cannot be read`));
  }
});

it('repairs events without the tables that can be made again', async () => {
  for (let table of ['daily_requests', 'erased', 'first_seen']) flipByteOf(cli.folder, blocks.get(table)![0]!);
  let target = path.join(place, 'repaired');
  expect(await checkCommand([cli.folder, '--repair', target])).toBe(0);
  expect(cli.said).toContain('the table erased could not be read and is empty');
});

describe('in records.sqlite', () => {
  function tables() {
    let database = new Libsql(path.join(whole, 'records.sqlite'));
    let all = database
      .prepare(`select name, rootpage from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
      .all();
    database.close();
    return z.array(z.object({ name: z.string(), rootpage: z.number() })).parse(all);
  }

  function flip(at: number): void {
    let file = path.join(cli.folder, 'records.sqlite');
    copyFileSync(path.join(whole, 'records.sqlite'), file);
    flipByte(file, at);
  }

  it('finds one in the page of each table, by name', async () => {
    expect(tables().length).toBeGreaterThan(30);
    for (let { name, rootpage } of tables()) {
      flip((rootpage - 1) * pageBytes);
      expect((await checkRecords(cli.folder))?.damage[0]).toMatch(new RegExp(`^${name}: `));
    }
  });

  it('finds one in a text, which the engine could not read without ending the process', async () => {
    flip(readFileSync(path.join(whole, 'records.sqlite')).indexOf('units that fit'));
    expect(await checkCommand([cli.folder])).toBe(1);
    expect(cli.said).toContain('records.sqlite is damaged: packages: texts of 1 row are not UTF-8');
    let target = path.join(place, 'texts');
    await checkCommand([cli.folder, '--repair', target]);
    expect((await checkRecords(target))?.damage).toEqual([]);
  });
});

it('compares a backup with its list of files', async () => {
  let backup = path.join(place, 'backup');
  await backupCommand([backup]);
  expect(await checkCommand([backup])).toBe(0);
  // Free space, which no engine reads.
  flipByte(path.join(backup, 'records.sqlite'), pageBytes + 1_000);
  cli.said = '';
  expect(await checkCommand([backup])).toBe(1);
  expect(cli.said).toContain('Not as in backup.json: records.sqlite. Use another backup.');
  expect(cli.said).toContain('1 problem:');
});
