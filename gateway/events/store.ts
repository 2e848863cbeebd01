/** The interface of an event store. */
import type { Breakdown, Rollup } from 'contract/aggregations';
import type {
  CompanyArtifact,
  CompanyCounts,
  CompanyDay,
  CompanyDaysQuery,
  CompanyEventsQuery,
  CompanyQuery,
} from './company';
import type { Event } from 'contract/event-fields';
import type { Damage } from 'journal/damage';
import type { Losses } from 'journal/losses';
import type { EventFilter } from './filter';

export interface AggregateQuery {
  artifactType: Event['artifactType'];
  /** Never empty; the caller has checked who may see them. */
  artifactIds: string[];
  /** First millisecond that counts and the first one that does not, both UTC midnights. */
  from: number;
  until: number;
  rollup: Rollup;
  /** One or two dimensions. */
  breakdowns: Breakdown[];
  groupByArtifact: boolean;
  includeLowConfidence: boolean;
  /** By variable: the one that is meant; all of them when left out. */
  variable?: string | undefined;
  /** All have to admit an event; none when left out. */
  filters?: readonly EventFilter[] | undefined;
  limit?: number | undefined;
}

export interface AggregateRow {
  artifactId?: string;
  /** `YYYY-MM-DD`, first day of the bucket. */
  date?: string;
  /**
   * Dimension values by their answer field (country, company_name, company_domain, platform, ...).
   */
  values: Record<string, string>;
  total: number;
  uniqueOrigins: number;
  uniqueEndpoints: number;
  /** By company, or with artifacts listed separately; milliseconds. */
  firstSeen?: number;
  lastSeen?: number;
}

export interface ExportQuery {
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
  /** With filters: untracked events as well, as far as the filters let them through. */
  withUntracked?: boolean | undefined;
}

/** Result of a recount of a cached answer. */
export interface Recount {
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
}

export interface JournalState {
  /** What is not stored yet: bytes, and the time of its first event; null where there is none. */
  lag: { bytes: number; oldest: number | null };
  damage: Damage;
  /** Where lines and events that were set aside are kept. */
  damagedFolder: string;
  /** What the edge could not keep; undefined where no edge has counted yet. */
  losses: Losses | undefined;
}

export interface EventStore {
  /**
   * Counts; distinct counts are exact over the bucket. Rows by date, then by total, highest first.
   */
  aggregate(query: AggregateQuery): Promise<AggregateRow[]>;
  /**
   * Recounts any cached answer in full, and deletes it when the two differ. Does nothing while the
   * store is busy, when nothing is cached, and when the answer is too long.
   */
  recount(): Promise<Recount | undefined>;
  /** Events in the order they came, in batches, without holding them all. */
  export(query: ExportQuery): AsyncIterable<Event[]>;
  /** The companies behind the events of a range, in no particular order. */
  companies(query: CompanyQuery): Promise<CompanyCounts[]>;
  /** Their days with events, day after day within a company. */
  companyDays(query: CompanyDaysQuery): Promise<CompanyDay[]>;
  /** What each company did with each package and pixel, company after company. */
  companyArtifacts(query: CompanyQuery): Promise<CompanyArtifact[]>;
  /** The events of one company, the newest first. */
  companyEvents(query: CompanyEventsQuery): Promise<Event[]>;
  /** Number of events and the like, without waiting for other queries. */
  state(): Promise<EventStoreState>;
  /** How the journal is doing that the events come from. */
  journal(): Promise<JournalState>;
  /** Why events are not stored, as a sentence that says what to do; undefined where they are. */
  problem(): string | undefined;
  /** Fills an empty store quickly with sample events (demo, tests, benchmarks). */
  load(events: Iterable<Event>): Promise<number>;
  /** Closes it once, also when called again: the folder may belong to another store by then. */
  close(): Promise<void>;
}
