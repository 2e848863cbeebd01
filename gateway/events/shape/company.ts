import type { Event } from 'contract/event-fields';
import type { SnapshotOptions } from './snapshot';
import type { Correction } from './corrections';
import type { EventFilter } from './event-filter';

/** The caller has checked the permission. */
export interface CompanyQuery extends SnapshotOptions {
  packageIds: readonly string[];
  pixelIds: readonly string[];
  /** Milliseconds: `from` is included, `until` is not. */
  from: number;
  until: number;
  includeLowConfidence: boolean;
  /** An event must pass all of them. */
  filters?: readonly EventFilter[] | undefined;
  corrections?: readonly Correction[] | undefined;
  /** Only this company, by domain, or by name if it has no domain. */
  company?: string | undefined;
}

export type FirstDatesQuery = Pick<
  CompanyQuery,
  'packageIds' | 'pixelIds' | 'includeLowConfidence' | 'corrections' | 'signal'
>;

/** Distinct visitors of one id period. */
export interface PeriodSources {
  period: string;
  sources: number;
}

export interface CompanyUniques extends PeriodSources {
  downloads: number;
  views: number;
}

/** A company in a time range. Hosting providers and untracked events are excluded. */
export interface CompanyCounts {
  /** The domain, or the name of a company without one. */
  company: string;
  name: string;
  domain: string;
  /** Where it was last seen. */
  country: string;
  state: string;
  /** 0 to 1, of the best match; null if none has one. */
  confidence: number | null;
  /** Of the network it was last seen in. */
  connectionType: Event['connectionType'];
  /** Corrections that assign events to it, as `Correction.of`. */
  corrections: string[];
  downloads: number;
  views: number;
  /** By id period in ascending order. */
  uniques: CompanyUniques[];
  /** Milliseconds. */
  firstSeen: number;
  lastSeen: number;
  /** Events by artifact id. */
  byPackage: Map<string, number>;
  byPixel: Map<string, number>;
}

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
  /** Groups of artifacts counted separately. */
  groups: readonly { artifactType: Event['artifactType']; artifactIds: readonly string[] }[];
  /** Artifacts whose first event is requested; all by default. */
  firstsOf?: Pick<CompanyQuery, 'packageIds' | 'pixelIds'> | undefined;
}

export interface CompanyDay {
  company: string;
  /** Days since 1970, UTC. */
  day: number;
  /** In the order of `groups`. */
  counts: number[];
  /** Milliseconds; undefined without an event of the requested artifacts. */
  first: number | undefined;
}

export interface CompanyEventsQuery extends CompanyQuery {
  company: string;
  limit: number;
  offset: number;
}

export interface MatchQuery extends CompanyQuery {
  /** As `Match.of`. */
  of?: readonly string[] | undefined;
  endpoint?: bigint | undefined;
  /**
   * Networks without a company whose name has this part; with an empty text, those of unknown type.
   */
  unnamed?: string | undefined;
  limit: number;
}

/** What identified the company of events, see `matchOf`. */
export interface Match {
  of: string;
  /** `AS3303 Swisscom (Schweiz) AG`; empty for events stored before networks were. */
  network: string;
  connectionType: Event['connectionType'];
  /** The company by the rules, before corrections. */
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
