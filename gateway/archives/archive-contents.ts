/** Which rows and columns of each table are archived, or why none are. */
import { sql } from 'kysely';
import { keysOf } from 'contract/floor/keys-of';
import type { Records, Tables } from '../floor/db/schema';

interface Rows<T extends keyof Tables> {
  /** Columns with the id of the owner, or of a row of `of`. */
  by: (keyof Tables[T] & string)[];
  of?: 'packages' | 'alerts';
  /** Secrets and redundant columns. */
  without?: (keyof Tables[T] & string)[];
  /** Columns that contain JSON. */
  json?: (keyof Tables[T] & string)[];
}

type Contents = { [T in keyof Tables]: Rows<T> | string };

const ofInstallation = 'It belongs to the installation.';
const secret = 'It is a secret, or of no use elsewhere.';

export const archiveContents: Contents = {
  owners: { by: ['id'], without: ['name_key'] },
  users: { by: ['id'], without: ['email_key', 'password_hash'], json: ['display'] },
  organizations: { by: ['id'] },
  memberships: { by: ['organization_id', 'user_id'] },
  features: { by: ['owner_id'] },
  tokens: { by: ['user_id'], without: ['hash'] },
  one_time_tokens: secret,
  github_accounts: { by: ['user_id'] },
  single_sign_ons: { by: ['user_id'] },
  two_factors: { by: ['user_id'], without: ['secret', 'last_step', 'unseen_codes'] },
  recovery_codes: secret,
  invites: { by: ['organization_id', 'user_id'], without: ['hash', 'email_key'] },
  given_up_names: { by: ['owner_id'] },
  former_owners: secret,
  email_preferences: { by: ['user_id'] },
  emails: secret,
  package_permissions: { by: ['package_id'], of: 'packages' },
  packages: { by: ['owner_id'], without: ['name_key'] },
  routes: { by: ['package_id'], of: 'packages', without: ['token_hash'] },
  collections: { by: ['owner_id'] },
  pixels: { by: ['owner_id'], without: ['name_key'] },
  domains: { by: ['owner_id'] },
  custom_domains: { by: ['owner_id'] },
  share_links: { by: ['owner_id'], without: ['token_hash', 'sealed_token', 'password_hash'], json: ['shared'] },
  withdrawn_versions: { by: ['package_id'], of: 'packages' },
  package_fallbacks: { by: ['package_id'], of: 'packages' },
  target_states: ofInstallation,
  package_badges: { by: ['package_id'], of: 'packages' },
  registry_counters: { by: ['package_id'], of: 'packages' },
  registry_counts: { by: ['package_id'], of: 'packages' },
  products: ofInstallation,
  prices: ofInstallation,
  discounts: ofInstallation,
  customers: { by: ['owner_id'] },
  credits: { by: ['owner_id'] },
  cards: { by: ['owner_id'], without: ['outcome'] },
  subscriptions: { by: ['owner_id'] },
  invoices: { by: ['owner_id'] },
  payment_events: ofInstallation,
  alerts: { by: ['owner_id', 'user_id'], json: ['settings'] },
  alert_destinations: { by: ['alert_id'], of: 'alerts' },
  alert_told: { by: ['alert_id'], of: 'alerts' },
  destinations: { by: ['owner_id'], without: ['address', 'secret', 'earlier_secret', 'earlier_until'] },
  deliveries: { by: ['owner_id'], json: ['message'] },
  filters: { by: ['owner_id'], json: ['conditions'] },
  annotations: { by: ['owner_id'] },
  company_corrections: { by: ['owner_id'] },
  scheduled_exports: { by: ['owner_id'], without: ['secret'], json: ['selection'] },
  export_runs: { by: ['owner_id'], without: ['slot'], json: ['files'] },
  event_imports: { by: ['owner_id'], without: ['secret'], json: ['options'] },
  lead_answers: { by: ['owner_id'], json: ['answers'] },
  data_providers: { by: ['owner_id'], without: ['api_key'] },
  company_profiles: { by: ['owner_id'], json: ['profile'] },
  lead_reports: { by: ['owner_id'] },
  audit_events: { by: ['owner_id'] },
  notes: ofInstallation,
  attempts: ofInstallation,
  tombstones: 'What was erased is named nowhere else.',
  event_retentions: { by: ['owner_id'] },
  variable_names: { by: ['owner_id'] },
  archives: 'It is about files such as this one.',
};

export const archivedTables = keysOf(archiveContents).filter(rowsOf).sort();

/** What is archived of a table, whichever columns it has; undefined for none of its rows. */
interface AnyRows {
  by: string[];
  of?: 'packages' | 'alerts';
  without?: string[];
  json?: string[];
}

function rowsOf(table: keyof Tables): AnyRows | undefined {
  let contents = archiveContents[table];
  return typeof contents === 'string' ? undefined : contents;
}

type Row = Record<string, unknown>;

/** An owner's rows of a table, in the form of the archive. */
export async function archivedRows(records: Records, table: keyof Tables, ownerId: string): Promise<Row[]> {
  let rows = rowsOf(table)!;
  let ofOwner = ({ by }: AnyRows) =>
    sql.join(
      by.map((column) => sql`${sql.ref(column)} = ${ownerId}`),
      sql` or `,
    );
  let [column = 'id'] = rows.by;
  let where = rows.of
    ? sql`${sql.ref(column)} in (select id from ${sql.table(rows.of)} where ${ofOwner(rowsOf(rows.of)!)})`
    : ofOwner(rows);
  let found = await sql<Row>`select * from ${sql.table(table)} where ${where}`.execute(records);
  return found.rows.map((row) => jsonRow(row, rows)).sort(inOrder);
}

/** People and organizations that archived rows refer to. */
export async function relatedNames(records: Records, ownerId: string): Promise<Row[]> {
  let { rows } = await sql<Row>`
    select id, name, kind from owners where id in (
      select user_id from memberships where organization_id = ${ownerId}
      union select organization_id from memberships where user_id = ${ownerId}
      union select user_id from package_permissions
        where package_id in (select id from packages where owner_id = ${ownerId}))
    order by name_key`.execute(records);
  return rows;
}

const isTime = /(_at|_until|_since|_start|_end)$|^(until|week)$/;
/** Smaller numbers are flags such as `cancel_at_period_end`. */
const timeMin = 1e11;

function jsonRow(row: Row, { without = [], json = [] }: AnyRows): Row {
  let values = Object.entries(row).filter(([column]) => !without.includes(column));
  return Object.fromEntries(
    values.map(([column, value]) => {
      if (typeof value === 'number' && value > timeMin && isTime.test(column))
        return [column, new Date(value).toISOString()];
      return [column, typeof value === 'string' && json.includes(column) ? JSON.parse(value) : value];
    }),
  );
}

function inOrder(a: Row, b: Row): number {
  let [one, other] = [JSON.stringify(a), JSON.stringify(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}
