/**
 * The guarantees of the event store for writing: all or nothing, once, in order, durable, and one
 * process at a time.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openEventStore, type TestEventStore } from 'tests/support/event-store';
import type { Event } from 'contract/event-fields';
import { fileNames, journalFolder } from 'journal/files';
import { allDownloads, randomEvents } from '../random-events';
import { programOf } from 'tests/support/program';

const until = Date.UTC(2026, 2, 12);
const everything = allDownloads(until);
const program = await programOf('tests/gateway/events/write/killed-writer.ts');

/** Runs `killed-writer.ts` to its end. */
function writeInOwnProcess(folder: string) {
  return spawnSync(process.execPath, [program, folder, String(until)], { encoding: 'utf8' });
}

/** Ids differ between processes. */
function withoutId(event: Event): Event {
  return { ...event, id: '' };
}

async function exported(store: TestEventStore, query = everything): Promise<Event[]> {
  let all: Event[] = [];
  for await (let batch of store.export(query)) all.push(...batch);
  return all;
}

function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'events-'));
}

describe('appending', () => {
  let folder: string;
  let stores: TestEventStore[] = [];
  async function open(): Promise<TestEventStore> {
    let store = await openEventStore({ folder });
    stores.push(store);
    return store;
  }
  beforeAll(() => void (folder = newFolder()));
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    rmSync(folder, { recursive: true });
    folder = newFolder();
  });

  it('survives closing and opening, with every field unchanged', async () => {
    let events = randomEvents(200, 3, until, 30).filter((e) => e.artifactType === 'package');
    let first = await open();
    await first.append(events);
    await first.close();
    let store = await open();
    expect(await exported(store)).toEqual(events);
    await store.append(randomEvents(50, 4, until, 30));
    expect((await exported(store)).slice(0, events.length)).toEqual(events);
  });

  it('is not affected by a second store that is closed', async () => {
    let first = await open();
    await first.close();
    let store = await open();
    await store.append(randomEvents(10, 3, until, 30));
    await first.close();
    expect(await fileNames(journalFolder(folder))).toHaveLength(1);
    await expect(openEventStore({ folder })).rejects.toThrow(/in use/);
  });

  it('survives the death of the process, with every field unchanged', async () => {
    expect(writeInOwnProcess(folder).signal).toBe('SIGKILL');
    let expected = randomEvents(20, 5, until, 30).filter((e) => e.artifactType === 'package');
    let found = await exported(await open());
    expect(found.map(withoutId)).toEqual(expected.map(withoutId));
  });

  it('ignores half-written records after a crash', async () => {
    writeInOwnProcess(folder);
    let [name] = await fileNames(journalFolder(folder));
    let file = path.join(journalFolder(folder), name!);
    let record = readFileSync(file, 'utf8').split('\n').at(-2)!;
    appendFileSync(file, record.slice(0, record.length / 2));
    let packageEvents = randomEvents(20, 5, until, 30).filter((e) => e.artifactType === 'package');
    expect(await exported(await open())).toHaveLength(packageEvents.length);
  });

  it('happens once, also after a crash between table and journal', async () => {
    writeInOwnProcess(folder);
    let journal = journalFolder(folder);
    cpSync(journal, `${journal}.copy`, { recursive: true });
    let first = await open();
    let found = await exported(first);
    await first.close();
    cpSync(`${journal}.copy`, journal, { recursive: true });
    expect(await exported(await open())).toEqual(found);
  });

  // @spec 1: Data from a download appears
  it('shows in the next count, also with a cached count', async () => {
    let store = await open();
    let [one, two] = randomEvents(60, 6, until, 1).filter((e) => e.artifactType === 'package' && !e.doNotTrack);
    await store.append([one!]);
    expect((await store.aggregate(everything))[0]!.total).toBe(1);
    await store.append([two!]);
    expect((await store.aggregate(everything))[0]!.total).toBe(2);
    expect(await store.aggregate(everything)).toBe(await store.aggregate(everything));
  });

  it('is all or nothing: an invalid event refuses its own commit, not the next one', async () => {
    let store = await open();
    let events = randomEvents(40, 8, until, 30).filter((e) => e.artifactType === 'package');
    let bad = { ...events[3]!, id: 'not a uuid' };
    await expect(store.append([...events.slice(0, 3), bad])).rejects.toThrow();
    expect(await exported(store)).toEqual([]);
    await store.append(events);
    expect(await exported(store)).toEqual(events);
  });

  it('accepts many calls at once, in their order', async () => {
    let store = await open();
    let events = randomEvents(90, 9, until, 30).filter((e) => e.artifactType === 'package');
    await Promise.all(events.map((event) => store.append([event])));
    expect(await exported(store)).toEqual(events);
  });

  it('refuses when closed', async () => {
    let store = await open();
    await store.close();
    await expect(store.append(randomEvents(1, 1, until, 1))).rejects.toThrow('not open');
  });

  it('is limited to one store at a time', async () => {
    await open();
    await expect(open()).rejects.toThrow('already in use');
    expect(writeInOwnProcess(folder).stderr).toContain('already in use');
  });
});
