import type { TargetState } from 'contract/packages/fallback-targets';
import type { BadgeKind } from 'contract/analytics/badges';
import type { VerifiedBy } from 'contract/packages/domain-status';
import type { Importance } from 'contract/rules/fields';
import type { Generated } from 'kysely';
import type { RouteType } from 'contract/packages/package-types/file';
import type { PackageTypeName } from 'contract/packages/packages';
import type { RegistryCountsFailure } from 'contract/analytics/registry-counts';
import type { Role } from 'contract/accounts/users';

interface PackagePermissionRow {
  package_id: string;
  user_id: string;
  level: Role;
  created_at: number;
}

export interface PackageRow {
  id: string;
  owner_id: string;
  type: PackageTypeName;
  name: string;
  /** Lower-cased name, for the order of lists and for search. */
  name_key: string;
  short_description: string;
  long_description: string;
  website: string;
  importance: Importance;
  track_companies: number;
  repository_name: string | null;
  backend_registry: string | null;
  repository_url: string | null;
  /** File: scheme and host of the target for requests that match no route. */
  catch_all_target: string | null;
  created_at: number;
  updated_at: number;
}

export interface RouteRow {
  id: string;
  package_id: string;
  incoming_path: string;
  outgoing_url: string | null;
  type: RouteType;
  /** SHA-256 of the token that senders of events show; null without one. */
  token_hash: string | null;
  created_at: number;
}

/** A path and its target, null for requests that are only counted. A template without a type. */
export type RouteDestination = Pick<RouteRow, 'incoming_path' | 'outgoing_url'> & Partial<Pick<RouteRow, 'type'>>;

export interface CollectionRow {
  id: string;
  owner_id: string;
  /** As it was typed; `contract/packages/image-pattern.ts` has the grammar. */
  pattern: string;
  /** Host of the registry, with an optional port. */
  backend_domain: string;
  /**
   * Null for the owner's default host, which depends on the gateway's domain and the owner's name.
   */
  public_domain: string | null;
  /** 1: the registry requires an account. */
  private: number;
  created_at: number;
  updated_at: number;
}

export interface PixelRow {
  id: string;
  owner_id: string;
  package_id: string | null;
  name: string;
  name_key: string;
  importance: Importance;
  track_companies: number;
  /** 1: referrers are kept with their query string. */
  keep_referrer_query: number;
  short_description: string;
  long_description: string;
  created_at: number;
  updated_at: number;
}

/**
 * Exactly one of package_id and pixel_id is set. A null name is the owner's default host, which
 * depends on the gateway's domain and the owner's name.
 */
export interface DomainRow {
  id: string;
  owner_id: string;
  package_id: string | null;
  pixel_id: string | null;
  name: string | null;
  created_at: number;
}

/**
 * A custom domain of one owner. Several owners may add the same name; only the one who has verified
 * it is served there.
 */
export interface CustomDomainRow {
  owner_id: string;
  name: string;
  added_at: number;
  /** Null until it is verified. */
  verified_by: VerifiedBy | null;
  verified_at: number | null;
  /** Result of the last check: targets of the CNAME record, as JSON. */
  cname: string;
  /** Texts found at the name of the TXT record, as JSON. */
  txt: string;
  /** 0: the DNS did not answer in time. */
  answered: number;
  /** Null before the first check. */
  checked_at: number | null;
  /** Time of the next automatic check; null when there is none. */
  next_check_at: number | null;
}

/** Requests for a version are refused, or sent to another one. */
export interface WithdrawnVersionRow {
  package_id: string;
  version: string;
  message: string;
  redirect_to: string | null;
  /** 1: still served, and only marked in indexes. */
  is_served: number;
  created_by: string | null;
  created_at: number;
}

interface PackageFallbackRow {
  package_id: string;
  /** Its place in the order. */
  place: number;
  target: string;
}

export interface TargetStateRow {
  /** A host of images, or a URL. */
  target: string;
  state: TargetState;
  since: number;
}

interface PackageBadgeRow {
  package_id: string;
  kind: BadgeKind;
  created_at: number;
}

/** A public page with numbers. About one package, one pixel, or all packages of its owner. */
export interface ShareLinkRow {
  id: string;
  owner_id: string;
  /** SHA-256 of the token in its address. */
  token_hash: string;
  /** Sealed, so that the link can be copied again. */
  sealed_token: string;
  package_id: string | null;
  pixel_id: string | null;
  title: string;
  /** A `Shared` of share-links.ts, as JSON. */
  shared: string;
  /** Empty without one. */
  password_hash: string;
  /** The first millisecond after its last day; null without an end. */
  until: number | null;
  /** Null until it is revoked. */
  ended_at: number | null;
  last_viewed_at: number | null;
  created_by: string | null;
  created_at: number;
}

/** A package whose downloads are fetched from its registry. */
export interface RegistryCounterRow {
  package_id: string;
  /** Null before the first fetch that succeeded. */
  fetched_at: number | null;
  /** The first failure after that, and the last one; null where the last fetch succeeded. */
  failing_since: number | null;
  failure: RegistryCountsFailure | null;
  next_fetch_at: number;
  /** All downloads at the last fetch, by a registry that only tells a total; otherwise null. */
  total: number | null;
}

/** Downloads of a package on a UTC day, by its registry. */
interface RegistryCountRow {
  package_id: string;
  day: string;
  downloads: number;
}

export interface HostingTables {
  package_permissions: PackagePermissionRow;
  packages: PackageRow;
  withdrawn_versions: WithdrawnVersionRow;
  package_fallbacks: PackageFallbackRow;
  target_states: TargetStateRow;
  routes: Omit<RouteRow, 'type'> & { type: Generated<RouteType> };
  collections: CollectionRow;
  pixels: PixelRow;
  domains: DomainRow;
  custom_domains: CustomDomainRow;
  package_badges: PackageBadgeRow;
  share_links: ShareLinkRow;
  registry_counters: RegistryCounterRow;
  registry_counts: RegistryCountRow;
}
