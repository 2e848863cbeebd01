/** Counters of the edge, in the text format of Prometheus. */
import type { Decision } from './decision';
import type { Recorder } from './record';

export type Outcome = 'committed' | 'queued' | 'failed';

export interface Metrics {
  asked(decision: Decision): void;
  /** Counts what became of an event when its answer went out. */
  recorded(outcome: Outcome): void;
  text(): string;
}

export function createMetrics(recorder: Pick<Recorder, 'metrics'>): Metrics {
  let answers: Record<Decision['kind'], number> = { redirect: 0, empty: 0, image: 0, proxy: 0, refuse: 0 };
  let outcomes: Record<Outcome, number> = { committed: 0, queued: 0, failed: 0 };
  return {
    asked: (decision) => void (answers[decision.kind] += 1),
    recorded: (outcome) => void (outcomes[outcome] += 1),
    text: () =>
      counter('landfall_edge_requests_total', 'Requests by the kind of answer.', 'answer', answers) +
      counter(
        'landfall_edge_events_total',
        'Events by what had become of them when the answer went out.',
        'outcome',
        outcomes,
      ),
  };
}

function counter(name: string, help: string, label: string, values: Record<string, number>): string {
  let lines = Object.entries(values).map(([key, value]) => `${name}{${label}="${key}"} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} counter\n${lines.join('')}`;
}
