import type { EventBreakdown, Rollup } from 'contract/analytics/aggregations';
import type { SnapshotOptions } from './snapshot';
import type {
  CompanyArtifact,
  CompanyCounts,
  CompanyDay,
  CompanyDaysQuery,
  CompanyEventsQuery,
  CompanyQuery,
  FirstDatesQuery,
  Match,
  MatchQuery,
} from './company';
import type { Event, EventArtifact } from 'contract/event-fields';
import type { Damage } from 'journal/damage-log';
import type { DroppedEvents } from 'journal/dropped-events';
import type { WeekStart } from 'contract/floor/time-zone';
import type { CorrectedEvent, Correction } from './corrections';
import type { EventFilter } from './event-filter';
import type { Tombstone } from '../../floor/db/tombstone';

export interface AggregateQuery extends SnapshotOptions {
  artifactType: Event['artifactType'];
  /** Never empty; the caller has checked the permission. */
  artifactIds: string[];
  /** Milliseconds at day boundaries: `from` is included, `until` is not. */
  from: number;
  until: number;
  rollup: Rollup;
  /** Of hours, days, weeks and months; UTC by default. */
  timeZone?: string | undefined;
  /** Monday by default. */
  weekStart?: WeekStart | undefined;
  /** One or two. */
  breakdowns: EventBreakdown[];
  groupByArtifact: boolean;
  includeLowConfidence: boolean;
  /** For breakdowns by variable: only this one. */
  variable?: string | undefined;
  /** An event must pass all of them. */
  filters?: readonly EventFilter[] | undefined;
  corrections?: readonly Correction[] | undefined;
  /** Counts the duplicate requests instead, which are excluded otherwise. */
  repeats?: boolean | undefined;
  /** Distinct visitors to count, the most expensive part; all by default. */
  uniques?: 'all' | 'origins' | 'none' | undefined;
  limit?: number | undefined;
}

/** Distinct visitors of one id period, see contract/analytics/id-periods.ts. */
export interface PeriodUniques {
  period: string;
  origins: number;
  /** Null when only origins are requested. */
  endpoints: number | null;
}

export interface AggregateRow {
  artifactId?: string;
  /** First day of the bucket (`YYYY-MM-DD`), or the start of the hour. */
  date?: string;
  /** By response field (country, company_name, platform, ...). */
  values: Record<string, string>;
  total: number;
  /** By id period in ascending order. Empty for untracked events. */
  uniques: PeriodUniques[];
  /** Milliseconds; for breakdowns by company and rows by artifact. */
  firstSeen?: number;
  lastSeen?: number;
}

export interface StoredExportQuery extends SnapshotOptions {
  artifactType: Event['artifactType'];
  artifactIds: string[];
  from: number;
  until: number;
  /** Only these companies, by domain, or by name if they have no domain. */
  companies?: readonly string[] | undefined;
  filters?: readonly EventFilter[] | undefined;
  /** False excludes matches of low confidence. */
  includeLowConfidence?: boolean | undefined;
  /** Includes duplicate requests. */
  raw?: boolean | undefined;
  /** With filters: includes untracked events that pass them. */
  withUntracked?: boolean | undefined;
  corrections?: readonly Correction[] | undefined;
}

/** The latest events or their number per minute, untracked ones included. */
export interface LatestEventsQuery extends SnapshotOptions {
  packageIds: readonly string[];
  pixelIds: readonly string[];
  /** Milliseconds: `from` is included, `until` is not. */
  from: number;
  until: number;
  /** Only events with a higher number. */
  after?: number | undefined;
  filters: readonly EventFilter[];
  corrections: readonly Correction[];
}

/** An event, in raw exports with the decision whether it counts. */
export type DecidedEvent = CorrectedEvent & {
  /** `name/version`. */
  decision?: { isCounted: boolean; rule: string };
};

/** What is damaged in the store, and what to do. */
export interface EventsDamage {
  /** Of anything but summaries. */
  events?: string | undefined;
  /** While they are made again. */
  summaries?: string | undefined;
  /** Damaged tables that were found since the start. */
  found: number;
}

interface VerifiedAggregate {
  query: AggregateQuery;
  isEqual: boolean;
}

export interface EventStoreState {
  /** In the table or waiting. */
  count: number;
  /** Milliseconds; null for an empty table. */
  oldest: number | null;
  newest: number | null;
  /** Read from the journal, not yet in the table. */
  waiting: number;
  /** The number of events that were ever stored. */
  lastEvent: number;
}

export interface JournalState {
  /** Not stored yet: bytes, and the time of the first event. */
  lag: { bytes: number; oldest: number | null };
  damage: Damage;
  /** Lines and events that could not be stored. */
  damagedFolder: string;
  /** Events the edge could not write; undefined until an edge has reported. */
  losses: DroppedEvents | undefined;
}

/** Events past their retention. */
export interface ExpiredEvents {
  /** Milliseconds; of all owners without `ownerId`. */
  before: number;
  ownerId?: string;
}

export type StoredArtifact = Pick<EventArtifact, 'artifactId' | 'ownerId'>;

export interface ImportedEvent {
  event: Event;
  /** Id of its package or pixel in the installation that exported it. */
  formerArtifactId: string;
}

