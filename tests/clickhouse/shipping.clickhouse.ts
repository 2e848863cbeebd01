/** Events reach ClickHouse exactly once, despite crashes and lost responses. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { createRandom } from 'gateway/demo/random';
import type { Event } from 'contract/event-fields';
import { databaseOf } from 'tests/support/event-store';
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
    await expect
      .poll(async () => (await store.journal()).lag)
      .toEqual({ bytes: expect.any(Number), oldest: more[0]!.time });
    await scene.proxy.back();
    await expect.poll(() => store.lastEvent().catch(() => 0)).toBe(50);
    await expect.poll(async () => (await store.journal()).lag).toEqual({ bytes: 0, oldest: null });
    await expect.poll(() => store.writeProblem()).toBeUndefined();
    expect(await idsIn(store)).toHaveLength(50);
  });

  it('where the process is killed at random moments', async () => {
    let random = createRandom(11);
    let script = path.join(import.meta.dirname, 'killed-shipper.ts');
    let databaseUrl = await databaseOf(scene.folder);
    for (let round = 0; round < 4; round++) {
      let child = fork(script, [scene.folder, scene.url, databaseUrl, String(round)], {
        execArgv: ['--import', 'tsx'],
      });
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

  it('where the clock of the edge goes back between events', async () => {
    let store = await scene.openStore();
    let [first, second] = [randomEvents(20, 9, until, 3), randomEvents(20, 10, until - 10 * dayMs, 3)];
    await scene.append(first);
    await store.lastEvent();
    await scene.append(second);
    expect(await store.lastEvent()).toBe(40);
    expect(await idsIn(store)).toEqual(sorted([...first, ...second]));
  });
});

describe('a store is refused', () => {
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
    await expect(wrong).rejects.toThrow(/has 0 events, and \d+ were sent by this installation/);
  });
});

it('nothing more is stored where another installation writes to the same database', async () => {
  let store = await scene.openStore();
  await scene.append(randomEvents(5, 5, until, 30));
  await store.lastEvent();
  let there = await scene.openDatabase();
  await there.run('INSERT INTO events (seq, artifact) SELECT max(seq) + 1, 0 FROM events');
  await scene.append(randomEvents(5, 6, until, 30));
  await expect.poll(() => store.writeProblem()).toContain('another one writes to it');
});
