/**
 * Scheduled jobs: never in parallel with themselves, with status since the start of the process in
 * memory.
 */
import { Cron } from 'croner';
import type { JobId } from 'contract/admin/installation';
import { errorMessage } from 'net/error-message';
import { inSpan } from 'net/tracing';
import { SerialQueue } from './calls/serial-queue';

/** Cron patterns in UTC. */
const schedules: Record<JobId, string> = {
  'scheduled-exports': '* * * * *',
  'domain-checks': '* * * * *',
  'target-checks': '* * * * *',
  'lead-reports': '*/15 * * * *',
  recounts: '* * * * *',
  'event-deletions': '*/10 * * * * *',
  'audit-retention': '0 3 * * *',
  'outbox-retention': '0 3 * * *',
  'store-checks': '30 3 * * *',
  'event-imports': '* * * * *',
  archives: '* * * * *',
  'registry-counts': '*/10 * * * *',
  alerts: '*/15 * * * *',
  deliveries: '* * * * *',
  emails: '* * * * *',
};

interface Job {
  /** Runs once more after the current run. Resolves and rejects as its work does. */
  run(): Promise<void>;
  /** The same, but errors are reported instead of thrown. */
  wake(): Promise<void>;
  /** Resolves when no run is left. */
  stop(): Promise<void>;
}

export interface JobStatus {
  id: JobId;
  everyMs: number;
  lastStartedAt: number | null;
  /** Of the last complete run. */
  lastMs: number | null;
  failure: string | null;
  isRunning: boolean;
  runs: number;
  failures: number;
  nextAt: number;
  /** When the run after the last one was due: in the past if that hangs. */
  dueAt: number;
}

export interface Jobs {
  /** Does nothing for jobs of other processes. */
  wake(id: JobId): void;
  /** `report` gets errors that no caller handles. */
  start(id: JobId, work: () => Promise<unknown>, report: (error: unknown) => void): Job;
  /** In the order they were started. */
  notes(): JobStatus[];
}

/** `patterns` replace schedules in tests. */
export function createJobs(clock: () => number, patterns: Partial<typeof schedules> = {}): Jobs {
  let all: (() => JobStatus)[] = [];
  let wakes = new Map<JobId, () => Promise<void>>();

  return {
    wake: (id) => void wakes.get(id)?.(),
    start(id, work, report) {
      let { noted, notes } = noting(() => inSpan({ name: `job ${id}` }, work), clock);
      let isStopped = false;
      let queue = new SerialQueue();
      let run = () => (isStopped ? Promise.resolve() : queue.run(noted));
      let wake = () => run().catch(report);
      let options = { utcOffset: 0, unref: true, protect: true };
      let cron = new Cron(patterns[id] ?? schedules[id], options, wake);
      let startedAt = clock();
      wakes.set(id, wake);
      let dueAt = () => Number(cron.nextRun(new Date(notes.lastStartedAt ?? startedAt)) ?? Infinity);
      all.push(() => ({ id, ...notes, ...timesOf(cron, clock()), dueAt: dueAt() }));
      return {
        run,
        wake,
        async stop() {
          isStopped = true;
          cron.stop();
          await queue.run(async () => undefined);
        },
      };
    },
    notes: () => all.map((notesOf) => notesOf()),
  };
}

/** Jobs that concern a process's own memory or folder. */
const everywhere: readonly JobId[] = ['recounts', 'outbox-retention'];

/** Jobs of a process that does not run them: it `tell`s the one that does. */
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

/** Wraps `work` so that `notes` has its status. */
function noting(work: () => Promise<unknown>, clock: () => number) {
  let notes: Omit<JobStatus, 'id' | 'everyMs' | 'nextAt' | 'dueAt'> = {
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
