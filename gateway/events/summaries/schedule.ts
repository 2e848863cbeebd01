/**
 * Keeps the summaries of either engine up to date, in short steps and with pauses as long as the
 * steps, so that events are stored and questions answered in between. A kill leaves work that is
 * done again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { minuteMs, secondMs } from 'contract/floor/time';
import { SerialQueue } from '../../floor/calls/serial-queue';
import { createSharedRun } from '../../floor/calls/shared-run';

/**
 * Later events are counted from the table. Questions at an earlier snapshot than the summaries are
 * counted from the events alone, so this is longer than a page takes; and few late repeats of a
 * download make a summary stale.
 */
const settledMs = minuteMs;
const usualLookEveryMs = 5 * secondMs;
/** After an error, for example without memory. */
const againMs = minuteMs;

export interface Pace {
  signal: AbortSignal;
  /** Pauses for as long as a step took that began then, unless it is waited for. */
  rest(started: number): Promise<void>;
  /** Whether something waits for the step to end. */
  isHeld(): boolean;
}

export interface SummaryEngine<End> {
  /** The end of the events that are stored now. */
  ends(): End;
  /**
   * Up to where to go, given the end of the events that were there a while ago; undefined to do
   * nothing.
   */
  next(settled: End | undefined): Promise<End | undefined>;
  /**
   * Begins a round up to `end`. Each call makes a step, and returns whether there may be more to
   * do.
   */
  begin(end: () => End, pace: Pace): () => Promise<boolean>;
  /** Deletes what no question reads any more; after each round. */
  sweep(pace: Pace): Promise<void>;
}

export interface SummarySchedule {
  /** Brings the summaries up to the events that are stored now, without pauses between the steps. */
  bringUpToDate(signal?: AbortSignal): Promise<void>;
  /** Brings them up to those that were there a while ago, with pauses. */
  look(): Promise<void>;
  sweep(signal: AbortSignal): Promise<void>;
  /** Runs `work` while no summary is being made; several of them may run at once. */
  without<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

interface ScheduleParts {
  warn(sentence: string): void;
  lookEveryMs?: number | undefined;
}

export function startSchedule<End>(
  engine: SummaryEngine<End>,
  { warn, lookEveryMs = usualLookEveryMs }: ScheduleParts,
): SummarySchedule {
  let stopping = new AbortController();
  let turns = new SerialQueue();
  let settledEnd = createSettledEnd(engine.ends);
  /** How much work runs, or waits to run, without the summaries; and what waits for its end. */
  let holders = 0;
  let freed: (() => void)[] = [];

  function free(): void {
    for (let resolve of freed.splice(0)) resolve();
  }

  function paceOf(signal: AbortSignal, { rests }: { rests: boolean }): Pace {
    return {
      signal,
      rest: async (started) => (rests ? pause(performance.now() - started) : undefined),
      isHeld: () => holders > 0,
    };
  }

  /** Turns end between steps. */
  async function bringUpTo(end: () => End, pace: Pace): Promise<void> {
    let step = engine.begin(end, pace);
    try {
      for (let hasMore = true; hasMore;) {
        if (holders > 0) await new Promise<void>((resolve) => freed.push(resolve));
        pace.signal.throwIfAborted();
        hasMore = await turns.run(async () => pace.isHeld() || step());
      }
    } finally {
      if (!pace.signal.aborted) await turns.run(() => engine.sweep(pace));
    }
  }

  async function look(): Promise<void> {
    let end = await engine.next(settledEnd());
    if (end !== undefined) await bringUpTo(() => end, paceOf(stopping.signal, { rests: true }));
  }

  /** The first failure is reported. */
  function failed(error: unknown): void {
    notBefore = performance.now() + againMs;
    if (stopping.signal.aborted || hasWarned) return;
    hasWarned = true;
    warn(`Summaries of events cannot be updated; reports are slower: ${String(error)}`);
  }

  let notBefore = 0;
  let hasWarned = false;
  let looking = createSharedRun(() => look().catch(failed));
  let timer = setInterval(() => {
    if (performance.now() >= notBefore) void looking.join();
  }, lookEveryMs).unref();

  return {
    bringUpToDate: (signal = stopping.signal) => bringUpTo(engine.ends, paceOf(signal, { rests: false })),
    look,
    sweep: (signal) => turns.run(() => engine.sweep(paceOf(signal, { rests: true }))),
    async without(work) {
      holders += 1;
      try {
        // The step that is running gives way.
        await turns.run(async () => undefined);
        return await work();
      } finally {
        holders -= 1;
        if (holders === 0) free();
      }
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      free();
      await looking.ended();
      await turns.run(async () => undefined);
    },
  };
}

/** Tells the end of the events that were there a while ago, if there is one. `end` is that of now. */
function createSettledEnd<End>(end: () => End): () => End | undefined {
  /** Everything stored at the start is settled. */
  let stable = [{ at: performance.now() - settledMs, end: end() }];
  return () => {
    let now = performance.now();
    stable.push({ at: now, end: end() });
    while (stable[1] && stable[1].at <= now - settledMs) stable.shift();
    let [first] = stable;
    return first && first.at <= now - settledMs ? first.end : undefined;
  };
}
