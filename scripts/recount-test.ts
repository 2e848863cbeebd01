/**
 * `npm run recount-test`: sends thousands of queries while events are appended, closes and kills
 * the store in between, and compares every answer with a naive count.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEventStore } from 'tests/support/event-store';
import type { Event } from 'contract/event-fields';
import type { AggregateQuery, EventStore } from 'gateway/events/store';
import { askWhileAppending, newQuestions, wrongAnswers } from '../tests/gateway/ask-and-append';
import { packages, pixels, randomEvents } from '../tests/gateway/random-events';
import type { Round } from './recount-round';

const rounds = Number(process.env.ROUNDS || 40);
const questions = 50;
const eventsMax = 400;
const day = Date.UTC(2026, 2, 12);

async function main(): Promise<number> {
  let folder = mkdtempSync(path.join(tmpdir(), 'recount-test-'));
  let tally = { asked: 0, wrong: 0, recounts: 0, differences: 0 };
  let written: Event[] = [];
  try {
    for (let number = 0; number < rounds; number++) {
      if (number % 4 === 3) await killInTheMiddle(folder, { number, questions, eventsMax, until: day });
      let store = await openEventStore({ folder });
      // What a killed process has written is only known from the store: its last events were not
      // acknowledged.
      if (number % 4 === 3) written = await everything(store);
      let queries = newQuestions(questions, number, day);
      let fresh = randomEvents(eventsMax, number, day, 45);
      written.push(...(await askWhileAppending(store, queries, fresh)));
      await recountSome(store, tally);
      await compare(store, queries, written, tally);
      await store.close();
      process.stdout.write(
        `round ${number + 1}: ${written.length} events, ${tally.asked} answers compared, ${tally.wrong} wrong, ` +
          `${tally.recounts} recounts, ${tally.differences} different\n`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return tally.wrong + tally.differences === 0 ? 0 : 1;
}

/** A process that does the same and is killed after some of its answers. */
async function killInTheMiddle(folder: string, round: Round): Promise<void> {
  let script = path.join(import.meta.dirname, 'recount-round.ts');
  let child = fork(script, [folder, JSON.stringify(round)], { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  let gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function everything(store: EventStore): Promise<Event[]> {
  let all: Event[] = [];
  let range = { from: 0, until: day + 1 };
  for await (let batch of store.export({ artifactType: 'package', artifactIds: packages, ...range }))
    all.push(...batch);
  for await (let batch of store.export({ artifactType: 'tracking-pixel', artifactIds: pixels, ...range }))
    all.push(...batch);
  return all;
}

async function recountSome(store: EventStore, tally: { recounts: number; differences: number }): Promise<void> {
  for (let i = 0; i < questions; i++) {
    let found = await store.recount();
    if (!found) continue;
    tally.recounts += 1;
    if (!found.isEqual) tally.differences += 1;
  }
}

async function compare(
  store: EventStore,
  queries: readonly AggregateQuery[],
  written: readonly Event[],
  tally: { asked: number; wrong: number },
): Promise<void> {
  let wrong = await wrongAnswers(store, queries, written);
  for (let line of wrong) process.stdout.write(`${line.slice(0, 600)}\n`);
  tally.asked += queries.length;
  tally.wrong += wrong.length;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
