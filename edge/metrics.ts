/** Counters of the edge, in the text format of Prometheus. */
import { family } from 'net/metrics-text';
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
  text(): string;
}

export function createMetrics(recorder: Pick<Recorder, 'metrics'>): Metrics {
  let answers: Record<Decision['kind'], number> = { redirect: 0, empty: 0, image: 0, proxy: 0, refuse: 0 };
  let lost = 0;
  let unproven = 0;
  return {
    asked: (decision) => void (answers[decision.kind] += 1),
    lost: () => void (lost += 1),
    unproven: () => void (unproven += 1),
    text() {
      let { waiting, commits, failures, ...events } = recorder.metrics();
      return [
        family(
          'counter',
          'landfall_edge_requests_total',
          'Requests by the kind of answer.',
          labelled('answer', answers),
        ),
        family('counter', 'landfall_events_total', 'Events by what became of them; queued ones are committed later.', [
          ...labelled('outcome', { ...events, lost, unproven }),
        ]),
        family('counter', 'landfall_event_commits_total', 'Commits to the event store.', [['', commits]]),
        family('counter', 'landfall_event_commit_failures_total', 'Commits that failed and are tried again.', [
          ['', failures],
        ]),
        family('gauge', 'landfall_events_waiting', 'Events in memory, not yet committed.', [['', waiting]]),
      ].join('');
    },
  };
}

function labelled(label: string, values: Record<string, number>): [string, number][] {
  return Object.entries(values).map(([key, value]) => [`{${label}="${key}"}`, value]);
}
