/** Queries about companies, and their results. */
import type { Event } from 'contract/event-fields';
import type { EventFilter } from './filter';

/** Events of these packages and pixels; the caller has checked the permission. */
export interface CompanyQuery {
  packageIds: readonly string[];
  pixelIds: readonly string[];
  /** First millisecond that counts and the first one that does not. */
  from: number;
  until: number;
  includeLowConfidence: boolean;
  /** All have to admit an event; none when left out. */
  filters?: readonly EventFilter[] | undefined;
  /** One company alone, by its domain, or by its name where it has no domain. */
  company?: string | undefined;
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
  downloads: number;
  views: number;
  uniqueDownloads: number;
  uniqueViews: number;
  uniqueSources: number;
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
  uniqueSources: number;
  /** Milliseconds. */
  firstSeen: number;
  lastSeen: number;
}

export interface CompanyDaysQuery extends CompanyQuery {
  /** Groups of artifacts whose events are counted separately. */
  groups: readonly { artifactType: Event['artifactType']; artifactIds: readonly string[] }[];
}

/** The events of a company on a day. */
export interface CompanyDay {
  company: string;
  /** Days since 1970, UTC. */
  day: number;
  /** In the order of the requested groups. */
  counts: number[];
}

export interface CompanyEventsQuery extends CompanyQuery {
  company: string;
  limit: number;
  offset: number;
}
