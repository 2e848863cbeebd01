/**
 * Scheduled jobs: each runs at its times, never in parallel with itself, and records when it ran,
 * how long and whether it failed. Records are in memory, since the start of the process.
 */
import { Cron } from 'croner';
import type { JobId } from 'contract/admin/installation';
import { errorMessage } from 'net/error-message';
import { inSpan } from 'net/tracing';

/** When each job runs: cron patterns, in UTC. */
const schedules: Record<JobId, string> = {
  'scheduled-exports': '* * * * *',
  'domain-checks': '* * * * *',
  'weekly-summaries': '* * * * *',
  'new-companies': '*/15 * * * *',
  'lead-reports': '*/15 * * * *',
  recounts: '* * * * *',
  'event-deletions': '*/10 * * * * *',
  'audit-retention': '0 3 * * *',
  'outbox-retention': '0 3 * * *',
  'event-imports': '* * * * *',
  archives: '* * * * *',
  'registry-counts': '*/10 * * * *',
  alerts: '*/15 * * * *',
  deliveries: '* * * * *',
};

export interface Job {
  /** Runs it once more, after the current run. Resolves and rejects as its work does. */
  run(): Promise<void>;
  /** The same, but errors are reported and never thrown. */
  wake(): Promise<void>;
  /** Starts no further runs; resolves when none is running. */
  stop(): Promise<void>;
}

export interface JobStatus {
  id: JobId;
  everyMs: number;
  lastStartedAt: number | null;
  /** Duration and error of the last complete run. */
  lastMs: number | null;
  failure: string | null;
  isRunning: boolean;
  runs: number;
  failures: number;
  nextAt: number;
}

export interface Jobs {
  /** Wakes a job, where it was started here. */
  wake(id: JobId): void;
  /** Runs `work` at the times of the job; `report` gets errors that no caller handles. */
  start(id: JobId, work: () => Promise<unknown>, report: (error: unknown) => void): Job;
  /** All of them, in the order they were started. */
  notes(): JobStatus[];
}

/** `clock` gives milliseconds since 1970; `patterns` are other times for a test. */
export function createJobs(clock: () => number, patterns: Partial<typeof schedules> = {}): Jobs {
  let all: (() => JobStatus)[] = [];
  let wakes = new Map<JobId, () => Promise<void>>();

  return {
    wake: (id) => void wakes.get(id)?.(),
    start(id, work, report) {
      let { noted, notes } = noting(() => inSpan({ name: `job ${id}` }, work), clock);
      let isStopped = false;
      let working = Promise.resolve();
      let run = () => {
        if (isStopped) return Promise.resolve();
        let next = working.then(noted);
        working = next.catch(() => undefined);
        return next;
      };
      let wake = () => run().catch(report);
      let options = { utcOffset: 0, unref: true, protect: true };
      let cron = new Cron(patterns[id] ?? schedules[id], options, wake);
      wakes.set(id, wake);
      all.push(() => ({ id, ...notes, ...timesOf(cron, clock()) }));
      return {
        run,
        wake,
        async stop() {
          isStopped = true;
          cron.stop();
          await working;
        },
      };
    },
    notes: () => all.map((notesOf) => notesOf()),
  };
}

/** What each process does for itself: it looks after what is in its own memory or folder. */
const everywhere: readonly JobId[] = ['recounts', 'outbox-retention'];

/**
 * The jobs of a process beside the one that runs them: whatever has something to do for one `tell`s
 * that process.
 */
export function createJobsElsewhere(here: Jobs, tell: (id: JobId) => Promise<void>): Jobs {
  return {
    wake: here.wake,
    start(id, work, report) {
      if (everywhere.includes(id)) return here.start(id, work, report);
      return { run: () => tell(id), wake: () => tell(id).catch(report), stop: async () => undefined };
    },
    notes: here.notes,
  };
}

/** A stopped job has no next time. */
function timesOf(cron: Cron, now: number): Pick<JobStatus, 'everyMs' | 'nextAt'> {
  let [next = now, after = next] = cron.nextRuns(2, new Date(now)).map(Number);
  return { everyMs: after - next, nextAt: next };
}

/** `noted` does the work and keeps `notes` of it. */
function noting(work: () => Promise<unknown>, clock: () => number) {
  let notes: Omit<JobStatus, 'id' | 'everyMs' | 'nextAt'> = {
    lastStartedAt: null,
    lastMs: null,
    failure: null,
    isRunning: false,
    runs: 0,
    failures: 0,
  };
  async function noted(): Promise<void> {
    let started = performance.now();
    notes.lastStartedAt = clock();
    notes.isRunning = true;
    try {
      await work();
      notes.failure = null;
    } catch (error) {
      notes.failures += 1;
      notes.failure = errorMessage(error);
      throw error;
    } finally {
      notes.runs += 1;
      notes.isRunning = false;
      notes.lastMs = performance.now() - started;
    }
  }
  return { notes, noted };
}
