/** Queries about companies, and their results. */
import type { Event } from 'contract/event-fields';
import type { SnapshotOptions } from './snapshot';
import type { Correction } from './corrections';
import type { EventFilter } from './filter';

/** Events of these packages and pixels; the caller has checked the permission. */
export interface CompanyQuery extends SnapshotOptions {
  packageIds: readonly string[];
  pixelIds: readonly string[];
  /** First millisecond that counts and the first one that does not. */
  from: number;
  until: number;
  includeLowConfidence: boolean;
  /** All have to admit an event; none when left out. */
  filters?: readonly EventFilter[] | undefined;
  /** What the owner has said about companies; nothing when left out. */
  corrections?: readonly Correction[] | undefined;
  /** One company alone, by its domain, or by its name where it has no domain. */
  company?: string | undefined;
}

/** Whose kept first dates are asked for. */
export type FirstDatesQuery = Pick<
  CompanyQuery,
  'packageIds' | 'pixelIds' | 'includeLowConfidence' | 'corrections' | 'gone'
>;

/** Distinct visitors of one period. */
export interface PeriodSources {
  period: string;
  sources: number;
}

export interface CompanyUniques extends PeriodSources {
  /** Those that downloaded, and those that viewed pixels. */
  downloads: number;
  views: number;
}

/** A company over a range. Hosting providers and events that must not be tracked are in none. */
export interface CompanyCounts {
  /** Its domain, or its name where it has no domain. */
  company: string;
  name: string;
  domain: string;
  /** Where it was last seen. */
  country: string;
  state: string;
  /** 0 to 1, of the best match; null where none has one. */
  confidence: number | null;
  /** Of the network it was last seen in. */
  connectionType: Event['connectionType'];
  /** The corrections by which events are its own, as `Correction.of`. */
  corrections: string[];
  downloads: number;
  views: number;
  /** By period of ids, the earliest first; never added up. */
  uniques: CompanyUniques[];
  /** Milliseconds. */
  firstSeen: number;
  lastSeen: number;
  /** Events by artifact id. */
  byPackage: Map<string, number>;
  byPixel: Map<string, number>;
}

/** What a company did with one package or pixel. */
export interface CompanyArtifact {
  company: string;
  artifactType: Event['artifactType'];
  artifactId: string;
  total: number;
  uniques: PeriodSources[];
  /** Milliseconds. */
  firstSeen: number;
  lastSeen: number;
}

export interface CompanyDaysQuery extends CompanyQuery {
  /** Groups of artifacts whose events are counted separately. */
  groups: readonly { artifactType: Event['artifactType']; artifactIds: readonly string[] }[];
  /** The packages and pixels whose first events are asked for; all of the query when left out. */
  firstsOf?: Pick<CompanyQuery, 'packageIds' | 'pixelIds'> | undefined;
}

/** The events of a company on a day. */
export interface CompanyDay {
  company: string;
  /** Days since 1970, UTC. */
  day: number;
  /** In the order of the requested groups. */
  counts: number[];
  /** Of the first event, in milliseconds; undefined where none is of the artifacts asked for. */
  first: number | undefined;
}

export interface CompanyEventsQuery extends CompanyQuery {
  company: string;
  limit: number;
  offset: number;
}

/** Matches of a range: those of one company, those that name none, or those given. */
export interface MatchQuery extends CompanyQuery {
  /** As `Match.of`; every one when left out. */
  of?: readonly string[] | undefined;
  /** Those of one endpoint. */
  endpoint?: bigint | undefined;
  /** Networks that name no company, with part of their name; of unknown kind where it is empty. */
  unnamed?: string | undefined;
  limit: number;
}

/** What decided the company of events, see `matchOf`. */
export interface Match {
  of: string;
  /** `AS3303 Swisscom (Schweiz) AG`; empty for events from before networks were kept. */
  network: string;
  connectionType: Event['connectionType'];
  /** The company by the rules, and the one it counts for. */
  matchedName: string;
  matchedDomain: string;
  name: string;
  domain: string;
  confidence: number | null;
  events: number;
  /** Milliseconds. */
  firstSeen: number;
  lastSeen: number;
}
