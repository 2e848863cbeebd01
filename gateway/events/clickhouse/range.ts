/**
 * A range of events on its way to ClickHouse: saved before it is sent, and sent again as it was
 * saved.
 */
import { uuidv7 } from 'uuidv7';
import type { Event } from 'contract/event-fields';
import type { Mark } from 'journal/reader';
import type { EngineRow } from '../query/dialect';
import { partitionOf } from '../shape/ends';
import type { ArtifactKeys } from '../shape/artifact-keys';
import type { CountDecisions } from '../write/count-decisions';
import { rowOf } from './columns';
import { spansOf, type Span } from './spans';

export interface EventRange {
  /** Stays the same when the range is sent again. */
  token: string;
  /** Numbers of the events, in their order. */
  spans: Span[];
  events: EngineRow[];
  artifacts: EngineRow[];
  changes: EngineRow[];
  marks: Mark[];
}

/** Before partitions. */
type FirstRange = Omit<EventRange, 'spans'> & Omit<Span, 'partition'>;

export function rangeIn(text: string): EventRange {
  let range = JSON.parse(text) as EventRange | FirstRange;
  if ('spans' in range) return range;
  let { first, end, ...others } = range;
  return { ...others, spans: [{ partition: 0, first, end }] };
}

/** In the order of their partitions, in which a range numbers them. */
export function byPartition(events: readonly Event[]): Event[] {
  return events.toSorted((a, b) => partitionOf(a.ownerId) - partitionOf(b.ownerId));
}

export interface RangeParts {
  /** By partition. */
  events: readonly Event[];
  artifacts: ArtifactKeys;
  decisions: CountDecisions;
  /** The number after the last event of a partition. */
  endIn(partition: number): number;
  marks: Mark[];
}

/** The range, and the decisions that it changes with the number from which on they apply. */
export function rangeOf({ events, artifacts, decisions, endIn, marks }: RangeParts): {
  range: EventRange;
  changes: CountDecisions['changes'];
} {
  let spans = spansOf(events, endIn);
  let seqs = spans.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, i) => first + i));
  let ends = new Map(spans.map(({ partition, end }) => [partition, end]));
  let keys = events.map((event) => artifacts.keyOf(event));
  let endOfArtifact = new Map(keys.map((key, i) => [key, ends.get(partitionOf(events[i]!.ownerId))!]));
  let changes = decisions.changes.map((one) => ({ ...one, lastEvent: endOfArtifact.get(one.artifact)! }));
  let range = {
    token: uuidv7(),
    spans,
    events: events.map((event, i) =>
      rowOf(event, {
        seq: seqs[i]!,
        artifact: keys[i]!,
        wasCounted: decisions.isCounted[i]!,
        rule: decisions.rules[i]!,
      }),
    ),
    artifacts: artifacts
      .unsaved()
      .map(({ key, artifactType: type, artifactId: id, ownerId: owner }) => ({ key, type, id, owner })),
    changes: changes.map(({ seq, lastEvent }) => ({ seq, last_event: lastEvent })),
    marks,
  };
  return { range, changes };
}
