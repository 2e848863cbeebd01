/**
 * Imports in the event store: each event is stored once after a kill, and answers equal a fresh
 * count.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { databaseOf, openEventStore } from 'tests/support/event-store';
import { randomEvents } from '../events/random-events';
import { randomQueries, wrongAnswers } from '../events/query-and-append';
import { programOf } from 'tests/support/program';

describe('the event store', () => {
  it(
    'continues after a process was killed during an import, and stores each event once',
    { tags: 'slow' },
    async () => {
      let folder = mkdtempSync(path.join(tmpdir(), 'imports-'));
      let until = Math.floor(Date.now() / dayMs) * dayMs;
      let program = await programOf('tests/gateway/imports/killed-importer.ts');
      let databaseUrl = process.env.TEST_EVENTS_URL ? [await databaseOf(folder)] : [];
      let child = spawn(process.execPath, [program, folder, String(until), ...databaseUrl], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
      let store = await openEventStore({ folder });
      try {
        let given = randomEvents(3_000, 5, until, 30).map((event, i) => ({
          event: { ...event, id: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}` },
          formerArtifactId: '',
        }));
        let before = (await store.state()).count;
        expect([1_000, 1_500]).toContain(before);
        let outcomes = [];
        for (let at = 0; at < given.length; at += 500)
          outcomes.push(...(await store.import(given.slice(at, at + 500))));
        expect(outcomes.filter((outcome) => outcome === 'known').length).toBe(before);
        expect((await store.state()).count).toBe(3_000);
      } finally {
        await store.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  it(
    'answers like a fresh count after older events were imported while answers were cached',
    { tags: 'slow' },
    async () => {
      let folder = mkdtempSync(path.join(tmpdir(), 'imports-'));
      let store = await openEventStore({ folder });
      try {
        let until = Math.floor(Date.now() / dayMs) * dayMs;
        let all = randomEvents(2_000, 8, until, 30);
        let later = all.slice(1_000);
        let queries = randomQueries(40, 9, until);
        await store.append(later);
        expect(await wrongAnswers(store, queries, later)).toEqual([]);
        for (let at = 0; at < 1_000; at += 250) {
          await store.import(all.slice(at, at + 250).map((event) => ({ event, formerArtifactId: '' })));
          expect(await wrongAnswers(store, queries, [...all.slice(0, at + 250), ...later])).toEqual([]);
        }
      } finally {
        await store.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});

describe('rows that the event store cannot take', () => {
  it('are said to be refused, at once, and all others are stored', async () => {
    let folder = mkdtempSync(path.join(tmpdir(), 'imports-'));
    let warned: string[] = [];
    let store = await openEventStore({ folder, warn: (sentence) => void warned.push(sentence) });
    try {
      let given = randomEvents(200, 5, Date.now(), 30).map((event, i) => ({
        event: i % 20 === 7 ? { ...event, originId: 'none' as unknown as bigint } : event,
        formerArtifactId: '',
      }));
      let odd = given.filter(({ event }) => typeof event.originId === 'string').length;
      // Not even one of them makes the import wait, or fail and begin again.
      let outcomes = await store.import(given);
      expect(outcomes.map((outcome) => outcome === 'cannot-be-stored')).toEqual(
        given.map(({ event }) => typeof event.originId === 'string'),
      );
      expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(200 - odd);
      expect((await store.state()).count).toBe(200 - odd);
      expect((await store.journal()).damage).toMatchObject({ refused: odd, lines: 0 });
      expect([store.writeProblem(), warned.length]).toEqual([undefined, odd]);
      let again = await store.import(given);
      expect(again.filter((outcome) => outcome === 'known')).toHaveLength(200 - odd);
      expect(again.filter((outcome) => outcome === 'cannot-be-stored')).toHaveLength(odd);
    } finally {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
