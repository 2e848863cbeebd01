/** Events reach ClickHouse exactly once, despite crashes and lost responses. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { createRandom } from 'gateway/demo/random';
import type { Event } from 'contract/event-fields';
import { journalFolder } from 'journal/files';
import { openJournal } from 'journal/journal';
import { mountSmallDisk } from 'tests/support/small-disk';
import { randomEvents } from '../gateway/events/random-events';
import { idsIn, openScene, sorted, until, type Scene } from './scene';

let scene: Scene;
beforeEach(async () => void (scene = await openScene()));
afterEach(() => scene.close());

describe('every event is stored once', () => {
  it('where requests and answers are lost at random', async () => {
    let store = await scene.openStore();
    let random = createRandom(7);
    let fates = ['answered', 'request-lost', 'answer-lost'] as const;
    scene.proxy.decide((statement) => (statement.startsWith('INSERT') ? fates[random.below(3)]! : 'answered'));
    let events: Event[] = [];
    for (let round = 0; round < 6; round++) {
      let fresh = randomEvents(40, round, until, 30);
      events.push(...fresh);
      await scene.append(fresh);
      await store.lastEvent().catch(() => undefined);
    }
    scene.proxy.decide(() => 'answered');
    await expect.poll(() => store.lastEvent().catch(() => 0)).toBe(events.length);
    expect(await idsIn(store)).toEqual(sorted(events));
  });

  it('where the server is away for a while, which the journal and a sentence tell', async () => {
    let store = await scene.openStore();
    await scene.append(randomEvents(20, 1, until, 30));
    await store.lastEvent();
    await scene.proxy.away();
    let more = randomEvents(30, 2, until, 30);
    await scene.append(more);
    await expect.poll(() => store.writeProblem()).toContain('no ClickHouse server answers at 127.0.0.1');
    expect(await store.readProblem()).toContain('no ClickHouse server answers at 127.0.0.1');
    expect((await store.journal()).lag).toEqual({ bytes: expect.any(Number), oldest: more[0]!.time });
    await scene.proxy.back();
    await expect.poll(() => store.lastEvent().catch(() => 0)).toBe(50);
    await expect.poll(async () => (await store.journal()).lag).toEqual({ bytes: 0, oldest: null });
    expect(store.writeProblem()).toBeUndefined();
    expect(await idsIn(store)).toHaveLength(50);
  });

  it('where the process is killed at random moments', async () => {
    let random = createRandom(11);
    let script = path.join(import.meta.dirname, 'killed-shipper.ts');
    for (let round = 0; round < 4; round++) {
      let child = fork(script, [scene.folder, scene.url, String(round)], { execArgv: ['--import', 'tsx'] });
      await once(child, 'message');
      await pause(random.below(400));
      let gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    let store = await scene.openStore({ url: scene.url });
    let written = readFileSync(path.join(scene.folder, 'written'), 'utf8').trimEnd().split('\n');
    let ids = await idsIn(store);
    expect(new Set(ids).size).toBe(ids.length);
    expect(written.filter((id) => !ids.includes(id))).toEqual([]);
    expect(await store.lastEvent()).toBe(ids.length);
  });

  it('where the disk of the data folder is full for a while', async (context) => {
    let disk = mountSmallDisk(24);
    if (!disk) return context.skip();
    // The journal is not on the full disk.
    let elsewhere = path.join(scene.folder, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, journalFolder(disk.folder));
    let store = await scene.openStore({ folder: disk.folder, url: scene.url });
    try {
      let journal = openJournal(disk.folder);
      let [first, ...others] = randomEvents(400, 8, until, 30).map((one) => ({ ...one, userAgent: 'x'.repeat(1_000) }));
      await journal.append([first!]);
      await store.lastEvent();
      let ballast = path.join(disk.folder, 'ballast');
      expect(() => writeFileSync(ballast, Buffer.alloc(30 * 1024 * 1024))).toThrow('ENOSPC');
      await journal.append(others);
      await journal.close();
      await expect.poll(() => store.writeProblem()).toContain('whether the disk is full');
      rmSync(ballast);
      await expect.poll(() => store.lastEvent().catch(() => 0)).toBe(400);
      expect(await idsIn(store)).toEqual(sorted([first!, ...others]));
    } finally {
      await store.close();
      disk.remove();
    }
  });

  it('where the clock of the edge goes back between events', async () => {
    let store = await scene.openStore();
    let [first, second] = [randomEvents(20, 9, until, 3), randomEvents(20, 10, until - 10 * dayMs, 3)];
    await scene.append(first);
    await store.lastEvent();
    await scene.append(second);
    expect(await store.lastEvent()).toBe(40);
    expect(await idsIn(store)).toEqual(sorted([...first, ...second]));
  });

  it('where the answer to the last range is lost and the file with it is gone', async () => {
    let store = await scene.openStore();
    let events = randomEvents(25, 3, until, 30);
    scene.proxy.decide((statement) => (statement.startsWith('INSERT INTO events') ? 'answer-lost' : 'answered'));
    await scene.append(events);
    await store.lastEvent().catch(() => undefined);
    await store.close();
    scene.proxy.decide(() => 'answered');
    rmSync(path.join(scene.folder, 'events.shipping.sqlite'));
    let again = await scene.openStore();
    expect(await again.lastEvent()).toBe(25);
    expect(await idsIn(again)).toEqual(sorted(events));
  });
});

describe('a store is refused', () => {
  it('while another one ships the journal of the same folder', async () => {
    await scene.openStore();
    await expect(scene.openStore()).rejects.toThrow(/shipped by another process/);
  });

  it('where a newer version has written it, and nothing is changed', async () => {
    await (await scene.openStore()).close();
    let there = await scene.openDatabase();
    await there.insert('store', [{ version: 99 }]);
    await expect(scene.openStore()).rejects.toThrow(/newer version of Landfall: version 99/);
  });

  it('where the database has fewer events than were sent, as a wrong one has', async () => {
    let store = await scene.openStore();
    await scene.append(randomEvents(5, 4, until, 30));
    await store.lastEvent();
    await store.close();
    let wrong = scene.openStore({ url: `${scene.url}_other` });
    await expect(wrong).rejects.toThrow('has 0 events, and 5 were sent by this installation');
  });
});

it('nothing more is stored where another installation writes to the same database', async () => {
  let store = await scene.openStore();
  await scene.append(randomEvents(5, 5, until, 30));
  await store.lastEvent();
  let there = await scene.openDatabase();
  await there.run('INSERT INTO events (seq, artifact) VALUES (5, 0)');
  await scene.append(randomEvents(5, 6, until, 30));
  await expect.poll(() => store.writeProblem()).toContain('another one writes to it');
});
