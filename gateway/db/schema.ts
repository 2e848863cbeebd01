/**
 * The control store's tables as Kysely sees them. Ids are UUIDs as text, times are milliseconds
 * since 1970, flags are 0 or 1: the same in SQLite and PostgreSQL.
 */
import type { Kysely } from 'kysely';
import type { AuditAction } from 'contract/audit';
import type { ProviderId } from 'contract/data-providers';
import type { VerifiedBy } from 'contract/domain-status';
import type { Importance } from 'contract/fields';
import type { FilterScope } from 'contract/filters';
import type { PackageType } from 'contract/packages';
import type { ExportRunStatus } from 'contract/scheduled-exports';
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
  /**
   * Since when a platform admin keeps a person out, or an organization as it is; null otherwise.
   */
  suspended_at: number | null;
}

export interface UserTable {
  /** The owner's id. */
  id: string;
  email: string;
  email_key: string;
  /**
   * scrypt, in the text form of `passwords.ts`; empty for an account that only enters by GitHub.
   */
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
  /** Whether members without two-factor authentication are kept out. */
  requires_two_factor: number;
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
  /**
   * What an api token may do, as words with a space between; empty for a session, which may do all
   * its person may.
   */
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
  /** 1: its registry shows the images to nobody without an account. */
  private: number;
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
  /** 1: referrers are kept with their query string. */
  keep_referrer_query: number;
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

/** A daily export to a bucket. */
export interface ScheduledExportTable {
  id: string;
  owner_id: string;
  s3_uri: string;
  region: string;
  endpoint: string;
  access_key_id: string;
  /** The secret of the access key, sealed. */
  secret: string;
  /** What is exported, as the contract has it, as JSON. */
  selection: string;
  /** The first UTC day it sends by itself, `YYYY-MM-DD`. */
  first_day: string;
  created_by: string | null;
  created_at: number;
}

/** A day's files. `scheduled_export_id` is no reference: the history outlives the export. */
export interface ExportRunTable {
  id: string;
  scheduled_export_id: string;
  owner_id: string;
  s3_uri: string;
  day: string;
  /** Export and day of a daily run, so that there is one; its own id for one that was asked for. */
  slot: string;
  cause: 'scheduled' | 'manual';
  status: ExportRunStatus;
  attempts: number;
  /** Code of what went wrong the last time; may be empty. */
  reason: string;
  row_count: number;
  byte_count: number;
  /** Keys of the files in the bucket, as a JSON list. */
  files: string;
  /** While waiting: not before; while running: given up by whoever ran it. */
  due_at: number;
  created_at: number;
  finished_at: number | null;
}

/** Answers about leads, as JSON of the contract; the restricted ones are not for members. */
export interface LeadAnswerTable {
  owner_id: string;
  part: 'questionnaire' | 'restricted';
  answers: string;
  updated_at: number;
  /** Username of the moment. */
  updated_by: string;
}

export interface DataProviderTable {
  owner_id: string;
  provider: ProviderId;
  /** Sealed. */
  api_key: string;
  key_saved_at: number;
  /** After a refusal that concerns the account the provider is left alone until then. */
  quiet_until: number;
}

/** What the data provider of an owner has said about a company. */
export interface CompanyProfileTable {
  owner_id: string;
  domain: string;
  /** As JSON of the contract; null where it knows nothing, or nothing yet. */
  profile: string | null;
  asked_at: number;
  ask_again_at: number;
}

/** A weekly list of leads that was sent, or is being sent. */
export interface LeadReportTable {
  owner_id: string;
  /** The Monday it belongs to, in milliseconds. */
  week: number;
}

/**
 * Exactly one of package_id and pixel_id is set. A null name is the owner's default host, which
 * follows the gateway's domain and the owner's name.
 */
export interface DomainTable {
  id: string;
  owner_id: string;
  package_id: string | null;
  pixel_id: string | null;
  name: string | null;
  created_at: number;
}

/**
 * A custom domain as one owner uses it. Several owners may use a name; only the one who has
 * verified it is served there.
 */
export interface CustomDomainTable {
  owner_id: string;
  name: string;
  added_at: number;
  /** Null until it is verified. */
  verified_by: VerifiedBy | null;
  verified_at: number | null;
  /** What the DNS last said: the names its CNAME record points to, as JSON. */
  cname: string;
  /** The texts found at the name of its TXT record, as JSON. */
  txt: string;
  /** 0: the DNS did not answer in time. */
  answered: number;
  /** Null before the first check. */
  checked_at: number | null;
  /** When it is checked automatically; null: no more. */
  next_check_at: number | null;
}

/** When a person switched optional mails on or off; without a row, what the product begins with. */
export interface EmailPreferenceTable {
  user_id: string;
  /** Null while off. */
  weekly_summary_since: number | null;
  product_news_since: number | null;
  /** Null while on. */
  no_new_company_since: number | null;
  no_welcome_since: number | null;
}

/** Mails that are sent once: whoever makes the row sends it. */
export interface SentMailTable {
  user_id: string;
  kind: 'weekly-summary' | 'welcome';
  /** Which of its kind: the first day of the week; empty where there is one alone. */
  about: string;
  claimed_at: number;
  /** Null until it was handed over. */
  sent_at: number | null;
}

/** Who wants to know when a new company uses a package. */
export interface PackageNoticeTable {
  package_id: string;
  user_id: string;
  /** Downloads of one company that make it worth a mail. */
  downloads: number;
  created_at: number;
  /** Events before this time have been looked at. */
  checked_until: number;
}

/** A company that a person was told of, or that used the package before they asked. */
export interface CompanyNoticeTable {
  package_id: string;
  user_id: string;
  /** Its domain, or its name where it has no domain. */
  company: string;
  company_name: string;
  downloads: number;
  claimed_at: number;
  /** Null until the mail was handed over. */
  sent_at: number | null;
}

/** A name that its owner no longer has, by the keyed hash of its lower-cased form. */
export interface GivenUpNameTable {
  id: string;
  kind: OwnerTable['kind'];
  /** Who had it; null once that owner is deleted. */
  owner_id: string | null;
  /** The lower-cased name, whose hosts go on while its owner exists; null afterwards. */
  name_key: string | null;
  given_up_at: number;
}

/** Who may have the name of a deleted owner back. */
export interface FormerOwnerTable {
  name_id: string;
  /** Keyed hash of a person's id, or of the email address they had confirmed. */
  person: string;
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

/** What the installation remembers of itself. */
export interface NoteTable {
  name: string;
  text: string;
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
  scheduled_exports: ScheduledExportTable;
  export_runs: ExportRunTable;
  lead_answers: LeadAnswerTable;
  data_providers: DataProviderTable;
  company_profiles: CompanyProfileTable;
  lead_reports: LeadReportTable;
  domains: DomainTable;
  custom_domains: CustomDomainTable;
  given_up_names: GivenUpNameTable;
  former_owners: FormerOwnerTable;
  audit_events: AuditTable;
  email_preferences: EmailPreferenceTable;
  sent_mails: SentMailTable;
  package_notices: PackageNoticeTable;
  company_notices: CompanyNoticeTable;
  notes: NoteTable;
}

export type Records = Kysely<Tables>;
