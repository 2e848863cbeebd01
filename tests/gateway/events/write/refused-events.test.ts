/**
 * Events that cannot be stored. A single one is set aside after a few tries, and those after it are
 * stored. While the whole store fails, all wait.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { unknownEvent, type Event } from 'contract/event-fields';
import { openRecords } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import { openEngine, type DuckdbEngine } from 'gateway/events/duckdb/engine';
import { openDuckdbTable } from 'gateway/events/duckdb/table';
import { createEventWriter, type EventWriter } from 'gateway/events/write/writer';
import { createImageProvisioning } from 'gateway/packages/image-provisioning';
import { damagedFolder } from 'journal/damage-log';
import { fileNames, journalFolder } from 'journal/files';
import { headerLine, recordLine } from 'journal/format';
import { openJournal } from 'journal/journal';
import { madeEvent } from 'tests/support/made-event';
import { mountSmallDisk, type SmallDisk } from 'tests/support/small-disk';

/** Enough for five tries, a second apart, on a busy machine. */
const patiently = { timeout: 30_000, interval: 100 };
const timeout = 60_000;
const waits = { timeout, tags: 'slow' };
const ada = '00000000-0000-4000-8000-000000000001';
const bob = '00000000-0000-4000-8000-000000000002';
const own = { domain: 'localhost', publicUrl: 'http://dashboard.test' };

