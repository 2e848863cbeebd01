/** The interface of an event store. */
import type { EventBreakdown, Rollup } from 'contract/analytics/aggregations';
import type { SnapshotOptions } from './query/snapshot';
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
} from './query/company';
import type { Event, EventArtifact } from 'contract/event-fields';
import type { Damage } from 'journal/damage-log';
import type { DroppedEvents } from 'journal/dropped-events';
import type { WeekStart } from 'contract/shared/time-zone';
import type { CorrectedEvent, Correction } from './query/corrections';
import type { EventFilter } from './query/filter';
import type { Tombstone } from '../floor/tombstone';

export interface AggregateQuery extends SnapshotOptions {
  artifactType: Event['artifactType'];
  /** Never empty; the caller has checked who may see them. */
  artifactIds: string[];
  /** First millisecond that counts and the first one that does not: where days begin. */
  from: number;
  until: number;
  rollup: Rollup;
  /** Zone of the hours, days, weeks and months; UTC when left out. */
  timeZone?: string | undefined;
  /** First day of weeks; Monday when left out. */
  weekStart?: WeekStart | undefined;
  /** One or two dimensions. */
  breakdowns: EventBreakdown[];
  groupByArtifact: boolean;
  includeLowConfidence: boolean;
  /** By variable: the one that is meant; all of them when left out. */
  variable?: string | undefined;
  /** All have to admit an event; none when left out. */
  filters?: readonly EventFilter[] | undefined;
  /** What the owner has said about companies; nothing when left out. */
  corrections?: readonly Correction[] | undefined;
  /** Counts the repeats that count nowhere else, instead of what counts. */
  repeats?: boolean | undefined;
  /** Which distinct visitors are counted, which costs more than all the rest; all when left out. */
  uniques?: 'all' | 'origins' | 'none' | undefined;
  limit?: number | undefined;
}

/**
 * Distinct visitors of the events that have one period of ids, see
 * contract/analytics/id-periods.ts.
 */
export interface PeriodUniques {
  period: string;
  origins: number;
  /** Null where origins alone are asked for. */
  endpoints: number | null;
}

export interface AggregateRow {
  artifactId?: string;
  /** `YYYY-MM-DD`, first day of the bucket, or the moment at which an hour begins. */
  date?: string;
  /**
   * Dimension values by their answer field (country, company_name, company_domain, platform, ...).
   */
  values: Record<string, string>;
  total: number;
  /**
   * By period, the earliest first; never added up. Empty for events that must not be tracked, and where
   * they are not asked for.
   */
  uniques: PeriodUniques[];
  /** By company, or with artifacts listed separately; milliseconds. */
  firstSeen?: number;
  lastSeen?: number;
}

export interface EventExportQuery extends SnapshotOptions {
  artifactType: Event['artifactType'];
  artifactIds: string[];
  from: number;
  until: number;
  /**
   * Only events of these companies, each by its domain, or by its name where it has no domain; of
   * all when left out.
   */
  companies?: readonly string[] | undefined;
  /** Only events that count under all of these filters; everything recorded when left out. */
  filters?: readonly EventFilter[] | undefined;
  /** False leaves matches of low confidence out. */
  includeLowConfidence?: boolean | undefined;
  /** Repeats as well, which are no downloads of their own. */
  raw?: boolean | undefined;
  /** With filters: untracked events as well, as far as the filters let them through. */
  withUntracked?: boolean | undefined;
  /** What the owner has said about companies; nothing when left out. */
  corrections?: readonly Correction[] | undefined;
}

/** The newest events, or how many came in each minute; those that must not be tracked are among them. */
export interface LatestEventsQuery extends SnapshotOptions {
  packageIds: readonly string[];
  pixelIds: readonly string[];
  /** First millisecond that counts and the first one that does not. */
  from: number;
  until: number;
  /** Only events that came after the one with this number; all when left out. */
  after?: number | undefined;
  filters: readonly EventFilter[];
  corrections: readonly Correction[];
}

/** An event, and in a raw export what the store has decided about it. */
export type DecidedEvent = CorrectedEvent & {
  /** The rule is named as `name/version`. */
  decision?: { isCounted: boolean; rule: string };
};

/** Result of a recount of a cached answer. */
export interface CacheVerification {
  query: AggregateQuery;
  isEqual: boolean;
}

export interface EventStoreState {
  /** Events in the table and on their way into it. */
  count: number;
  /** Of the events in the table, in milliseconds; null where there is none. */
  oldest: number | null;
  newest: number | null;
  /** Read from the journal, not yet in the table. */
  waiting: number;
  /** The number of the last event in the table; 0 where there has never been one. */
  lastEvent: number;
}

export interface JournalState {
  /** What is not stored yet: bytes, and the time of its first event; null where there is none. */
  lag: { bytes: number; oldest: number | null };
  damage: Damage;
  /** Where lines and events that were set aside are kept. */
  damagedFolder: string;
  /** What the edge could not keep; undefined where no edge has counted yet. */
  losses: DroppedEvents | undefined;
}

/** Which events are too old to be kept. */
export interface ExpiredEvents {
  /** Milliseconds; of all owners where none is named. */
  before: number;
  ownerId?: string;
}

