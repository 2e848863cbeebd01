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
import type { DeliveryWorker } from '../alerts/delivery-worker';
import type { EventStore } from '../events/store';
import type { JobStatus, Jobs } from '../floor/jobs';
import type { Mail } from '../floor/mail/mail';
import type { FairQueue } from '../floor/fair-queue';

interface Observed {
  jobs: Jobs;
  mail: Mail;
  events: Pick<EventStore, 'cacheCounts'>;
  /** By the name of the line. */
  turns: Record<string, FairQueue>;
  deliveries: Pick<DeliveryWorker, 'counts'>;
}

/** The time calls of the API take, also those of pages in this process. */
export function callTimes(registry: Registry): Histogram<'method' | 'status'> {
  return new Histogram({
    name: 'landfall_api_call_seconds',
    help: 'Time until the answer to a call of the API begins, by method and status.',
    labelNames: ['method', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  });
}

export function observeGateway(registry: Registry, { jobs, mail, events, turns, deliveries }: Observed): void {
  let ofJobs = (read: (notes: JobStatus) => number) => () =>
    Object.fromEntries(jobs.notes().map((notes) => [notes.id, read(notes)]));
  let ofTurns = (read: 'working' | 'waiting') => () =>
    Object.fromEntries(Object.entries(turns).map(([name, line]) => [name, line.state()[read]]));
  registerLabelledCounter(
    registry,
    { name: 'landfall_job_runs_total', help: 'Runs of a job that ended.', label: 'name' },
    ofJobs(({ runs }) => runs),
  );
  registerLabelledCounter(
    registry,
    { name: 'landfall_job_failures_total', help: 'Runs of a job that failed.', label: 'name' },
    ofJobs(({ failures }) => failures),
  );
  registerLabelledGauge(
    registry,
    { name: 'landfall_job_last_run_timestamp_seconds', help: 'When a job last began; 0: not yet.', label: 'name' },
    ofJobs(({ lastStartedAt }) => (lastStartedAt ?? 0) / 1_000),
  );
  registerLabelledGauge(
    registry,
    { name: 'landfall_work_running', help: 'Work that has a turn now, by its line.', label: 'line' },
    ofTurns('working'),
  );
  registerLabelledGauge(
    registry,
    { name: 'landfall_work_waiting', help: 'Work that waits for a turn, by its line.', label: 'line' },
    ofTurns('waiting'),
  );
  registerLabelledCounter(
    registry,
    {
      name: 'landfall_event_answers_total',
      help: 'Answers about events: kept ones, kept ones with newer events added, and those counted from all events.',
      label: 'from',
    },
    () => ({ ...events.cacheCounts() }),
  );
  registerLabelledCounter(
    registry,
    { name: 'landfall_mails_total', help: 'Mails by what became of an attempt to deliver.', label: 'outcome' },
    () => mail.state().counts,
  );
  registerGauge(
    registry,
    { name: 'landfall_mails_waiting', help: 'Mails on their way, or waiting for another attempt.' },
    () => mail.state().waiting,
  );
  registerCounter(
    registry,
    { name: 'landfall_mails_given_up_total', help: 'Mails that were not delivered after all attempts.' },
    () => mail.state().givenUp,
  );
  registerLabelledCounter(
    registry,
    {
      name: 'landfall_deliveries_total',
      help: 'Attempts to bring a message to a webhook, a chat or a person, by what became of them.',
      label: 'outcome',
    },
    () => ({ ...deliveries.counts() }),
  );
}
