/** Jobs of a process that does not run them itself. */
import { expect, it } from 'vitest';
import type { JobId } from 'contract/admin/installation';
import { createJobs, createJobsElsewhere } from 'gateway/floor/jobs';

it('a job of another process is reported to it, and one that concerns this process runs here', async () => {
  let told: JobId[] = [];
  let ran: JobId[] = [];
  let here = createJobs(Date.now);
  let jobs = createJobsElsewhere(here, async (id) => void told.push(id));
  let started = (['deliveries', 'recounts'] as const).map((id) =>
    jobs.start(
      id,
      async () => void ran.push(id),
      () => undefined,
    ),
  );
  for (let job of started) await job.wake();
  expect([told, ran]).toEqual([['deliveries'], ['recounts']]);
  expect(jobs.notes().map(({ id }) => id)).toEqual(['recounts']);
  for (let job of started) await job.stop();
});

it('a job is woken by its name where it was started, and nothing happens elsewhere', async () => {
  let ran = 0;
  let jobs = createJobs(Date.now);
  jobs.wake('alerts');
  let job = jobs.start(
    'alerts',
    async () => void (ran += 1),
    () => undefined,
  );
  jobs.wake('deliveries');
  jobs.wake('alerts');
  await job.stop();
  expect(ran).toBe(1);
});
