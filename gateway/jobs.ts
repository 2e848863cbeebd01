/**
 * What runs by itself: each job notes when it ran, how long that took and whether it failed. Kept
 * in memory, since the start of the process.
 */
import type { JobId } from 'contract/installation';

export interface Job {
  /** Runs `work` and notes what becomes of it; resolves and rejects as `work` does. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export interface JobNotes {
  id: JobId;
  everyMs: number;
  lastStartedAt: number | null;
  /** Of the last whole run, as is the failure. */
  lastMs: number | null;
  failure: string | null;
  isRunning: boolean;
  runs: number;
  failures: number;
  nextAt: number;
}

export interface Jobs {
  /**
   * A job whose timer of `everyMs` starts now; `nextAt` says when it runs next where that is not
   * the next turn of this timer.
   */
  every(everyMs: number, id: JobId, nextAt?: () => number): Job;
  /** All of them, in the order they were started. */
  notes(): JobNotes[];
}

/** For what is started without anybody who would ask. */
export const unwatched: Job = { run: (work) => work() };

/** `clock` gives milliseconds since 1970. */
export function createJobs(clock: () => number): Jobs {
  let all: { notes: Omit<JobNotes, 'nextAt'>; nextAt: () => number }[] = [];
  return {
    every(everyMs, id, nextAt) {
      let notes = { ...fresh, id, everyMs };
      let since = clock();
      all.push({ notes, nextAt: nextAt ?? (() => nextTurn(since, everyMs, clock())) });
      return {
        async run(work) {
          let started = performance.now();
          notes.lastStartedAt = clock();
          notes.isRunning = true;
          try {
            let result = await work();
            notes.failure = null;
            return result;
          } catch (error) {
            notes.failures += 1;
            notes.failure = error instanceof Error ? error.message : String(error);
            throw error;
          } finally {
            notes.runs += 1;
            notes.isRunning = false;
            notes.lastMs = performance.now() - started;
          }
        },
      };
    },
    notes: () => all.map(({ notes, nextAt }) => ({ ...notes, nextAt: nextAt() })),
  };
}

const fresh: Omit<JobNotes, 'id' | 'everyMs' | 'nextAt'> = {
  lastStartedAt: null,
  lastMs: null,
  failure: null,
  isRunning: false,
  runs: 0,
  failures: 0,
};

/** When a timer that was started at `since` fires next. Some jobs run in between as well. */
export function nextTurn(since: number, everyMs: number, now: number): number {
  return since + (Math.floor((now - since) / everyMs) + 1) * everyMs;
}