/**
 * `known`: stored before; `erased`: covered by a tombstone; `id-is-taken`: another artifact's event
 * has this id; `cannot-be-stored`: the table refuses this event alone.
 */
export type ImportOutcome = 'stored' | 'known' | 'erased' | 'id-is-taken' | 'cannot-be-stored';

/** Results of `aggregate` by source, since the start. */
export interface CacheCounts {
  /** From the cache, or shared with a running query. */
  kept: number;
  /** From the cache, with newer events added. */
  advanced: number;
  /** From the table. */
  counted: number;
}

/** Queries. They wait for everything durable to be stored, and see corrections and tombstones. */
export interface EventReader {
  /**
   * The number of the owner's last event, once everything durable is stored; without an owner the number of
   * all events. Queries at it keep their answers, except for deletions.
   */
  lastEvent(ownerId?: string): Promise<number>;
  lastStoredEvent(ownerId: string): number;
  /** Whether this is the number of a stored event that a question about the owner can name. */
  hasStored(lastEvent: number, ownerId: string | undefined): boolean;
  /** Distinct counts are exact per bucket. Rows are sorted by date, then by total, descending. */
  aggregate(query: AggregateQuery): Promise<AggregateRow[]>;
  /** In order of arrival, in batches, without holding them all. */
  export(query: StoredExportQuery): AsyncIterable<DecidedEvent[]>;
  /** Events that count, the latest first. */
  latestEvents(query: LatestEventsQuery & { limit: number }): Promise<CorrectedEvent[]>;
  /** By the start of the minute in milliseconds. */
  perMinute(query: LatestEventsQuery): Promise<Map<number, number>>;
  /** Unordered. */
  companies(query: CompanyQuery): Promise<CompanyCounts[]>;
  /** Days with events, sorted by company and day. */
  companyDays(query: CompanyDaysQuery): Promise<CompanyDay[]>;
  /** Sorted by company. */
  companyArtifacts(query: CompanyQuery): Promise<CompanyArtifact[]>;
  /** Latest first. */
  companyEvents(query: CompanyEventsQuery): Promise<CorrectedEvent[]>;
  /** What identified the companies of events; most events first. */
  matches(query: MatchQuery): Promise<Match[]>;
  /** Packages and pixels that have or had events, with the owner of their first event. */
  artifacts(): Promise<readonly StoredArtifact[]>;
  /** First dates of companies in milliseconds, of events deleted by retention. */
  firstDates(query: FirstDatesQuery): Promise<Map<string, number>>;
  /** The number of stored events that a tombstone written now would erase. */
  countErased(about: Omit<Tombstone, 'id' | 'until'>, asOf?: SnapshotOptions): Promise<number>;
  /** The number of expired events that are still stored. */
  countExpired(age: ExpiredEvents, asOf?: SnapshotOptions): Promise<number>;
  /** Changes with each step in which this process deletes events. */
  deletions(): number;
  /** Since when duplicate requests count once, in milliseconds; undefined if always. */
  countingChange(): number | undefined;
}

/** Adds events that do not come from the journal. */
export interface EventImporter {
  /** Stores each id once; resolves when they are stored, with the outcomes in their order. */
  import(events: readonly ImportedEvent[]): Promise<ImportOutcome[]>;
  /** Fills an empty store with sample events (demo, tests, benchmarks). */
  load(events: Iterable<Event>): Promise<number>;
}

/** Deletes events for good. */
export interface EventEraser {
  /** From now on, events of these tombstones are not stored. */
  addTombstones(tombstones: readonly Tombstone[]): void;
  /**
   * Deletes the events of a tombstone and returns their number; undefined if it was done before.
   * Resumes after a restart.
   */
  erase(tombstone: Tombstone, signal?: AbortSignal): Promise<number | undefined>;
  /** Deletes expired events and returns their number. First dates of companies are kept. */
  deleteExpired(age: ExpiredEvents, signal?: AbortSignal): Promise<number>;
  /** Overwrites the bytes of deleted events in the file, if there are any. */
  overwriteDeleted(signal?: AbortSignal): Promise<void>;
}

/** The stored events of all owners: queries, writes, deletions, and the state of the store itself. */
export interface EventStore extends EventReader, EventImporter, EventEraser {
  cacheCounts(): CacheCounts;
  /**
   * Recomputes a random cached aggregate and drops it if it differs. Undefined while the store is
   * busy, or if the cache has none that can be compared.
   */
  verifyCache(): Promise<VerifiedAggregate | undefined>;
  /**
   * Runs `work` while the file holds all stored events and neither it nor the journal's files
   * change. No event is stored until `work` calls `letIn`.
   */
  freezeFile(work: (letIn: () => void) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Does not wait for other queries. */
  state(): Promise<EventStoreState>;
  journal(): Promise<JournalState>;
  /** Why events cannot be stored and what to do. */
  writeProblem(): string | undefined;
  /** Why queries cannot be answered and what to do. */
  readProblem(): Promise<string | undefined>;
  /** Reads all that is stored, so that damage is found before a report needs what is damaged. */
  verifyBlocks(signal: AbortSignal): Promise<void>;
  damage(): EventsDamage;
  /** Idempotent: the folder may belong to another store by a second call. */
  close(): Promise<void>;
}
