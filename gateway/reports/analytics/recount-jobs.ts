/**
 * Checks of reports in the background, in the process with the jobs. They and their results are in
 * its memory: a restart ends them, and the same check can be started again.
 */
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { ReportVerification } from 'contract/analytics/report-recounts';
import type { ErrorCode } from 'contract/rules/errors';
import { ApiError } from '../../floor/calls/api-error';
import { createFairQueue } from '../../floor/calls/fair-queue';
import { createPending } from '../../floor/calls/pending';
import {
  recountJobLimit,
  recountJobsKept,
  recountJobsOfOwner,
  recountJobsOfOwnerKept,
} from '../../floor/calls/work-limits';
import type { VerificationRun } from './report-verification';

export interface KeptRecount {
  id: string;
  ownerId: string;
  status: 'waiting' | 'running' | 'done' | 'failed';
  /** Share of the events that is counted, 0 to 1. */
  done: number;
  /** Empty unless it failed. */
  reason: ErrorCode | '';
  result: ReportVerification | null;
  createdAt: number;
}

export interface RecountJobs {
  /** Throws too-much-at-once if the owner's earlier checks are not finished. */
  start(ownerId: string, work: (run: VerificationRun) => Promise<ReportVerification>): KeptRecount;
  /** Throws recount-not-found. */
  find(ownerId: string, id: string): KeptRecount;
  /** Ends running checks. Resolves when the stores can be closed. */
  close(): Promise<void>;
}

export function createRecountJobs(clock: () => number, log: Logger): RecountJobs {
  let queue = createFairQueue(recountJobLimit);
  let kept = new LRUCache<string, KeptRecount>(recountJobsKept);
  let closing = new AbortController();
  let running = createPending();

  /** Newest first. */
  function jobsOf(ownerId: string): KeptRecount[] {
    return [...kept.values()].filter((job) => job.ownerId === ownerId).sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  async function run(job: KeptRecount, work: (run: VerificationRun) => Promise<ReportVerification>): Promise<void> {
    let progress = (done: number) => {
      if (closing.signal.aborted) throw new ApiError('server-is-busy');
      job.done = Math.max(job.done, Math.min(done, 1));
    };
    try {
      job.result = await queue.take(
        job.ownerId,
        () => {
          job.status = 'running';
          return work({ inBackground: true, progress });
        },
        closing.signal,
      );
      job.status = 'done';
    } catch (error) {
      job.reason = error instanceof ApiError ? error.code : 'internal-error';
      job.status = 'failed';
      if (job.reason === 'internal-error') log.error({ err: error, recount: job.id }, 'a check of a report failed');
    }
  }

  return {
    start(ownerId, work) {
      let own = jobsOf(ownerId);
      let isOpen = ({ status }: KeptRecount) => status === 'waiting' || status === 'running';
      if (own.filter(isOpen).length >= recountJobsOfOwner) throw new ApiError('too-much-at-once');
      let finished = own.filter((job) => !isOpen(job));
      for (let { id } of finished.slice(recountJobsOfOwnerKept - 1)) kept.delete(id);
      let job: KeptRecount = {
        id: uuidv7(),
        ownerId,
        status: 'waiting',
        done: 0,
        reason: '',
        result: null,
        createdAt: clock(),
      };
      kept.set(job.id, job);
      void running.add(run(job, work));
      return job;
    },
    find(ownerId, id) {
      let job = kept.get(id);
      if (job?.ownerId !== ownerId) throw new ApiError('recount-not-found');
      return job;
    },
    async close() {
      closing.abort();
      await running.ended();
    },
  };
}
