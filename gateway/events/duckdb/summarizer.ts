/**
 * The summaries of a DuckDB file: new events are added to them, and those that are missing or stale
 * are made again. A step that something waits for gives way.
 */
import { startSchedule, type Pace, type SummarySchedule } from '../summaries/schedule';
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

export interface Summarizer extends Pick<SummarySchedule, 'bringUpToDate' | 'sweep' | 'without' | 'stop'> {
  /** Begins to make all summaries again; resolves when queries have stopped reading them. */
  restart(): Promise<void>;
  /** Whether all that was to be made again is made. */
  isMade(): boolean;
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

interface SummarizerParts {
  engine: DuckdbEngine;
  writer: EventWriter<DuckdbTable>;
  warn(sentence: string): void;
  sizes?: StepSizes;
}

export function startSummarizer({ engine, writer, warn, sizes = usualSizes }: SummarizerParts): Summarizer {
  let { change } = writer.table;
  /** The end of the events at the last complete round, which left nothing to do. */
  let settled: number | undefined;
  let grownAt = writer.end();
  let isBegun = false;
  let isMade = true;
  let restarted: Promise<void> | undefined;

  function isMuch(added: number, summarized: number): boolean {
    return added > (added > summarized ? sizes.mostAddedMax : sizes.addedMax);
  }

  async function extend(end: number, pace: Pace): Promise<void> {
    for (;;) {
      let isDone = await step(change, pace, async (connection) => {
        if (!isBegun) await abandonMaking(connection);
        isBegun = true;
        let upto = await summarizedEnd(connection);
        if (upto !== undefined && upto >= end) return true;
        if (upto === undefined || isMuch(end - upto, upto)) await beginParts(connection, end);
        else await extendParts(connection, upto, Math.min(end, upto + sizes.added));
        return false;
      });
      if (isDone || pace.isHeld()) return;
    }
  }

  /** Returns whether a part may have grown so much that it is made again. */
  async function renewed(pace: Pace): Promise<boolean> {
    if (writer.end() - grownAt <= sizes.grown) return false;
    grownAt = writer.end();
    await step(change, pace, (connection) => renewGrown(connection, sizes.grown));
    return true;
  }

  function begin(end: () => number, pace: Pace): () => Promise<boolean> {
    let inTurn = ownersInTurn(({ keys }) => writer.artifacts().artifactOf(keys[0]!).ownerId);
    return async () => {
      let isWhole = false;
      try {
        let reached = end();
        await extend(reached, pace);
        let part = inTurn(await engine.aside(unmadeParts));
        isWhole = !part || (await make(part, { engine, change, made: sizes.made }, pace));
        if (part || (await renewed(pace))) return true;
        settled = reached;
        isMade = true;
        return false;
      } finally {
        // Half of a part is there.
        if (!isWhole) isBegun = false;
      }
    };
  }

  let schedule = startSchedule<number>(
    {
      ends: writer.end,
      async next(stable = 0) {
        let end = Math.max(stable, writer.end() - unsettledMax);
        return settled === end ? undefined : end;
      },
      begin,
      sweep: (pace) => sweepAll(engine, sizes.swept, pace),
    },
    { warn },
  );

  return {
    bringUpToDate: schedule.bringUpToDate,
    sweep: schedule.sweep,
    without: (work) =>
      schedule.without(() => {
        settled = undefined;
        return work();
      }),
    async restart() {
      await schedule.without(async () => {
        await change(recreateTables);
        isMade = false;
        settled = undefined;
      });
      // A failure is reported when the next one fails.
      restarted = schedule.look().catch(() => undefined);
    },
    isMade: () => isMade,
    async stop() {
      let stopped = schedule.stop();
      await restarted;
      await stopped;
    },
  };
}

type Change = DuckdbTable['change'];

/** A change of the summaries' own entries, or of events that invalidates some, came between. */
async function step<T>(change: Change, { signal, rest }: Pace, work: Parameters<typeof change<T>>[0]): Promise<T> {
  signal.throwIfAborted();
  let started = performance.now();
  let result = await change((connection, end) => {
    started = performance.now();
    return work(connection, end);
  });
  await rest(started);
  return result;
}

/**
 * Stops when the part was replaced; the garbage is swept later. Returns whether it has not given
 * way.
 */
async function make(
  part: UnmadePart,
  { engine, change, made }: { engine: DuckdbEngine; change: Change; made: number },
  pace: Pace,
): Promise<boolean> {
  let texts = await engine.aside((connection) => makingSteps(connection, part, made));
  for (let text of texts) {
    pace.signal.throwIfAborted();
    let started = performance.now();
    let isWanted = await engine.aside(async (connection) => {
      if (!(await isListed(connection, part))) return false;
      await connection.run(text);
      return true;
    });
    if (!isWanted) return true;
    if (pace.isHeld()) return false;
    await pace.rest(started);
  }
  await step(change, pace, (connection) => publishPart(connection, part));
  return true;
}

/** Chooses one part of each owner in turn. */
function ownersInTurn(ownerOf: (part: UnmadePart) => string) {
  let served = new Map<string, number>();
  let servedOf = (part: UnmadePart) => served.get(ownerOf(part)) ?? 0;
  return ([first, ...others]: readonly UnmadePart[]): UnmadePart | undefined => {
    if (!first) return undefined;
    let next = others.reduce((least, part) => (servedOf(part) < servedOf(least) ? part : least), first);
    served.set(ownerOf(next), servedOf(next) + 1);
    return next;
  };
}

async function sweepAll(engine: DuckdbEngine, size: number, { signal, rest }: Pace): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    let started = performance.now();
    if (!(await engine.aside((connection) => sweepSome(connection, size)))) return;
    await rest(started);
  }
}
