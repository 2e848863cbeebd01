/** What an event store does, whichever engine is behind it. */
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
  /** Every one has to let an event through; none when left out. */
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
  /** By company, and where artifacts are told apart; milliseconds. */
  firstSeen?: number;
  lastSeen?: number;
}

export interface ExportQuery {
  artifactType: Event['artifactType'];
  artifactIds: string[];
  from: number;
  until: number;
  /**
   * The events of these companies alone, each by its domain, or by its name where it has no domain;
   * of everybody when left out.
   */
  companies?: readonly string[] | undefined;
  /** Only events that count under every one of these; all that were recorded when left out. */
  filters?: readonly EventFilter[] | undefined;
  /** With filters: untracked events as well, as far as the filters let them through. */
  withUntracked?: boolean | undefined;
}

/** What became of a kept answer that was counted again. */
export interface Recount {
  query: AggregateQuery;
  isEqual: boolean;
}

export interface EventStoreState {
  /** In the table and on their way into it. */
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
   * Counts any one kept answer again, all of it, and forgets it where the two differ. Does nothing
   * while the store is busy, where nothing
   * is kept, and where the answer is too long to be kept whole.
   */
  recount(): Promise<Recount | undefined>;
  /** Events in the order they came, in batches, without holding them all. */
  export(query: ExportQuery): AsyncIterable<Event[]>;
  /** The companies behind the events of a range, in no order that means anything. */
  companies(query: CompanyQuery): Promise<CompanyCounts[]>;
  /** Their days with events, day after day within a company. */
  companyDays(query: CompanyDaysQuery): Promise<CompanyDay[]>;
  /** What each company did with each package and pixel, company after company. */
  companyArtifacts(query: CompanyQuery): Promise<CompanyArtifact[]>;
  /** The events of one company, the newest first. */
  companyEvents(query: CompanyEventsQuery): Promise<Event[]>;
  /** How much there is; waits for nothing but its own question. */
  state(): Promise<EventStoreState>;
  /** How the journal is doing that the events come from. */
  journal(): Promise<JournalState>;
  /** Why events are not stored, as a sentence that says what to do; undefined where they are. */
  problem(): string | undefined;
  /** Fills an empty store quickly with made-up events (demo, tests, benchmarks). */
  load(events: Iterable<Event>): Promise<number>;
  /** Closes it once, however often it is called: by then the folder may belong to another store. */
  close(): Promise<void>;
}
