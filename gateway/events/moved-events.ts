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

const compared = ['events', 'counted', 'origins', 'endpoints', 'places'] as const;

export function differences(
  { artifacts }: EventsFile,
  before: readonly DayFingerprint[],
  after: readonly DayFingerprint[],
): { days: number; different: string[] } {
  let nameOf = ({ artifact, day }: DayFingerprint) => `${artifact} ${day}`;
  let there = new Map(after.map((one) => [nameOf(one), one]));
  let different: string[] = [];
  let say = (one: DayFingerprint, words: string) => {
    let { artifactType, artifactId } = artifacts.artifactOf(one.artifact);
    let date = new Date(one.day * 86_400_000).toISOString().slice(0, 10);
    different.push(`${artifactType} ${artifactId || 'without an id'}, ${date}: ${words}`);
  };
  for (let one of before) {
    let other = there.get(nameOf(one));
    there.delete(nameOf(one));
    let wrong = compared.filter((what) => one[what] !== (other?.[what] ?? 0));
    if (wrong.length > 0) say(one, wrong.map((what) => `${what} ${one[what]} and ${other?.[what] ?? 0}`).join(', '));
  }
  for (let one of there.values()) say(one, `${one.events} events that the old store does not have`);
  return { days: before.length, different };
}
