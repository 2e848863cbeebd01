/**
 * Runs scheduled exports after each day has ended in UTC, and retries failed runs. A few at once, of
 * different owners: a storage that does not answer delays those of its owner alone.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { dayMs, minuteMs, secondMs } from 'contract/floor/time';
import type { ErrorCode } from 'contract/rules/errors';
import { createJobs, type Jobs } from '../floor/jobs';
import { updateRun, deleteRunsBefore, planRuns, claimRun } from './export-runs';
import { scheduledExportById } from './scheduled-exports';
import type { ExportRunRow } from '../floor/db/schema';
import { ApiError } from '../floor/calls/api-error';
import { byAge } from '../floor/installation-clock';
import { uploadDay, type ExportServices } from './upload-day';
import { StorageError } from './storage';

/** Days the history of scheduled exports is kept. */
const exportHistoryDays = 90;

export interface ExportScheduler {
  runDue(): Promise<void>;
  /** Starts `runDue` without waiting for it. */
  wake(): void;
  /** Stops the current run, which is resumed later. Resolves when the stores can be closed. */
  close(): Promise<void>;
}

/** The last events of a day arrive late from the edge. */
const settleMs = 10 * minuteMs;
/** After this without a renewal, another process may claim the run. */
const leaseMs = 5 * minuteMs;
/** Pause after each failure of a scheduled run; after the last one it has failed. */
const backoffMs = [5 * minuteMs, 30 * minuteMs, 120 * minuteMs];
const runsAtOnce = 4;

/** Runs now and then every minute. */
export function startExportScheduler(
  parts: ExportServices & { log: Logger },
  jobs: Jobs = createJobs(parts.clock),
): ExportScheduler {
  let { records, clock, log } = parts;
  let closing = new AbortController();
  let failed = (error: unknown) => log.error({ err: error }, 'scheduled exports failed');

  async function work(): Promise<void> {
    if (closing.signal.aborted) return;
    let now = clock();
    await byAge(records, now, () => deleteRunsBefore(records, now - exportHistoryDays * dayMs));
    let today = Math.floor((now - settleMs) / dayMs) * dayMs;
    await planRuns(records, today - dayMs, now);
    let running = new Map<string, Promise<void>>();
    while (!closing.signal.aborted) {
      let hasRoom = running.size < runsAtOnce;
      let run = hasRoom ? await claimRun(records, { now: clock(), leaseMs, butNot: [...running.keys()] }) : undefined;
      if (run)
        running.set(
          run.owner_id,
          finish(run).finally(() => running.delete(run.owner_id)),
        );
      else if (running.size === 0) return;
      // Another owner's may become due meanwhile.
      else await Promise.race([...running.values(), pause(secondMs)]);
    }
    await Promise.all(running.values());
  }

  async function finish(run: ExportRunRow): Promise<void> {
    try {
      await withLease(parts, run, () => attempt(parts, run, closing.signal));
    } catch (error) {
      failed(error);
    }
  }

  let job = jobs.start('scheduled-exports', work, failed);
  void job.wake();
  return {
    runDue: job.run,
    wake: () => void job.wake(),
    close() {
      closing.abort();
      return job.stop();
    },
  };
}

async function withLease(
  { records, clock }: ExportServices,
  { id }: ExportRunRow,
  work: () => Promise<void>,
): Promise<void> {
  let beat = setInterval(
    () => void updateRun(records, id, { due_at: clock() + leaseMs }).catch(() => undefined),
    minuteMs,
  );
  try {
    await work();
  } finally {
    clearInterval(beat);
  }
}

async function attempt(
  parts: ExportServices & { log: Logger },
  run: ExportRunRow,
  closing: AbortSignal,
): Promise<void> {
  let { records, clock, log } = parts;
  try {
    if (run.attempts > backoffMs.length + 1) throw new ApiError('export-was-interrupted');
    let of = await scheduledExportById(records, run.owner_id, run.scheduled_export_id);
    let sent = await uploadDay(parts, of, run.day, closing);
    await updateRun(records, run.id, { ...sent, status: 'done', reason: '', finished_at: clock() });
  } catch (error) {
    if (closing.aborted)
      return updateRun(records, run.id, { status: 'waiting', attempts: run.attempts - 1, due_at: clock() });
    let code = codeOf(error);
    log[code === 'internal-error' ? 'error' : 'warn']({ err: error, run: run.id }, 'scheduled export failed');
    await updateRun(records, run.id, afterFailure(run, code, clock()));
  }
}

function codeOf(error: unknown): ErrorCode {
  return error instanceof StorageError || error instanceof ApiError ? error.code : 'internal-error';
}

/** Manual runs are not retried: the person sees the result. */
function afterFailure({ cause, attempts }: ExportRunRow, reason: ErrorCode, now: number): Partial<ExportRunRow> {
  let wait = cause === 'scheduled' ? backoffMs[attempts - 1] : undefined;
  return wait === undefined
    ? { status: 'failed', reason, finished_at: now }
    : { status: 'waiting', reason, due_at: now + wait };
}
