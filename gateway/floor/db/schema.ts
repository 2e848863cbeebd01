/**
 * The control store's tables as Kysely sees them. Ids are UUIDs as text, times are milliseconds
 * since 1970, flags are 0 or 1: the same in SQLite and PostgreSQL.
 */
import type { Kysely } from 'kysely';
import type { AuditAction } from 'contract/admin/audit';
import type { ArchiveStatus } from 'contract/exports/archives';
import type { ProviderId } from 'contract/companies/data-providers';
import type { ImportFormat, ImportStatus } from 'contract/exports/event-imports';
import type { FilterScope } from 'contract/analytics/filters';
import type { ExportRunStatus } from 'contract/exports/scheduled-exports';
import type { ErasedKind } from './tombstone';
import type { AccountTables } from './account-schema';
import type { AlertTables } from './alert-schema';
import type { BillingTables } from './billing-schema';
import type { HostingTables } from './hosting-schema';

export interface FilterRow {
  id: string;
  owner_id: string;
  scope: FilterScope;
  name: string;
  /** JSON. */
  conditions: string;
  created_at: number;
  updated_at: number;
}

/** An owner's correction of a match; see gateway/events/shape/corrections.ts. */
export interface CompanyCorrectionRow {
  id: string;
  owner_id: string;
  /** The number of a network, or `=` and the company that events were matched to. */
  of: string;
  /** The network's name at the time; empty without one. */
  network: string;
  /** The company by the rules. */
  matched_name: string;
  matched_domain: string;
  /** Both empty if it is not a company. */
  company_name: string;
  company_domain: string;
  /** Username at that time. */
  made_by: string;
  created_at: number;
}

export interface AnnotationRow {
  id: string;
  owner_id: string;
  /** Null for all packages and pixels. */
  package_id: string | null;
  /** `YYYY-MM-DD`. */
  day: string;
  text: string;
  created_by: string | null;
  created_at: number;
  updated_at: number;
}

/** A daily export to a bucket. */
export interface ScheduledExportRow {
  id: string;
  owner_id: string;
  s3_uri: string;
  region: string;
  endpoint: string;
  access_key_id: string;
  /** The secret of the access key, sealed. */
  secret: string;
  /** JSON. */
  selection: string;
  /** The first UTC day of its daily runs, `YYYY-MM-DD`. */
  first_day: string;
  created_by: string | null;
  created_at: number;
}

/** A run for one day. Without a foreign key to the export, because the history outlives it. */
export interface ExportRunRow {
  id: string;
  scheduled_export_id: string;
  owner_id: string;
  s3_uri: string;
  day: string;
  /** Export and day of a daily run, so that there is only one; its own id for a manual run. */
  slot: string;
  cause: 'scheduled' | 'manual';
  status: ExportRunStatus;
  attempts: number;
  reason: string;
  row_count: number;
  byte_count: number;
  /** JSON list of keys in the bucket. */
  files: string;
  /** Waiting: earliest start; running: time after which another process may take it over. */
  due_at: number;
  created_at: number;
  finished_at: number | null;
}

/** Answers of the lead questionnaire, as JSON; members do not see the restricted ones. */
export interface LeadAnswerRow {
  owner_id: string;
  part: 'questionnaire' | 'restricted';
  answers: string;
  updated_at: number;
  /** Username at that time. */
  updated_by: string;
}

export interface DataProviderRow {
  owner_id: string;
  provider: ProviderId;
  /** Sealed. */
  api_key: string;
  key_saved_at: number;
  /** No requests before this time, after an error that concerns the account at the provider. */
  quiet_until: number;
}

/** Profile of a company from the owner's data provider. */
export interface CompanyProfileRow {
  owner_id: string;
  domain: string;
  /** As JSON; null where the provider does not know the company, or has not answered yet. */
  profile: string | null;
  asked_at: number;
  ask_again_at: number;
}

/** A weekly list of leads that was sent, or is being sent. */
interface LeadReportRow {
  owner_id: string;
  /** The Monday it belongs to, in milliseconds. */
  week: number;
}

/** Ids and names without foreign keys: the log outlives the people in it. */
export interface AuditRow {
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

interface NoteRow {
  name: string;
  text: string;
}

/** Without foreign keys, because it outlives its target. */
export interface TombstoneRow {
  id: string;
  kind: ErasedKind;
  owner_id: string;
  target: string;
  /** As JSON, see `Tombstone`. */
  but_not: string;
  /** Events up to this time are erased; null if there cannot be later ones. */
  until: number | null;
  created_at: number;
}

/** Variables for page, platform and version of an owner's events; empty: the default. */
export interface VariableNamesRow {
  owner_id: string;
  page: string;
  platform: string;
  version: string;
}

/** Without a row, the installation's default applies. */
interface EventRetentionRow {
  owner_id: string;
  days: number;
}

export interface EventImportRow {
  id: string;
  owner_id: string;
  /** As the sender calls it; never part of a path. */
  file_name: string;
  byte_count: number;
  format: ImportFormat;
  /** JSON. */
  options: string;
  /** Salt for visitor ids while it runs, sealed; empty otherwise. */
  secret: string;
  status: ImportStatus;
  /** Error code; may be empty. */
  reason: string;
  stored: number;
  known: number;
  refused: number;
  left_out: number;
  /** Progress: the line, bytes of the file, and bytes of its log. */
  last_line: number;
  bytes_read: number;
  log_bytes: number;
  /** Attempts since the last progress, and when the next one is due. */
  attempts: number;
  due_at: number;
  created_by: string;
  created_at: number;
  updated_at: number;
}

/**
 * Rate limits shared by several processes; see gateway/people/accounts/attempts.ts. The names are
 * those of its library.
 */
interface AttemptRow {
  key: string;
  points: number;
  expire: number | null;
}

export interface ArchiveRow {
  id: string;
  owner_id: string;
  /** Null once the account is deleted. */
  requested_by: string | null;
  status: ArchiveStatus;
  attempts: number;
  /** Error code; may be empty. */
  reason: string;
  /** Files in the archive, and files in all. */
  files_done: number;
  files_total: number;
  event_count: number;
  byte_count: number;
  /** Waiting: earliest start; running: time after which another process may take it over. */
  due_at: number;
  created_at: number;
  finished_at: number | null;
}

export interface Tables extends AccountTables, HostingTables, BillingTables, AlertTables {
  filters: FilterRow;
  annotations: AnnotationRow;
  company_corrections: CompanyCorrectionRow;
  scheduled_exports: ScheduledExportRow;
  export_runs: ExportRunRow;
  event_imports: EventImportRow;
  archives: ArchiveRow;
  lead_answers: LeadAnswerRow;
  data_providers: DataProviderRow;
  company_profiles: CompanyProfileRow;
  lead_reports: LeadReportRow;
  audit_events: AuditRow;
  notes: NoteRow;
  attempts: AttemptRow;
  tombstones: TombstoneRow;
  event_retentions: EventRetentionRow;
  variable_names: VariableNamesRow;
}

export type Records = Kysely<Tables>;
