/**
 * Keeps the summaries up to date: adds new events to them, makes those that are missing or stale,
 * and deletes the rows of replaced ones. Short steps, with pauses as long as the steps, so that
 * events are stored and questions answered in between. A kill leaves entries that are made again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { SerialQueue } from '../../floor/serial-queue';
import { createSettledEnd, lookEveryMs, lookRegularly } from '../summaries/schedule';
import type { EventWriter } from '../write/writer';
import type { DuckdbEngine } from './engine';
import type { DuckdbTable } from './table';
import {
  abandonMaking,
  beginParts,
  extendParts,
  isListed,
  publishPart,
  recreateTables,
  renewGrown,
  summarizedEnd,
  unmadeParts,
} from './summary-parts';
import { makingSteps, sweepSome, type UnmadePart } from './summary-rows';

export interface Summarizer {
  /** Brings the summaries up to the events that are stored now, without pauses between the steps. */
  bringUpToDate(signal?: AbortSignal): Promise<void>;
  /** Deletes the rows of replaced summaries, and their values. */
  sweep(signal: AbortSignal): Promise<void>;
  /** Begins to make all summaries again; resolves when they are no longer asked. */
  restart(): Promise<void>;
  /** Whether all that was to be made again is made. */
  isMade(): boolean;
  /** Runs `work` while no summary is being made; several of them may run at once. */
  without<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** More events than this are settled at once. */
const unsettledMax = 100_000;

interface StepSizes {
  /** Events added per step. */
  added: number;
  /** Above this number of new events, making parts is faster. */
  addedMax: number;
  /** The same if they are more than the summarized ones. */
  mostAddedMax: number;
  /** Events per step of making a part, to limit its memory. */
  made: number;
  swept: number;
  /** Rows by which a part may grow before it is made again. */
  grown: number;
}

const usualSizes: StepSizes = {
  added: 20_000,
  addedMax: 500_000,
  mostAddedMax: 50_000,
  made: 200_000,
  swept: 100_000,
  grown: 5_000,
};

class GivesWay extends Error {}

interface Pace {
  signal: AbortSignal;
  /** Pauses after each step for as long as it took, so that events and questions have their turn. */
  rests: boolean;
}

async function rest(started: number, { rests }: Pace): Promise<void> {
  if (rests) await pause(performance.now() - started);
}

interface SummarizerParts {
  engine: DuckdbEngine;
  writer: EventWriter<DuckdbTable>;
  warn(sentence: string): void;
  sizes?: StepSizes;
}

