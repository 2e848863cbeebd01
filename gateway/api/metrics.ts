/**
 * Metrics of the store side's work: calls, jobs, mails, messages of alerts, lines of waiting work,
 * kept answers.
 */
import { Histogram, type Registry } from 'prom-client';
import {
  registerCounter,
  registerGauge,
  registerLabelledCounter,
  registerLabelledGauge,
  secondsBuckets,
} from 'net/metrics';
import type { DeliveryWorker } from '../alerts/jobs/delivery-worker';
import type { EventStore } from '../events/shape/store';
import { storeJournalMetrics } from '../events/write/journal-state';
import type { InstallationClock } from '../floor/installation-clock';
import type { JobStatus, Jobs } from '../floor/jobs';
import type { Mail } from '../floor/mail/mail';
import type { FairQueue } from '../floor/calls/fair-queue';
import type { TokenUses } from '../people/accounts/token-uses';

interface Observed {
  jobs: Jobs;
  mail: Mail;
  events: EventStore;
  /** By the name of the line. */
  turns: Record<string, FairQueue>;
  deliveries: Pick<DeliveryWorker, 'counts'>;
  time: InstallationClock;
  tokenUses: TokenUses;
}

/** The time calls of the API take, also those of pages in this process. */
export function callTimes(registry: Registry): Histogram<'method' | 'status'> {
  return new Histogram({
    name: 'landfall_api_call_seconds',
    help: 'API response time by method and status.',
    labelNames: ['method', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  });
}

export function observeGateway(
  registry: Registry,
  { jobs, mail, events, turns, deliveries, time, tokenUses }: Observed,
): void {
  storeJournalMetrics(registry, events);
  let ofJobs = (read: (notes: JobStatus) => number) => () =>
    Object.fromEntries(jobs.notes().map((notes) => [notes.id, read(notes)]));
  let ofTurns = (read: 'working' | 'waiting') => () =>
    Object.fromEntries(Object.entries(turns).map(([name, line]) => [name, line.state()[read]]));
  registerGauge(
    registry,
    { name: 'landfall_clock_in_doubt', help: '1 after a jump of the clock: nothing is deleted by age.' },
    () => Number(time.isInDoubt()),
  );
  registerCounter(
    registry,
    { name: 'landfall_token_uses_not_noted_total', help: 'Failed writes of token uses.' },
    tokenUses.failures,
  );
  registerLabelledCounter(
    registry,
    { name: 'landfall_job_runs_total', help: 'Completed runs of a job.', label: 'name' },
    ofJobs(({ runs }) => runs),
  );
  registerLabelledCounter(
    registry,
    { name: 'landfall_job_failures_total', help: 'Failed runs of a job.', label: 'name' },
    ofJobs(({ failures }) => failures),
  );
  registerLabelledGauge(
    registry,
    { name: 'landfall_job_failing', help: '1 if the last run of a job failed.', label: 'name' },
    ofJobs(({ failure }) => Number(failure !== null)),
  );
  registerLabelledGauge(
    registry,
    { name: 'landfall_job_last_run_timestamp_seconds', help: 'Last start of a job; 0 if never.', label: 'name' },
    ofJobs(({ lastStartedAt }) => (lastStartedAt ?? 0) / 1_000),
  );
  registerLabelledGauge(
    registry,
    { name: 'landfall_job_due_timestamp_seconds', help: 'When the run after the last one is due.', label: 'name' },
    ofJobs(({ dueAt }) => dueAt / 1_000),
  );
  registerLabelledGauge(
    registry,
    { name: 'landfall_work_running', help: 'Running work by queue.', label: 'line' },
    ofTurns('working'),
  );
  registerLabelledGauge(
    registry,
    { name: 'landfall_work_waiting', help: 'Waiting work by queue.', label: 'line' },
    ofTurns('waiting'),
  );
  registerLabelledCounter(
    registry,
    {
      name: 'landfall_event_answers_total',
      help: 'Event queries answered from cache, from cache with newer events added, and from all events.',
      label: 'from',
    },
    () => ({ ...events.cacheCounts() }),
  );
  registerLabelledCounter(
    registry,
    { name: 'landfall_mails_total', help: 'Email delivery attempts by result.', label: 'outcome' },
    () => ({ delivered: mail.counts().delivered, failed: mail.counts().failed }),
  );
  registerGauge(
    registry,
    { name: 'landfall_mails_waiting', help: 'Emails in the queue, of all processes.' },
    async () => (await mail.state()).waiting,
  );
  registerCounter(
    registry,
    { name: 'landfall_mails_given_up_total', help: 'Emails that were refused for good or not delivered in time.' },
    () => mail.counts().givenUp,
  );
  registerLabelledCounter(
    registry,
    {
      name: 'landfall_deliveries_total',
      help: 'Delivery attempts to webhooks, chats and people, by result.',
      label: 'outcome',
    },
    () => ({ ...deliveries.counts() }),
  );
}