let folder: string;
let engine: DuckdbEngine;
let records: Records;
let writer: EventWriter;
let warned: string[];
let disk: SmallDisk | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'refused-'));
  warned = [];
});
afterEach(async () => {
  await close();
  disk?.remove();
  disk = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<void> {
  engine = await openEngine(folder, { memoryMb: 128 });
  records = await openRecords({ folder });
  let { resolve } = createImageProvisioning(records, own, Date.now);
  writer = await createEventWriter(openDuckdbTable(engine), {
    folder,
    resolve,
    warn: (sentence) => void warned.push(sentence),
    taken: () => undefined,
  });
}

async function close(): Promise<void> {
  await writer.close();
  await engine.close();
  await records.destroy();
}

function event(version: string): Event {
  return madeEvent({ artifactId: '55555555-5555-4555-8555-555555555555', time: 0, version });
}

/** The versions of all events in the table, in order. */
async function stored(): Promise<string[]> {
  let rows = await engine.read((ask) => ask('SELECT version FROM events ORDER BY seq'), { keys: [] });
  return rows.map(({ version }) => String(version));
}

function refusedLines(): string[] {
  return readFileSync(path.join(damagedFolder(folder), 'refused-events.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean);
}

/** Writes events to a journal that the edge would refuse. */
function writeJournal(...batches: Event[][]): void {
  let text = headerLine({ node: uuidv7(), epoch: uuidv7() });
  let seq = 0;
  for (let batch of batches) {
    text += recordLine(seq, batch);
    seq += batch.length;
  }
  mkdirSync(journalFolder(folder), { recursive: true });
  writeFileSync(path.join(journalFolder(folder), '0000000000000001.log'), text);
}

describe('an event that the table refuses', () => {
  it('is set aside after a few tries; all others are stored in their order', { timeout }, async () => {
    let bad = { ...event('bad'), id: 'no uuid' };
    writeJournal([event('1'), event('2')], [event('3'), bad, event('4')], [{ ...bad, id: 'nor this' }, event('5')]);
    await open();
    await expect.poll(() => writer.failure().storing, patiently).toBeDefined();
    await expect.poll(() => stored().catch(() => []), patiently).toEqual(['1', '2', '3', '4', '5']);
    await expect.poll(() => writer.failure(), patiently).toEqual({});
    expect(writer.damage()).toMatchObject({ refused: 2, lines: 0, missing: 0 });
    expect(refusedLines().map((line) => (JSON.parse(line) as { event: Event }).event.id)).toEqual([
      'no uuid',
      'nor this',
    ]);
    expect(warned).toHaveLength(2);
    // Rows can be read a moment before the journal's part of them is given up.
    await expect.poll(() => writer.lag(), patiently).toEqual({ bytes: 0, oldest: null });
    await close();
    await open();
    await writer.flush();
    expect(await stored()).toHaveLength(5);
    expect(writer.damage()).toMatchObject({ refused: 2 });
  });
});

describe('an event store that accepts nothing', () => {
  it('for want of memory is waited for, and stores every event once there is some', { timeout }, async () => {
    await open();
    let run = (text: string) => engine.read((ask) => ask(text), { keys: [] });
    await writer.addImported(() => [event('1')]);
    // The lowest limit that the engine takes is what it uses already.
    let isTaken = (kilobytes: number) =>
      run(`SET memory_limit = '${kilobytes}KiB'`).then(
        () => true,
        () => false,
      );
    for (let kilobytes = 100; !(await isTaken(kilobytes));) kilobytes += 100;
    let waiting = writer.addImported(() => [event('2')]);
    await expect.poll(() => writer.failure().storing, patiently).toMatchObject({ code: 'server-is-busy' });
    await run("SET memory_limit = '128MB'");
    expect(await waiting).toEqual([]);
    expect(await stored()).toEqual(['1', '2']);
    expect(writer.failure()).toEqual({});
    expect(writer.damage()).toMatchObject({ refused: 0 });
  });

  it('sets nothing aside, however long it fails, and stores every event once it works', waits, async (context) => {
    disk = mountSmallDisk(40);
    if (!disk) return context.skip();
    let empty = folder;
    folder = disk.folder;
    await open();
    rmSync(empty, { recursive: true });
    writeFileSync(path.join(folder, 'ballast'), Buffer.alloc(1));
    // The journal is written before the disk is full.
    let long = 'x'.repeat(4_000);
    writeJournal(Array.from({ length: 1_000 }, (_, i) => ({ ...event(String(i)), userAgent: `${long}${i}` })));
    expect(() => writeFileSync(path.join(folder, 'ballast'), Buffer.alloc(50 * 1024 * 1024))).toThrow('ENOSPC');
    await expect.poll(() => writer.failure().storing, patiently).toBeDefined();
    let until = performance.now() + 8_000;
    await expect.poll(() => performance.now() > until, patiently).toBe(true);
    expect(writer.failure().storing).toBeDefined();
    expect(writer.damage()).toMatchObject({ refused: 0 });
    rmSync(path.join(folder, 'ballast'));
    await expect.poll(async () => (await stored().catch(() => [])).length, patiently).toBe(1_000);
    await expect.poll(() => writer.failure(), patiently).toEqual({});
    expect(writer.damage()).toMatchObject({ refused: 0 });
  });
});

describe('an event whose package cannot be found or created', () => {
  function pull(collectionId: string, imagePath: string, ownerId = ada): Event {
    let about = { artifactType: 'package', artifactId: '', ownerId, type: 'manifest-fetch' } as const;
    return { ...unknownEvent(about), id: uuidv7(), collectionId, imagePath, version: imagePath };
  }

  async function addCollection(id: string, owner_id: string, backend_domain: string): Promise<void> {
    let at = { created_at: 1, updated_at: 1 };
    let row = { id, owner_id, pattern: `${id}/*`, backend_domain, public_domain: null, private: 0, ...at };
    await records.insertInto('collections').values(row).execute();
  }

  beforeEach(async () => {
    await open();
    let at = { created_at: 1, updated_at: 1 };
    for (let [id, name] of [
      [ada, 'ada'],
      [bob, 'bob'],
    ] as const)
      await records
        .insertInto('owners')
        .values({ id, name, name_key: name, kind: 'user', ...at })
        .execute();
    await addCollection('good', ada, 'registry.example.com');
    await addCollection('first', bob, 'registry.example.com');
    await addCollection('bad', bob, 'other.example.com');
  });

  it('is set aside after a few tries; all others are stored', { timeout, tags: 'slow' }, async () => {
    let journal = openJournal(folder);
    await sql`create trigger refuse before insert on packages when new.owner_id = '${sql.raw(bob)}'
      begin select raise(abort, 'never for bob'); end`.execute(records);
    await journal.append([event('1'), pull('bad', 'team/two', bob), event('2'), pull('good', 'team/three')]);
    await journal.append([event('4'), pull('bad', 'team/five', bob)]);
    await expect.poll(() => writer.failure().reading, patiently).toBeDefined();
    let all = ['1', '2', 'team/three', '4'];
    await expect.poll(() => stored(), patiently).toEqual(all);
    await expect.poll(() => writer.damage(), patiently).toMatchObject({ refused: 2 });
    expect(refusedLines()[0]).toContain('never for bob');
    await expect.poll(() => writer.lag(), patiently).toEqual({ bytes: 0, oldest: null });
    await journal.close();
    await close();
    await open();
    await writer.flush();
    expect(await stored()).toEqual(all);
    expect(writer.damage()).toMatchObject({ refused: 2 });
  });

  it('is stored without a package when a rule refuses one', async () => {
    let journal = openJournal(folder);
    await journal.append([pull('first', 'team/one', bob)]);
    await writer.flush();
    // A package for this event would give the host a second registry.
    await journal.append([pull('bad', 'team/two', bob), event('1')]);
    await writer.flush();
    expect(await stored()).toEqual(['team/one', 'team/two', '1']);
    expect(writer.damage()).toMatchObject({ refused: 0 });
    await journal.close();
  });

  it('waits while the records accept no writes, however long, and is stored once they do', waits, async () => {
    let other = new Database(path.join(folder, 'records.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    let journal = openJournal(folder);
    await journal.append([pull('good', 'team/one'), event('1')]);
    await expect.poll(() => writer.failure().reading, patiently).toBeDefined();
    let until = performance.now() + 8_000;
    await expect.poll(() => performance.now() > until, patiently).toBe(true);
    expect(await stored()).toEqual([]);
    expect(writer.damage()).toMatchObject({ refused: 0 });
    other.exec('ROLLBACK');
    other.close();
    await expect.poll(() => stored(), patiently).toEqual(['team/one', '1']);
    expect(writer.failure()).toEqual({});
    expect(writer.damage()).toMatchObject({ refused: 0 });
    await journal.close();
  });
});

it('the journal keeps its last segment after a burst, until another epoch has one', waits, async () => {
  await open();
  let journal = openJournal(folder);
  let long = 'x'.repeat(900);
  let names = () => fileNames(journalFolder(folder));
  for (let i = 0; i < 5; i++)
    await journal.append(Array.from({ length: 4_000 }, (_, j) => ({ ...event(`${i}.${j}`), userAgent: long })));
  await journal.close();
  await writer.flush();
  await expect.poll(async () => (await names()).length, patiently).toBe(1);
  expect(await writer.lag()).toEqual({ bytes: 0, oldest: null });
  let [last] = await names();
  let next = openJournal(folder);
  await next.append([event('next')]);
  await next.close();
  await expect.poll(async () => (await stored()).length, patiently).toBe(20_001);
  await expect.poll(names, patiently).toEqual([expect.not.stringContaining(last!)]);
});

it('segments that were stored before the start are deleted without a new event', { timeout }, async () => {
  await open();
  let journal = openJournal(folder);
  await journal.append([event('1')]);
  await journal.close();
  await writer.flush();
  let [kept] = await fileNames(journalFolder(folder));
  let bytes = readFileSync(path.join(journalFolder(folder), kept!));
  let next = openJournal(folder);
  await next.append([event('2')]);
  await next.close();
  await writer.flush();
  await close();
  // A crash between the table and the journal leaves this state.
  writeFileSync(path.join(journalFolder(folder), kept!), bytes);
  await open();
  await expect.poll(async () => (await fileNames(journalFolder(folder))).length, patiently).toBe(1);
  expect(await stored()).toEqual(['1', '2']);
});
