/** Checks of reports in the background: bounded by owner, private to it, and ended by a stop. */
import pino from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import type { ReportVerification } from 'contract/analytics/report-recounts';
import { recountJobsApi } from 'contract/analytics/report-recounts';
import { ApiError } from 'gateway/floor/calls/api-error';
import { recountJobsOfOwner, recountJobsOfOwnerKept } from 'gateway/floor/calls/work-limits';
import { createRecountJobs, type RecountJobs } from 'gateway/reports/analytics/recount-jobs';
import type { VerificationRun } from 'gateway/reports/analytics/report-verification';
import { whoMay } from 'tests/support/authorization';

const answer: ReportVerification = {
  events: 3,
  figures: [],
  decisions: { requests: 3, differing: 0, differences: [] },
};

let opened: RecountJobs[] = [];
afterEach(() => Promise.all(opened.splice(0).map((jobs) => jobs.close())));

function openJobs(): RecountJobs {
  let jobs = createRecountJobs(Date.now, pino({ level: 'silent' }));
  opened.push(jobs);
  return jobs;
}

/** Work that goes on until it is told to end. */
function slowWork() {
  let end = () => {};
  let ended = new Promise<void>((resolve) => (end = resolve));
  let runs: VerificationRun[] = [];
  let work = async (run: VerificationRun) => {
    runs.push(run);
    await ended;
    run.progress(1);
    return answer;
  };
  return { work, runs, end };
}

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error.code;
  }
  return '';
}

it('a check has its progress, then its result, which only its owner finds', async () => {
  let jobs = openJobs();
  let { work, runs, end } = slowWork();
  let { id } = jobs.start('ada', work);
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  runs[0]!.progress(0.4);
  expect(jobs.find('ada', id)).toMatchObject({ status: 'running', done: 0.4, result: null });
  expect(codeOf(() => jobs.find('grace', id))).toBe('recount-not-found');
  end();
  await vi.waitFor(() => expect(jobs.find('ada', id)).toMatchObject({ status: 'done', done: 1, result: answer }));
});

it('an owner has few unfinished checks, and others wait for their turn', async () => {
  let jobs = openJobs();
  let { work, runs, end } = slowWork();
  for (let i = 0; i < recountJobsOfOwner; i++) jobs.start('ada', work);
  expect(codeOf(() => jobs.start('ada', work))).toBe('too-much-at-once');
  let other = jobs.start('grace', work);
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  expect(jobs.find('grace', other.id).status).toBe('waiting');
  end();
  await vi.waitFor(() => expect(jobs.find('grace', other.id).status).toBe('done'));
});

it('the latest results of an owner are kept', async () => {
  let jobs = openJobs();
  let ids: string[] = [];
  for (let i = 0; i <= recountJobsOfOwnerKept; i++) {
    let { id } = jobs.start('ada', async () => answer);
    ids.push(id);
    await vi.waitFor(() => expect(jobs.find('ada', id).status).toBe('done'));
  }
  expect(codeOf(() => jobs.find('ada', ids[0]!))).toBe('recount-not-found');
  expect(jobs.find('ada', ids[1]!).status).toBe('done');
});

it('says why a check failed, and ends with the process', async () => {
  let jobs = openJobs();
  let refused = jobs.start('ada', () => Promise.reject(new ApiError('too-much-to-recount')));
  await vi.waitFor(() =>
    expect(jobs.find('ada', refused.id)).toMatchObject({ status: 'failed', reason: 'too-much-to-recount' }),
  );
  let { work, runs, end } = slowWork();
  let running = jobs.start('ada', work);
  let waiting = jobs.start('grace', work);
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  let closing = jobs.close();
  end();
  await closing;
  for (let [owner, { id }] of [['ada', running] as const, ['grace', waiting] as const])
    expect(jobs.find(owner, id)).toMatchObject({ status: 'failed', reason: 'server-is-busy' });
});

whoMay([recountJobsApi.startRecount]);
