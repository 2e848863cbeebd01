/**
 * `npx tsx tools/load/recount-test.ts`: sends thousands of queries while events arrive, closes and
 * kills the store meanwhile, and compares every answer with a naive count: those given while events
 * arrived with the events up to the last that each answer knows.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEventStore } from 'tests/support/event-store';
import type { Event } from 'contract/event-fields';
import type { AggregateQuery, EventStore } from 'gateway/events/shape/store';
import {
  askAtPace,
  figuresIn,
  newQuestions,
  wrongAnswers,
  wrongAsOf,
} from '../../tests/gateway/events/query-and-append';
import { packages, pixels, randomEvents } from '../../tests/gateway/events/random-events';
import type { Round } from './recount-round';

const rounds = Number(process.env.ROUNDS || 40);
const questions = 50;
const eventsMax = 400;
const eventsPerSecond = 200;
const day = Date.UTC(2026, 2, 12);

interface Tally {
  /** Answers compared, and those that were not as counted. */
  asked: number;
  wrong: number;
  /** Figures in the answers given while events arrived, and in the others. */
  figuresMeanwhile: number;
  figures: number;
  recounts: number;
  differences: number;
}

/** Gives random events, each another one. */
function endless(seed: number): () => Event {
  let part = 0;
  let events = randomEvents(0, seed, day, 45);
  return () => {
    if (events.length === 0) events = randomEvents(eventsMax, 1_000 * (seed + 1) + part++, day, 45);
    return events.pop()!;
  };
}

function note(wrong: readonly string[], tally: Tally): void {
  for (let line of wrong) process.stdout.write(`${line.slice(0, 600)}\n`);
  tally.wrong += wrong.length;
}

async function main(): Promise<number> {
  let folder = mkdtempSync(path.join(tmpdir(), 'recount-test-'));
  let tally: Tally = { asked: 0, figures: 0, figuresMeanwhile: 0, wrong: 0, recounts: 0, differences: 0 };
  let written: Event[] = [];
  try {
    for (let number = 0; number < rounds; number++) {
      if (number % 4 === 3) await killInTheMiddle(folder, { number, questions, eventsMax, until: day });
      let store = await openEventStore({ folder });
      // Only the store knows what a killed process wrote: its last events were not acknowledged.
      if (number % 4 === 3) written = await everything(store);
      let queries = newQuestions(questions, number, day);
      let { appended, answers } = await askAtPace(store, [...queries, ...queries], {
        next: endless(number),
        perSecond: eventsPerSecond,
      });
      for (let one of appended) written.push(one);
      note(wrongAsOf(answers, written), tally);
      tally.asked += answers.length;
      tally.figuresMeanwhile += figuresIn(answers.flatMap(({ found }) => found));
      await recountSome(store, tally);
      await compare(store, queries, written, tally);
      await store.close();
      process.stdout.write(
        `round ${number + 1}: ${written.length} events, ${tally.asked} answers compared, ${tally.wrong} wrong; figures: ` +
          `${tally.figuresMeanwhile} asked while ${eventsPerSecond} events a second arrived, ${tally.figures} afterwards; ` +
          `${tally.recounts} recounts, ${tally.differences} different\n`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return tally.wrong + tally.differences === 0 ? 0 : 1;
}

/** Runs the same in a process that is killed after some of its answers. */
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
    for (let one of batch) all.push(one);
  for await (let batch of store.export({ artifactType: 'tracking-pixel', artifactIds: pixels, ...range }))
    for (let one of batch) all.push(one);
  return all;
}

async function recountSome(store: EventStore, tally: Tally): Promise<void> {
  for (let i = 0; i < questions; i++) {
    let found = await store.verifyCache();
    if (!found) continue;
    tally.recounts += 1;
    if (!found.isEqual) tally.differences += 1;
  }
}

async function compare(
  store: EventStore,
  queries: readonly AggregateQuery[],
  written: readonly Event[],
  tally: Tally,
): Promise<void> {
  note(await wrongAnswers(store, queries, written, (rows) => void (tally.figures += figuresIn(rows))), tally);
  tally.asked += queries.length;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
