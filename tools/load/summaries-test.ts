/**
 * `npx tsx tools/load/summaries-test.ts`: summaries are made in small steps while 200 events a
 * second arrive and processes are killed. Every answer from the summaries is compared with the one
 * from the events, and with the cached one; at rest, with a plain loop as well.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Event } from 'contract/event-fields';
import { createRandom } from 'gateway/demo/random';
import type { AggregateQuery } from 'gateway/events/shape/store';
import { figuresIn } from '../../tests/gateway/events/query-and-append';
import { packages, pixels } from '../../tests/gateway/events/random-events';
import {
  mixedEvents,
  mixedQueries,
  openSummarized,
  otherArtifacts,
  type SummarizedStore,
} from '../../tests/gateway/events/summaries/summarized-store';
import { naiveCount } from '../../tests/gateway/reports/naive-count';

const figuresAtRest = Number(process.env.AT_REST || 200_000);
const figuresMeanwhile = Number(process.env.MEANWHILE || 20_000);
const eventsPerSecond = 200;
/** The plain loop compares every event with every question. */
const eventsAtRest = 4_000;
const questions = 20;
const until = Date.UTC(2026, 2, 12);

interface Tally {
  asked: number;
  summarized: number;
  /** Figures of answers from summaries. */
  figures: number;
  wrong: string[];
}

const nothing: Tally = { asked: 0, summarized: 0, figures: 0, wrong: [] };

function sumOf(one: Tally, other: Tally): Tally {
  return {
    asked: one.asked + other.asked,
    summarized: one.summarized + other.summarized,
    figures: one.figures + other.figures,
    wrong: [...one.wrong, ...other.wrong],
  };
}

function report(what: string, { asked, summarized, figures, wrong }: Tally): void {
  process.stdout.write(
    `${what}: ${asked} questions, ${summarized} from summaries, ${figures} figures, ${wrong.length} wrong\n`,
  );
}

/** The answers of the summaries, of the events, of the cache, and of a loop over `all`. */
async function compare(store: SummarizedStore, seed: number, all?: readonly Event[]): Promise<Tally> {
  let tally: Tally = { ...nothing, wrong: [] };
  for (let query of mixedQueries(questions, seed, until)) {
    let end = await store.writer.flush();
    let { rows, isSummarized } = await store.count(query, { summaries: true, end });
    let answers = {
      events: (await store.count(query, { summaries: false, end })).rows,
      ...(!hasTies(query) && { cache: await store.aggregate({ ...query, lastEvent: end }) }),
      ...(all && isPlain(query) && { loop: naiveCount(all, query) }),
    };
    tally.asked += 1;
    if (isSummarized) tally.summarized += 1;
    if (isSummarized) tally.figures += figuresIn(rows);
    for (let [of, found] of Object.entries(answers))
      if (!isDeepStrictEqual(found, rows))
        tally.wrong.push(`${of}: ${JSON.stringify(query)}: ${JSON.stringify(found)} and not ${JSON.stringify(rows)}`);
  }
  return tally;
}

/** The engine breaks ties of several artifacts at a limit by their number in its file, not by their ID. */
function hasTies({ limit, groupByArtifact }: AggregateQuery): boolean {
  return Boolean(limit && groupByArtifact);
}

function isPlain(query: AggregateQuery): boolean {
  return !query.filters && !query.corrections && !query.repeats && !hasTies(query);
}

/** Stores events, summarizes and asks, until it is killed. */
async function arriveAndAsk(folder: string, round: number): Promise<void> {
  let store = await openSummarized(folder);
  let arrive = async () => {
    let started = performance.now();
    for (let sent = 0, part = 0; ; part++)
      for (let event of mixedEvents(300, 1_000 * (round + 1) + part, until)) {
        await store.append([event]);
        sent += 1;
        let ahead = (sent * 1_000) / eventsPerSecond - (performance.now() - started);
        if (ahead > 0) await pause(ahead);
      }
  };
  let summarize = async () => {
    for (;;) await store.summarizer.bringUpToDate();
  };
  let ask = async () => {
    for (let part = 0; ; part++) process.send?.(await compare(store, 1_000 * (round + 1) + part));
  };
  await Promise.all([arrive(), summarize(), ask()]);
}

async function killedRound(folder: string, round: number, note: (tally: Tally) => void): Promise<void> {
  let child = fork(fileURLToPath(import.meta.url), [folder, String(round)], { execArgv: ['--import', 'tsx'] });
  let gone = once(child, 'exit');
  let heard = new Promise<void>((resolve) => {
    let parts = 0;
    child.on('message', (tally: Tally) => {
      note(tally);
      if (++parts === 3) resolve();
    });
  });
  await Promise.race([heard, gone.then(() => Promise.reject(new Error('The process ended by itself')))]);
  // In any step of the summarizer.
  await pause(createRandom(round).below(1_000));
  child.kill('SIGKILL');
  await gone;
}

/** All events that count. */
async function countedEvents(store: SummarizedStore): Promise<Event[]> {
  let all: Event[] = [];
  let range = { from: 0, until };
  for (let [artifactType, artifactIds] of [
    ['package', [...packages, otherArtifacts[0]]],
    ['tracking-pixel', [...pixels, otherArtifacts[1]]],
  ] satisfies [AggregateQuery['artifactType'], string[]][])
    for await (let batch of store.export({ artifactType, artifactIds, ...range }))
      for (let event of batch) all.push(event);
  return all;
}

/** Asks while events arrive and processes are killed, until there are enough figures; then at rest. */
async function compareWithKills(folder: string): Promise<Tally> {
  let meanwhile = nothing;
  for (let round = 0; meanwhile.figures < figuresMeanwhile; round++) {
    await killedRound(folder, round, (tally) => (meanwhile = sumOf(meanwhile, tally)));
    report(`${eventsPerSecond} events a second, killed ${round + 1} times`, meanwhile);
  }
  let store = await openSummarized(folder);
  await store.writer.flush();
  await store.summarizer.bringUpToDate();
  let after = nothing;
  for (let seed = 1; seed <= 20; seed++) after = sumOf(after, await compare(store, -seed));
  report('after the kills', after);
  await store.close();
  return sumOf(meanwhile, after);
}

async function compareAtRest(folder: string): Promise<Tally> {
  let store = await openSummarized(folder);
  let events = mixedEvents(eventsAtRest, 7, until);
  for (let at = 0; at < events.length; at += 100) await store.append(events.slice(at, at + 100));
  await store.writer.flush();
  await store.summarizer.bringUpToDate();
  let all = await countedEvents(store);
  let tally = nothing;
  for (let seed = 1; tally.figures < figuresAtRest; seed++) {
    tally = sumOf(tally, await compare(store, 1_000_000 + seed, all));
    if (seed % 25 === 0) report(`at rest, ${all.length} events`, tally);
  }
  report(`at rest, ${all.length} events`, tally);
  await store.close();
  return tally;
}

async function main(): Promise<number> {
  let wrong: string[] = [];
  for (let compareIn of [compareWithKills, compareAtRest]) {
    let folder = mkdtempSync(path.join(tmpdir(), 'summaries-test-'));
    try {
      wrong.push(...(await compareIn(folder)).wrong);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  for (let line of wrong) process.stdout.write(`${line.slice(0, 800)}\n`);
  return wrong.length === 0 ? 0 : 1;
}

let [, , childFolder, round] = process.argv;
process.exit(childFolder ? await arriveAndAsk(childFolder, Number(round)).then(() => 1) : await main());
