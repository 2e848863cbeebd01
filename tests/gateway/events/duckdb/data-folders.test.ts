/**
 * Data folders of other versions, and damaged ones. Everything readable is kept, and nothing is
 * overwritten.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { eventFieldNames, type Event } from 'contract/event-fields';
import { storeVersion } from 'gateway/events/write/store-version';
import { openEventStore } from 'tests/support/event-store';
import { fileNames, journalFolder } from 'journal/files';
import { headerLine, recordLine } from 'journal/format';
import { damagedFolder } from 'journal/damage-log';
import { packages, pixels, randomEvents } from '../random-events';

const until = Date.UTC(2026, 2, 12);
const from = until - 40 * dayMs;
const origin = { node: '0192d0a0-0000-7000-8000-000000000001', epoch: '0192d0a0-0000-7000-8000-000000000002' };

let folder: string;
let warned: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'folders-'));
  warned = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open() {
  return openEventStore({ folder, warn: (sentence) => void warned.push(sentence) });
}

/** All events of the folder, by id. */
async function eventsIn(): Promise<Event[]> {
  let store = await open();
  let events: Event[] = [];
  for (let [artifactType, artifactIds] of [
    ['package', packages],
    ['tracking-pixel', pixels],
  ] as const)
    for await (let batch of store.export({ artifactType, artifactIds, from, until })) events.push(...batch);
  await store.close();
  return byId(events);
}

function byId(events: Event[]): Event[] {
  return events.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Every file of the folder with its bytes. */
function contents(): Record<string, string> {
  let files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      path.join(parentPath, name),
      readFileSync(path.join(parentPath, name), 'base64'),
    ]),
  );
}

