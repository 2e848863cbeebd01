/**
 * A process that stores events on two servers is killed again and again at random points, while
 * requests and answers are lost and the server is away at times. `KILLS` says how often, `SEED` repeats
 * the choices of a run, though not the speed of the machine.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRandom } from 'gateway/demo/random';
import { connect } from 'gateway/events/clickhouse/client';
import { databaseOf, openOnClickhouse } from 'tests/support/event-store';
import { openLossyProxy, type Decide } from 'tests/support/lossy-proxy';

const kills = Number(process.env.KILLS ?? 10);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
/** Where the chosen statement does not come, a process is killed anyway. */
const killLimitMs = 4_000;
const catchUpMs = 200_000;
/** Between events, so that they go in many ranges. */
const restMs = '15';
const script = path.join(import.meta.dirname, 'killed-shipper.ts');

it(
  'every event is stored once, however often the process is killed',
  { timeout: kills * 20_000 + 300_000 },
  async () => {
    let folder = mkdtempSync(path.join(tmpdir(), 'kills-'));
    let proxy = await openLossyProxy(process.env.TEST_EVENTS_URL!);
    let url = new URL(`kills_${path.basename(folder).slice(6)}`, proxy.url).href;
    let databaseUrl = await databaseOf(folder);
    let random = createRandom(seed);
    let done = { kills: 0, withInsert: 0, requests: 0, answers: 0, away: 0, sent: 0, again: 0, refusedStarts: 0 };
    let sent = new Set<string>();
    /** The process, and before which insert it is killed. */
    let child: ChildProcess | undefined;
    let left = Number.POSITIVE_INFINITY;

    /** Kills the process at the chosen insert; loses some others, or their answers. */
    let fate: Decide = (statement, parameters) => {
      if (!statement.startsWith('INSERT')) return 'answered';
      if (statement.startsWith('INSERT INTO events')) noteRange(String(parameters.get('insert_deduplication_token')));
      if (left-- === 0) {
        child!.kill('SIGKILL');
        done.withInsert += 1;
        return random.next() < 0.5 ? 'request-lost' : 'answer-lost';
      }
      let drawn = random.below(25);
      if (drawn === 0) done.requests += 1;
      if (drawn === 1) done.answers += 1;
      return drawn === 0 ? 'request-lost' : drawn === 1 ? 'answer-lost' : 'answered';
    };

    function noteRange(name: string): void {
      done[sent.has(name) ? 'again' : 'sent'] += 1;
      sent.add(name);
    }

    async function awayForAWhile(): Promise<void> {
      await proxy.away();
      await pause(random.below(400));
      await proxy.back();
      done.away += 1;
    }

    async function killOnce(round: number): Promise<void> {
      let atInsert = random.below(2) === 0;
      left = atInsert ? random.below(12) : Number.POSITIVE_INFINITY;
      let afterMs = atInsert ? killLimitMs : random.below(600);
      let started = fork(script, [folder, url, databaseUrl, String(round), restMs], {
        execArgv: ['--import', 'tsx'],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      child = started;
      let gone = once(started, 'exit');
      let isShipping = await Promise.race([once(started, 'message').then(() => true), gone.then(() => false)]);
      if (isShipping) {
        if (random.below(5) === 0) await awayForAWhile();
        let time = new AbortController();
        await Promise.race([gone, pause(afterMs, undefined, { signal: time.signal }).catch(() => undefined)]);
        time.abort();
        started.kill('SIGKILL');
        await gone;
      }
      // A start ends by itself where its inserts are lost.
      done[started.signalCode === 'SIGKILL' ? 'kills' : 'refusedStarts'] += 1;
    }

    try {
      proxy.decide(fate);
      for (let round = 0; done.kills < kills && round < kills * 3; round++) await killOnce(round);
      expect(done.kills).toBe(kills);
      left = Number.POSITIVE_INFINITY;
      proxy.decide(() => 'answered');
      let store = await openOnClickhouse({ folder, url });
      await expect.poll(async () => (await store.journal()).lag.bytes, { timeout: catchUpMs }).toBe(0);
      let end = await store.lastEvent();
      await store.close();
      let server = await connect({ url });
      let stored = (await server.ask('SELECT id FROM events')).map(({ id }) => String(id));
      await server.close();
      let known = new Set(stored);
      let written = readFileSync(path.join(folder, 'written'), 'utf8').trimEnd().split('\n');
      let lost = written.filter((id) => !known.has(id)).length;
      let twice = stored.length - known.size;
      let rows = { seed, ...done, written: written.length, stored: stored.length, lost, twice };
      process.stdout.write(
        Object.entries(rows)
          .map(([name, value]) => `${name.padEnd(14)}${String(value).padStart(9)}\n`)
          .join(''),
      );
      expect({ lost, twice, end }).toEqual({ lost: 0, twice: 0, end: stored.length });
    } finally {
      child?.kill('SIGKILL');
      await proxy.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
