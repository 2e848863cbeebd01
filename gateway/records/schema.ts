/** The control store's tables as Kysely sees them. Ids are UUIDs as text, times are milliseconds since 1970, flags are 0 or 1: the same in SQLite and PostgreSQL. */
import type { Kysely } from 'kysely';
import type { AuditAction } from 'contract/audit';
import type { Importance } from 'contract/fields';
import type { FilterScope } from 'contract/filters';
import type { PackageType } from 'contract/packages';
import type { Role } from 'contract/users';
import type { BillingTables } from './billing-schema';

export interface OwnerTable {
  id: string;
  name: string;
  /** Lower-cased name: names are unique whatever their case, because they become host names. */
  name_key: string;
  kind: 'user' | 'organization';
  created_at: number;
  updated_at: number;
}

export interface UserTable {
  /** The owner's id. */
  id: string;
  email: string;
  email_key: string;
  /** scrypt, in the text form of `passwords.ts`; empty for an account that only enters by GitHub. */
  password_hash: string;
  first_name: string;
  last_name: string;
  email_verified_at: number | null;
}

export interface OrganizationTable {
  /** The owner's id. */
  id: string;
  description: string;
  billing_email: string;
  website: string;
}

export interface MembershipTable {
  organization_id: string;
  user_id: string;
  role: Role;
  created_at: number;
}

export interface FeatureTable {
  owner_id: string;
  feature: string;
}

export interface TokenTable {
  id: string;
  user_id: string;
  kind: 'session' | 'api';
  /** SHA-256 of the token, hex; the token itself is never stored. */
  hash: string;
  name: string;
  /** What an api token may do, as words with a space between; empty for a session, which may do all its person may. */
  scopes: string;
  created_at: number;
  last_used_at: number | null;
  /** Where and by what it was last used; empty until then. */
  address: string;
  agent: string;
  expires_at: number | null;
}

/** A secret that was sent or handed to a person and works once. */
export interface OneTimeTable {
  id: string;
  user_id: string;
  purpose: 'verify-email' | 'change-email' | 'reset-password' | 'two-factor';
  /** SHA-256 of the token, hex. */
  hash: string;
  /** The address it is about. */
  email: string;
  created_at: number;
  expires_at: number;
}

export interface GithubTable {
  /** GitHub's number of the account, which stays when its name changes. */
  github_id: string;
  user_id: string;
  login: string;
  created_at: number;
}

export interface TwoFactorTable {
  user_id: string;
  /** Base32 secret of the authenticator, sealed. */
  secret: string;
  /** Null until the first code was right. */
  confirmed_at: number | null;
  /** Time step of the last code that was taken: no code works twice (RFC 6238, 5.2). */
  last_step: number;
  /** The recovery codes as a sealed list until the person says that they are kept. */
  unseen_codes: string | null;
}

export interface RecoveryCodeTable {
  user_id: string;
  /** SHA-256 of the code, hex; the row goes when the code is used. */
  hash: string;
}

export interface InviteTable {
  id: string;
  organization_id: string;
  /** As it was typed; null when somebody was invited by username. */
  email: string | null;
  /** Lower-cased address the mail went to. */
  email_key: string;
  user_id: string | null;
  role: Role;
  /** SHA-256 of the token, hex. */
  hash: string;
  /** Null when that account is gone. */
  invited_by: string | null;
  created_at: number;
  expires_at: number;
  accepted_at: number | null;
}

export interface PackagePermissionTable {
  package_id: string;
  user_id: string;
  level: Role;
  created_at: number;
}

export interface PackageTable {
  id: string;
  owner_id: string;
  type: PackageType;
  name: string;
  /** Lower-cased name: the order of lists and what search looks at. */
  name_key: string;
  short_description: string;
  long_description: string;
  website: string;
  importance: Importance;
  track_companies: number;
  repository_name: string | null;
  backend_registry: string | null;
  repository_url: string | null;
  /** File: scheme and host of where requests go that meet no route. */
  catch_all_target: string | null;
  created_at: number;
  updated_at: number;
}

export interface RouteTable {
  id: string;
  package_id: string;
  incoming_path: string;
  outgoing_url: string | null;
  created_at: number;
}

export interface CollectionTable {
  id: string;
  owner_id: string;
  /** As it was written; the grammar is the contract's. */
  pattern: string;
  /** Host of the registry, with an optional port. */
  backend_domain: string;
  /** Null is the owner's default host, which follows the gateway's domain and the owner's name. */
  public_domain: string | null;
  created_at: number;
  updated_at: number;
}

export interface PixelTable {
  id: string;
  owner_id: string;
  package_id: string | null;
  name: string;
  name_key: string;
  importance: Importance;
  track_companies: number;
  short_description: string;
  long_description: string;
  created_at: number;
  updated_at: number;
}

export interface FilterTable {
  id: string;
  owner_id: string;
  scope: FilterScope;
  name: string;
  /** The conditions as the contract has them, as JSON. */
  conditions: string;
  created_at: number;
  updated_at: number;
}

/** Exactly one of package_id and pixel_id is set. A null name is the owner's default host, which follows the gateway's domain and the owner's name. */
export interface DomainTable {
  id: string;
  owner_id: string;
  package_id: string | null;
  pixel_id: string | null;
  name: string | null;
  created_at: number;
}

/** Which owner holds a custom domain: the first to use it, until nothing of theirs uses it any more. */
export interface ClaimTable {
  name: string;
  owner_id: string;
}

/** What the DNS last said about a custom domain; goes with its claim. */
export interface DomainCheckTable {
  name: string;
  /** The names its CNAME record points to, as JSON. */
  cname: string;
  /** The texts found at the name of the challenge, as JSON. */
  txt: string;
  /** 0: the DNS did not answer in time. */
  answered: number;
  checked_at: number;
}

/** Ids and names without a reference: the log outlives whom it tells of. */
export interface AuditTable {
  id: string;
  created_at: number;
  action: AuditAction;
  actor_id: string | null;
  actor_name: string | null;
  acting_as: string | null;
  owner_id: string | null;
  owner_name: string | null;
  target: string;
  address: string;
  agent: string;
}

export interface Tables extends BillingTables {
  owners: OwnerTable;
  users: UserTable;
  organizations: OrganizationTable;
  memberships: MembershipTable;
  features: FeatureTable;
  tokens: TokenTable;
  one_time_tokens: OneTimeTable;
  github_accounts: GithubTable;
  two_factors: TwoFactorTable;
  recovery_codes: RecoveryCodeTable;
  invites: InviteTable;
  package_permissions: PackagePermissionTable;
  packages: PackageTable;
  routes: RouteTable;
  collections: CollectionTable;
  pixels: PixelTable;
  filters: FilterTable;
  domains: DomainTable;
  claims: ClaimTable;
  domain_checks: DomainCheckTable;
  audit_events: AuditTable;
}

export type Records = Kysely<Tables>;
