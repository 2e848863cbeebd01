import { Histogram, type Registry } from 'prom-client';
import type { Journal } from 'journal/journal';
import type { DroppedEventCounter } from 'journal/dropped-events';
import { registerCounter, registerGauge, registerLabelledCounter, secondsBuckets } from 'net/metrics';
import type { Settled } from './requests/decision';
import type { Recorder } from './recorder';

type Kind = Settled['kind'];

export interface EdgeMetrics {
  asked(kind: Kind): void;
  /** A response was sent, or a proxied one has ended; `ms` since its request was read. */
  answered(kind: Kind, ms: number, status: number): void;
  /** A request could not be answered. */
  failed(): void;
  /** A request was answered, but its event could not be built. */
  lost(): void;
  /** An answered pull creates no package, because the image could not be verified. */
  unverified(): void;
}

export function createEdgeMetrics(registry: Registry, recorder: Pick<Recorder, 'metrics'>): EdgeMetrics {
  let answers: Record<Kind, number> = {
    redirect: 0,
    empty: 0,
    receive: 0,
    preflight: 0,
    'event-refusal': 0,
    image: 0,
    proxy: 0,
    document: 0,
    json: 0,
    text: 0,
    refuse: 0,
  };
  let errors = 0;
  let lost = 0;
  let unverified = 0;
  let times = new Histogram({
    name: 'landfall_edge_answer_seconds',
    help: 'Time from a request to its answer, and to its end where a registry answers, by the kind of answer.',
    labelNames: ['answer'],
    buckets: secondsBuckets,
    registers: [registry],
  });
  // Looking up a label takes longer than counting.
  let timesOf = Object.fromEntries(Object.keys(answers).map((kind) => [kind, times.labels(kind)]));
  registerLabelledCounter(
    registry,
    { name: 'landfall_edge_requests_total', help: 'Requests by the kind of answer.', label: 'answer' },
    () => answers,
  );
  registerCounter(
    registry,
    { name: 'landfall_edge_server_errors_total', help: 'Requests answered with a status of 500 or above.' },
    () => errors,
  );
  registerLabelledCounter(
    registry,
    {
      name: 'landfall_events_total',
      help: 'Events by what became of them; queued ones are committed later.',
      label: 'outcome',
    },
    () => {
      let { waiting: _waiting, commits: _commits, failures: _failures, ...events } = recorder.metrics();
      return { ...events, lost, unproven: unverified };
    },
  );
  registerCounter(
    registry,
    { name: 'landfall_event_commits_total', help: 'Commits to the event store.' },
    () => recorder.metrics().commits,
  );
  registerCounter(
    registry,
    { name: 'landfall_event_commit_failures_total', help: 'Commits that failed and are tried again.' },
    () => recorder.metrics().failures,
  );
  registerGauge(
    registry,
    { name: 'landfall_events_waiting', help: 'Events in memory, not yet committed.' },
    () => recorder.metrics().waiting,
  );
  return {
    asked: (kind) => void (answers[kind] += 1),
    answered(kind, ms, status) {
      timesOf[kind]?.observe(ms / 1_000);
      if (status >= 500) errors += 1;
    },
    failed: () => void (errors += 1),
    lost: () => void (lost += 1),
    unverified: () => void (unverified += 1),
  };
}

export function registerJournalMetrics(
  registry: Registry,
  journal: Pick<Journal, 'problem' | 'room'>,
  losses: Pick<DroppedEventCounter, 'state'>,
): void {
  registerCounter(
    registry,
    { name: 'landfall_events_lost_total', help: 'Events that could not be kept, also those before the last start.' },
    () => losses.state().events,
  );
  registerGauge(
    registry,
    { name: 'landfall_events_at_risk', help: 'Events in memory whose requests were answered.' },
    () => losses.state().waiting?.events ?? 0,
  );
  registerGauge(
    registry,
    { name: 'landfall_journal_writable', help: '1, or 0 while the journal takes no events.' },
    async () => ((await journal.problem()) ? 0 : 1),
  );
  registerGauge(
    registry,
    { name: 'landfall_journal_bytes', help: 'Bytes of the journal on disk.' },
    async () => (await roomNow(journal)).bytes,
  );
  registerGauge(
    registry,
    { name: 'landfall_journal_disk_free_bytes', help: 'Bytes free on the disk of the journal.' },
    async () => (await roomNow(journal)).free,
  );
}

/** Reads the disk, which `room` alone does not. */
async function roomNow(journal: Pick<Journal, 'problem' | 'room'>) {
  await journal.problem();
  return journal.room();
}
