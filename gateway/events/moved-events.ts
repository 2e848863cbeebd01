/** The events of a store as they are read to be moved to another one. */
import type { Event } from 'contract/event-fields';
import type { Ends } from './shape/ends';
import type { ArtifactKeys } from './shape/artifact-keys';

interface StoredRow {
  seq: number;
  artifact: number;
  event: Event;
  /** Whether it counted when it was stored. */
  wasCounted: boolean;
  rule: string;
}

/** Compared for each artifact and day. */
export interface DayFingerprint {
  artifact: number;
  /** Days since 1970. */
  day: number;
  events: number;
  counted: number;
  origins: number;
  endpoints: number;
  /** Checksum of the sequence numbers: equal for the same events. */
  places: bigint;
}

interface BlockFingerprint {
  block: number;
  events: number;
  places: bigint;
}

export interface EventsFile {
  /** Every event ever stored has a lower `seq`, in its partition. */
  ends: Ends;
  artifacts: Pick<ArtifactKeys, 'artifactOf' | 'entries'>;
  /** How far the events are, and each journal, as rows of `progress` on ClickHouse. */
  progress: readonly Record<string, unknown>[];
  countFrom(seq: number): Promise<number>;
  rowsFrom(seq: number, limit: number): Promise<StoredRow[]>;
  /** Decisions that changed with or after an event, in the order of these events. */
  changes(from: { lastEvent: number; seq: number }, limit: number): Promise<{ seq: number; last_event: number }[]>;
  erased(): Promise<{ id: string }[]>;
  firstSeen(): Promise<Record<string, unknown>[]>;
  blocks(size: number, until: number): Promise<BlockFingerprint[]>;
  seqsOf(block: number, size: number): Promise<number[]>;
  days(until: number): Promise<DayFingerprint[]>;
  close(): void;
}

/** Converts a row of either engine. */
export function daysSince1970(row: Record<string, unknown>): DayFingerprint {
  return {
    artifact: Number(row.artifact),
    day: Number(row.day),
    events: Number(row.events),
    counted: Number(row.counted),
    origins: Number(row.origins),
    endpoints: Number(row.endpoints),
    places: BigInt(String(row.places)),
  };
}