export function startSummarizer({ engine, writer, warn, sizes = usualSizes }: SummarizerParts): Summarizer {
  let { change } = writer.table;
  let stopping = new AbortController();
  let turns = new SerialQueue();
  let stableEnd = createSettledEnd(writer.end);
  /** The end of the events at the last complete round, which left nothing to do. */
  let settled: number | undefined;
  let grownAt = writer.end();
  let isBegun = false;
  let isMade = true;
  let restarted: Promise<void> | undefined;
  /** How much work runs, or waits to run, without the summarizer; and what waits for its end. */
  let holders = 0;
  let freed: (() => void)[] = [];

  async function untilFree(): Promise<void> {
    if (holders > 0) await new Promise<void>((resolve) => freed.push(resolve));
  }

  function free(): void {
    for (let resolve of freed.splice(0)) resolve();
  }

  /** A change of the summaries' own entries, or of events that invalidates some, came between. */
  async function step<T>(work: Parameters<typeof change<T>>[0], pace: Pace): Promise<T> {
    pace.signal.throwIfAborted();
    let started = performance.now();
    let result = await change((connection, end) => {
      started = performance.now();
      return work(connection, end);
    });
    await rest(started, pace);
    return result;
  }

  function isMuch(added: number, summarized: number): boolean {
    return added > (added > summarized ? sizes.mostAddedMax : sizes.addedMax);
  }

  async function extend(end: number, pace: Pace): Promise<void> {
    for (;;) {
      let isDone = await step(async (connection) => {
        if (!isBegun) await abandonMaking(connection);
        isBegun = true;
        let upto = await summarizedEnd(connection);
        if (upto !== undefined && upto >= end) return true;
        if (upto === undefined || isMuch(end - upto, upto)) await beginParts(connection, end);
        else await extendParts(connection, upto, Math.min(end, upto + sizes.added));
        return false;
      }, pace);
      if (isDone || holders > 0) return;
    }
  }

  /** Stops when the part was replaced; the garbage is swept later. */
  async function make(part: UnmadePart, pace: Pace): Promise<void> {
    let texts = await engine.aside((connection) => makingSteps(connection, part, sizes.made));
    for (let text of texts) {
      pace.signal.throwIfAborted();
      let started = performance.now();
      let isWanted = await engine.aside(async (connection) => {
        if (!(await isListed(connection, part))) return false;
        await connection.run(text);
        return true;
      });
      if (!isWanted) return;
      if (holders > 0) throw new GivesWay();
      await rest(started, pace);
    }
    await step((connection) => publishPart(connection, part), pace);
  }

  /** One part of each owner in turn. */
  async function nextPart(served: Map<string, number>): Promise<UnmadePart | undefined> {
    let unmade = await engine.aside(unmadeParts);
    let ownerOf = ({ keys }: UnmadePart) => writer.artifacts().artifactOf(keys[0]!).ownerId;
    let servedOf = (part: UnmadePart) => served.get(ownerOf(part)) ?? 0;
    let [first, ...others] = unmade;
    if (!first) return undefined;
    let next = others.reduce((least, part) => (servedOf(part) < servedOf(least) ? part : least), first);
    served.set(ownerOf(next), servedOf(next) + 1);
    return next;
  }

  async function sweep(pace: Pace): Promise<void> {
    for (;;) {
      pace.signal.throwIfAborted();
      let started = performance.now();
      if (!(await engine.aside((connection) => sweepSome(connection, sizes.swept)))) return;
      await rest(started, pace);
    }
  }

  /** Events up to `end`, and everything that became stale. Turns end between parts. */
  async function bringUpTo(end: () => number, pace: Pace): Promise<void> {
    let served = new Map<string, number>();
    for (;;) {
      await untilFree();
      pace.signal.throwIfAborted();
      let isDone = await turns.run(async () => {
        if (holders > 0) return false;
        try {
          await extend(end(), pace);
          let part = await nextPart(served);
          if (part) await make(part, pace);
          return !part;
        } catch (error) {
          // Half of a part is there.
          isBegun = false;
          if (!(error instanceof GivesWay)) throw error;
          return false;
        }
      });
      if (isDone) break;
    }
    await turns.run(() => sweep(pace));
  }

  /** The end of the events that were there a while ago. */
  function settledEnd(): number {
    return Math.max(stableEnd() ?? 0, writer.end() - unsettledMax);
  }

  async function renewed(pace: Pace): Promise<void> {
    if (writer.end() - grownAt <= sizes.grown) return;
    grownAt = writer.end();
    await step((connection) => renewGrown(connection, sizes.grown), pace);
  }

  async function look(): Promise<void> {
    let end = settledEnd();
    if (settled === end) return;
    let pace = { signal: stopping.signal, rests: true };
    await bringUpTo(() => end, pace);
    await renewed(pace);
    await bringUpTo(() => end, pace);
    settled = end;
    isMade = true;
  }

  let ended = lookRegularly(look, { everyMs: lookEveryMs, warn, stopping: stopping.signal });

  return {
    async bringUpToDate(signal = stopping.signal) {
      let pace = { signal, rests: false };
      await bringUpTo(writer.end, pace);
      await renewed(pace);
      await bringUpTo(writer.end, pace);
    },
    async restart() {
      await turns.run(async () => {
        await change(recreateTables);
        isMade = false;
        settled = undefined;
      });
      // A failure is reported when the next one fails.
      restarted = look().catch(() => undefined);
    },
    isMade: () => isMade,
    sweep: (signal) => turns.run(() => sweep({ signal, rests: true })),
    async without(work) {
      holders += 1;
      try {
        // The step that is running gives way.
        await turns.run(async () => undefined);
        settled = undefined;
        return await work();
      } finally {
        holders -= 1;
        if (holders === 0) free();
      }
    },
    async stop() {
      stopping.abort();
      free();
      await restarted;
      await ended();
      await turns.run(async () => undefined);
    },
  };
}