function writeJournal(name: string, text: string): string {
  let file = path.join(journalFolder(folder), name);
  mkdirSync(journalFolder(folder), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** A header line that this version does not write. */
function withChecksum(json: string): string {
  return `${createHash('sha256').update(json).digest('hex').slice(0, 16)} ${json}\n`;
}

/** Changes the text of the last record but one of a file. */
function damage(text: string): string {
  let lines = text.split('\n');
  lines[lines.length - 3] = lines.at(-3)!.replace('curl', 'lruc').replace('docker', 'rekcod');
  return lines.join('\n');
}

const [a, b, c] = [randomEvents(20, 1, until, 30), randomEvents(20, 2, until, 30), randomEvents(20, 3, until, 30)];
const threeRecords = headerLine(origin) + recordLine(0, a!) + recordLine(20, b!) + recordLine(40, c!);

describe('a folder of the first version', () => {
  beforeEach(() => void execFileSync('tar', ['xzf', 'tests/fixtures/events-f9e2e2d.tar.gz', '-C', folder]));

  it('opens with all its events, also those in the write-ahead log and in the journal of a killed process', async () => {
    let expected = readFileSync(path.join(folder, 'expected.ndjson'), 'utf8')
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>)
      .map((plain) => ({
        ...plain,
        originId: BigInt(plain.originId!),
        endpointId: BigInt(plain.endpointId!),
        audience: 'unknown',
        audienceReason: 'unknown',
        collectionId: '',
        imagePath: '',
        idPeriod: '',
        network: '',
        fileExtension: '',
        requestPath: '',
        clientVersion: '',
        runtime: '',
        installer: '',
        arch: '',
        libc: '',
        ciProvider: '',
        fallback: '',
      })) as unknown as Event[];
    expect(await eventsIn()).toEqual(byId(expected));
    expect(warned).toEqual([]);
  });

  it('counts by fields of later versions, and accepts new events', async () => {
    let store = await open();
    let [fresh] = randomEvents(40, 4, until, 1).filter((one) => one.artifactType === 'package' && !one.doNotTrack);
    await store.append([{ ...fresh!, audience: 'ci' }]);
    let rows = await store.aggregate({
      artifactType: 'package',
      artifactIds: packages,
      from,
      until,
      rollup: 'total',
      breakdowns: ['by-audience'],
      groupByArtifact: false,
      includeLowConfidence: true,
    });
    await store.close();
    expect(rows.map(({ values }) => values.audience)).toEqual(['unknown', 'ci']);
    expect(rows[1]!.total).toBe(1);
    expect((await eventsIn()).filter(({ audience }) => audience === 'ci')).toHaveLength(1);
  });
});

describe('a folder of a newer version', () => {
  it('is refused with a message, and not changed', async () => {
    await (await open()).close();
    let instance = await DuckDBInstance.create(path.join(folder, 'events.duckdb'));
    let connection = await instance.connect();
    await connection.run(`UPDATE store SET version = ${storeVersion + 1}`);
    connection.closeSync();
    instance.closeSync();
    let before = contents();
    await expect(open()).rejects.toThrow(
      `The event store was written by a newer version of Landfall: version ${storeVersion + 1}`,
    );
    expect(contents()).toEqual(before);
  });

  it.each([
    ['format', headerLine(origin).replace('"format":2', '"format":3'), 'it has format 3'],
    ['fields', headerLine(origin).replace('"isBot"', '"mood"'), 'with the fields mood'],
  ])('is refused for the %s of its journal, before the store is touched', async (_, changed, words) => {
    await (await open()).close();
    let json = changed.slice(17, -1);
    let file = writeJournal('0000000000000000.log', withChecksum(json) + recordLine(0, a!));
    let before = contents();
    await expect(open()).rejects.toThrow(`A newer version of Landfall has written ${file}: `);
    await expect(open()).rejects.toThrow(words);
    expect(contents()).toEqual(before);
  });
});

describe('a damaged folder', () => {
  it('loses only the damaged records of a journal file; their lines are kept, and each start logs them', async () => {
    await (await open()).close();
    let file = writeJournal('0000000000000000.log', damage(threeRecords));
    expect(await eventsIn()).toEqual(byId([...a!, ...c!]));
    expect(warned).toHaveLength(1);
    expect(warned[0]).toContain(`The journal file ${file} is damaged: 1 of its lines cannot be read`);
    expect(warned[0]).toContain(`kept in ${damagedFolder(folder)}`);
    let kept = path.join(damagedFolder(folder), path.basename(file));
    let line = `${damage(threeRecords).split('\n').at(-3)}\n`;
    expect(readFileSync(kept, 'utf8')).toBe(line);
    expect(await eventsIn()).toHaveLength(40);
    expect(warned).toHaveLength(2);
    expect(readFileSync(kept, 'utf8')).toBe(line);
  });

  it('a journal file without its header is kept, and reported as unreadable', async () => {
    await (await open()).close();
    let text = threeRecords.slice(headerLine(origin).length);
    let file = writeJournal('0000000000000000.log', text);
    expect(await eventsIn()).toEqual([]);
    expect(warned[0]).toContain('3 of its lines cannot be read');
    expect(readFileSync(path.join(damagedFolder(folder), path.basename(file)), 'utf8')).toBe(text);
  });

  it('a file cut off in its last, unacknowledged record is not damaged', async () => {
    await (await open()).close();
    writeJournal('0000000000000000.log', threeRecords.slice(0, -20));
    expect(await eventsIn()).toEqual(byId([...a!, ...b!]));
    expect(warned).toEqual([]);
    expect(await eventsIn()).toHaveLength(40);
  });

  it('with a damaged store is refused with a message, and not changed', async () => {
    await (await open()).close();
    writeFileSync(path.join(folder, 'events.duckdb'), Buffer.alloc(64 * 1024, 7));
    writeJournal('0000000000000000.log', threeRecords);
    let before = contents();
    await expect(open()).rejects.toThrow(`${path.join(folder, 'events.duckdb')} cannot be opened: `);
    await expect(open()).rejects.toThrow('Nothing was changed. Restore the file from a backup');
    expect(contents()).toEqual(before);
  });

  it.each([0, 4_096])('opens after a first start that wrote %i bytes of the store', async (bytes) => {
    let whole = await DuckDBInstance.create(path.join(folder, 'whole.duckdb'));
    whole.closeSync();
    let part = readFileSync(path.join(folder, 'whole.duckdb')).subarray(0, bytes);
    // An empty file has the final name where an earlier version was interrupted.
    writeFileSync(path.join(folder, bytes === 0 ? 'events.duckdb' : 'events.duckdb.new'), part);
    let store = await open();
    expect(await store.lastEvent()).toBe(0);
    await store.close();
    expect(existsSync(path.join(folder, 'events.duckdb.new'))).toBe(false);
  });

  it('with a store that lacks a column is refused with a message', async () => {
    await (await open()).close();
    let instance = await DuckDBInstance.create(path.join(folder, 'events.duckdb'));
    let connection = await instance.connect();
    await connection.run('ALTER TABLE events DROP COLUMN country');
    connection.closeSync();
    instance.closeSync();
    await expect(open()).rejects.toThrow('The event store is damaged: its columns');
  });
});

it('a journal file names its node, its epoch and its fields; the node keeps its id', async () => {
  let store = await open();
  await store.append(a!);
  let [name] = await fileNames(journalFolder(folder));
  let [header, record] = readFileSync(path.join(journalFolder(folder), name!), 'utf8').split('\n');
  let { format, node, epoch, fields } = JSON.parse(header!.slice(17)) as Record<string, unknown>;
  expect(format).toBe(2);
  expect(fields).toEqual(['artifactType', 'artifactId', 'ownerId', ...eventFieldNames]);
  expect(record!.slice(17)).toMatch(/^\[0,\[\[/);
  await store.close();
  rmSync(journalFolder(folder), { recursive: true });
  store = await open();
  await store.append(b!);
  [name] = await fileNames(journalFolder(folder));
  [header] = readFileSync(path.join(journalFolder(folder), name!), 'utf8').split('\n');
  await store.close();
  let later = JSON.parse(header!.slice(17)) as Record<string, unknown>;
  expect(later.node).toBe(node);
  expect(later.epoch).not.toBe(epoch);
});