export type StoredArtifact = Pick<EventArtifact, 'artifactId' | 'ownerId'>;

/** An event of a file. */
export interface ImportedEvent {
  event: Event;
  /** The id that its package or pixel had where the file was made. */
  formerArtifactId: string;
}

/**
 * What became of it: stored, there already, not to be stored because it was erased, refused
 * because its id is that of an event of something else, or set aside because the store cannot
 * take it though it takes others.
 */
export type ImportOutcome = 'stored' | 'known' | 'erased' | 'id-is-taken' | 'cannot-be-stored';

/** Where answers came from since the start. */
export interface CacheCounts {
  /** Answers that were kept, or are on their way for somebody else. */
  kept: number;
  /** Kept answers with newer events added. */
  advanced: number;
  /** Counted from all events. */
  counted: number;
}

export interface EventStore {
  /**
   * The number of the last event once everything durable is stored: what a question with it is
   * answered, stays the answer, but for what is deleted.
   */
  lastEvent(): Promise<number>;
  /** The number of the last event that is stored already. */
  lastStoredEvent(): number;
  /**
   * Counts; distinct counts are exact over the bucket. Rows by date, then by total, highest first.
   */
  aggregate(query: AggregateQuery): Promise<AggregateRow[]>;
  /** Where answers of `aggregate` came from since the start. */
  cacheCounts(): CacheCounts;
  /** Another number after each step that this process has deleted events or their first dates in. */
  deletions(): number;
  /**
   * Recounts any cached answer in full, and deletes it when the two differ. Does nothing while the
   * store is busy, when nothing is cached, and when the answer is too long.
   */
  verifyCache(): Promise<CacheVerification | undefined>;
  /** Events in the order they came, in batches, without holding them all. */
  export(query: EventExportQuery): AsyncIterable<DecidedEvent[]>;
  /** Events that count, the newest first. */
  latestEvents(query: LatestEventsQuery & { limit: number }): Promise<CorrectedEvent[]>;
  /** How many there are, by the beginning of their minute in milliseconds. */
  perMinute(query: LatestEventsQuery): Promise<Map<number, number>>;
  /** The companies behind the events of a range, in no particular order. */
  companies(query: CompanyQuery): Promise<CompanyCounts[]>;
  /** Their days with events, day after day within a company. */
  companyDays(query: CompanyDaysQuery): Promise<CompanyDay[]>;
  /** What each company did with each package and pixel, company after company. */
  companyArtifacts(query: CompanyQuery): Promise<CompanyArtifact[]>;
  /** The events of one company, the newest first. */
  companyEvents(query: CompanyEventsQuery): Promise<CorrectedEvent[]>;
  /** What has decided the companies of events, the match with the most events first. */
  matches(query: MatchQuery): Promise<Match[]>;
  /** Packages and pixels that have or had events, each with the owner of its first. */
  artifacts(): Promise<readonly StoredArtifact[]>;
  /**
   * The first dates of companies, in milliseconds, as far as those events were deleted because of
   * their age.
   */
  firstDates(query: FirstDatesQuery): Promise<Map<string, number>>;
  /** How many stored events a tombstone would have that holds from now on. */
  countErased(about: Omit<Tombstone, 'id' | 'until'>, asOf?: SnapshotOptions): Promise<number>;
  /** No event of these tombstones is stored from now on. */
  addTombstones(tombstones: readonly Tombstone[]): void;
  /**
   * Deletes the events of a tombstone; gives their number. Goes on where an earlier process has
   * stopped, and does nothing once it was done: undefined then.
   */
  erase(tombstone: Tombstone, signal?: AbortSignal): Promise<number | undefined>;
  /** How many stored events are so old. */
  countExpired(age: ExpiredEvents, asOf?: SnapshotOptions): Promise<number>;
  /** Deletes old events; gives their number. First dates of companies stay. */
  deleteExpired(age: ExpiredEvents, signal?: AbortSignal): Promise<number>;
  /** Overwrites what deleted events have left in the file; does nothing where nothing is left. */
  overwriteDeleted(signal?: AbortSignal): Promise<void>;
  /**
   * The moment, in milliseconds, since which requests of one download count once; undefined where it
   * was never otherwise.
   */
  countingChange(): number | undefined;
  /**
   * Runs `work` when the file of the store holds all stored events, and keeps it and the journal's
   * files until that is done. No event is stored before `work` calls `letIn`.
   */
  freezeFile(work: (letIn: () => void) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Number of events and the like, without waiting for other queries. */
  state(): Promise<EventStoreState>;
  /** How the journal is doing that the events come from. */
  journal(): Promise<JournalState>;
  /** Why events are not stored, as a sentence that says what to do; undefined where they are. */
  writeProblem(): string | undefined;
  /** Why no question can be answered now, and what to do; undefined where they can. */
  readProblem(): Promise<string | undefined>;
  /**
   * Stores events of a file, each id once; gives what became of each, in their order, once those
   * are stored.
   */
  import(events: readonly ImportedEvent[]): Promise<ImportOutcome[]>;
  /** Fills an empty store quickly with sample events (demo, tests, benchmarks). */
  load(events: Iterable<Event>): Promise<number>;
  /** Closes it once, also when called again: the folder may belong to another store by then. */
  close(): Promise<void>;
}
