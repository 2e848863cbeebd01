/**
 * The control store's tables as Kysely sees them. Ids are UUIDs as text, times are milliseconds
 * since 1970, flags are 0 or 1: the same in SQLite and PostgreSQL.
 */
import type { Kysely } from 'kysely';
import type { AuditAction } from 'contract/audit';
import type { ProviderId } from 'contract/data-providers';
import type { FilterScope } from 'contract/filters';
import type { ExportRunStatus } from 'contract/scheduled-exports';
import type { AccountTables } from './account-schema';
import type { BillingTables } from './billing-schema';
import type { HostingTables } from './hosting-schema';

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
  /** The first UTC day of its daily runs, `YYYY-MM-DD`. */
  first_day: string;
  created_by: string | null;
  created_at: number;
}

/** A run for one day. `scheduled_export_id` is no foreign key: the history outlives the export. */
export interface ExportRunTable {
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
  /** Error code of the last attempt; may be empty. */
  reason: string;
  row_count: number;
  byte_count: number;
  /** Keys of the files in the bucket, as a JSON list. */
  files: string;
  /** Waiting: earliest start; running: time after which another process may take it over. */
  due_at: number;
  created_at: number;
  finished_at: number | null;
}

/** Answers of the lead questionnaire, as JSON; members do not see the restricted ones. */
export interface LeadAnswerTable {
  owner_id: string;
  part: 'questionnaire' | 'restricted';
  answers: string;
  updated_at: number;
  /** Username at that time. */
  updated_by: string;
}

export interface DataProviderTable {
  owner_id: string;
  provider: ProviderId;
  /** Sealed. */
  api_key: string;
  key_saved_at: number;
  /** No requests before this time, after an error that concerns the account at the provider. */
  quiet_until: number;
}

/** Profile of a company from the owner's data provider. */
export interface CompanyProfileTable {
  owner_id: string;
  domain: string;
  /** As JSON; null where the provider does not know the company, or has not answered yet. */
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

/** Ids and names without foreign keys: the log outlives the people in it. */
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

export interface Tables extends AccountTables, HostingTables, BillingTables {
  filters: FilterTable;
  scheduled_exports: ScheduledExportTable;
  export_runs: ExportRunTable;
  lead_answers: LeadAnswerTable;
  data_providers: DataProviderTable;
  company_profiles: CompanyProfileTable;
  lead_reports: LeadReportTable;
  audit_events: AuditTable;
  notes: NoteTable;
}

export type Records = Kysely<Tables>;
