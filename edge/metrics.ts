/** Counters of the edge. */
import type { Registry } from 'prom-client';
import { counterOf, gaugeOf, labelledCounterOf } from 'net/metrics';
import type { Decision } from './decision';
import type { Recorder } from './record';

export interface Metrics {
  asked(decision: Decision): void;
  /** A request was answered although its event could not even be put together. */
  lost(): void;
  /**
   * A pull was answered that makes no package: nobody but the client says that there is such an
   * image.
   */
  unproven(): void;
}

export function createMetrics(registry: Registry, recorder: Pick<Recorder, 'metrics'>): Metrics {
  let answers: Record<Decision['kind'], number> = { redirect: 0, empty: 0, image: 0, proxy: 0, refuse: 0 };
  let lost = 0;
  let unproven = 0;
  labelledCounterOf(
    registry,
    { name: 'landfall_edge_requests_total', help: 'Requests by the kind of answer.', label: 'answer' },
    () => answers,
  );
  labelledCounterOf(
    registry,
    {
      name: 'landfall_events_total',
      help: 'Events by what became of them; queued ones are committed later.',
      label: 'outcome',
    },
    () => {
      let { waiting: _waiting, commits: _commits, failures: _failures, ...events } = recorder.metrics();
      return { ...events, lost, unproven };
    },
  );
  counterOf(
    registry,
    { name: 'landfall_event_commits_total', help: 'Commits to the event store.' },
    () => recorder.metrics().commits,
  );
  counterOf(
    registry,
    { name: 'landfall_event_commit_failures_total', help: 'Commits that failed and are tried again.' },
    () => recorder.metrics().failures,
  );
  gaugeOf(
    registry,
    { name: 'landfall_events_waiting', help: 'Events in memory, not yet committed.' },
    () => recorder.metrics().waiting,
  );
  return {
    asked: (decision) => void (answers[decision.kind] += 1),
    lost: () => void (lost += 1),
    unproven: () => void (unproven += 1),
  };
}
