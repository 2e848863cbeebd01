/**
 * How an installation is doing, for platform admins: versions, disk, stores, jobs, mail. Holds no
 * secret: addresses of servers come without user and password.
 */
import { z } from 'zod';
import { knownOrOthers, route } from './route';

const Moment = z.string().datetime();
const Bytes = z.number().int().nonnegative();
const Count = z.number().int().nonnegative();

/** What runs by itself. */
export const jobIds = [
  'scheduled-exports',
  'domain-checks',
  'weekly-summaries',
  'new-companies',
  'lead-reports',
  'recounts',
  'audit-retention',
  'outbox-retention',
] as const;
export type JobId = (typeof jobIds)[number];

export const JobState = z.object({
  id: knownOrOthers(jobIds),
  every_ms: z.number().int().positive(),
  /** Null until it has run in this process for the first time, as are the next two. */
  last_started_at: Moment.nullable(),
  /** How long the last whole run took; null too while the first is under way. */
  last_ms: z.number().nonnegative().nullable(),
  is_running: z.boolean(),
  /** Why the last whole run failed; null where it did not. */
  failure: z.string().nullable(),
  runs: Count,
  failures: Count,
  next_at: Moment,
});
export type JobState = z.infer<typeof JobState>;

const Memory = z.object({
  /** What the process holds of the machine's memory. */
  resident: Bytes,
  heap_used: Bytes,
  /** What the heap may grow to. */
  heap_limit: Bytes,
  machine_free: Bytes,
  machine_total: Bytes,
});

const Disk = z.object({
  /** The data folder. */
  folder: z.string(),
  free: Bytes,
  total: Bytes,
  /** Everything in the folder; null where there are too many files to add up, as for the parts. */
  used: Bytes.nullable(),
  parts: z.array(
    z.object({
      part: knownOrOthers(['records', 'events', 'journal', 'temporary', 'outbox']),
      bytes: Bytes.nullable(),
    }),
  ),
});

const RecordsState = z.object({
  engine: knownOrOthers(['sqlite', 'postgres']),
  /** What the engine says of itself. */
  version: z.string(),
  /** Of the file, or of the database. */
  bytes: Bytes,
  /** Steps of the tables that have been done, and names of those that have not. */
  steps_done: Count,
  last_step: z.string(),
  steps_missing: z.array(z.string()),
  people: Count,
  organizations: Count,
  packages: Count,
  pixels: Count,
  suspended: Count,
});

const EventsState = z.object({
  /** In the table and on their way into it. */
  count: Count,
  /** Null where there is none yet. */
  oldest: Moment.nullable(),
  newest: Moment.nullable(),
  /** In the journal, not yet in the table. */
  waiting: Count,
});

const CompanyDataState = z.object({
  /** Data about addresses that is installed; empty: countries and companies stay unknown. */
  sources: z.array(
    z.object({
      about: knownOrOthers(['networks', 'places']),
      name: z.string(),
      version: z.string(),
      /** Day it was made; null where the data does not say. */
      made_at: Moment.nullable(),
    }),
  ),
  /** Company profiles kept from a data provider, and when the oldest was asked for. */
  profiles: Count,
  oldest_profile_at: Moment.nullable(),
});

const MailState = z.object({
  way: knownOrOthers(['smtp', 'outbox']),
  /** Server with its port, or folder. */
  place: z.string(),
  /** Under way, or waiting for another try. */
  waiting: Count,
  /** Both since the start of the process. */
  last_delivered_at: Moment.nullable(),
  last_failure: z.object({ at: Moment, words: z.string() }).nullable(),
});

/** Parts that could not be read are null. */
export const InstallationStatus = z.object({
  now: Moment,
  /** Null where the server does not say. */
  version: z.string().nullable(),
  /** Null where it was not known when the product was built. */
  commit: z.string().nullable(),
  node: z.string(),
  platform: z.string(),
  started_at: Moment,
  memory: Memory,
  disk: Disk.nullable(),
  records: RecordsState.nullable(),
  events: EventsState.nullable(),
  company_data: CompanyDataState.nullable(),
  /**
   * Runs of scheduled exports that wait or work, and those that failed for good and are still
   * listed.
   */
  exports: z.object({ open: Count, failed: Count }).nullable(),
  mail: MailState,
  jobs: z.array(JobState),
});
export type InstallationStatus = z.infer<typeof InstallationStatus>;

/** `failure`: what the mail server or the system said; null when the mail was handed over. */
export const TestMailResult = z.object({
  to: z.string(),
  way: MailState.shape.way,
  place: z.string(),
  failure: z.string().nullable(),
});
export type TestMailResult = z.infer<typeof TestMailResult>;

const admin = { tag: 'Administration', access: 'platform-admin' } as const;

export const getInstallationStatus = route({
  ...admin,
  id: 'getInstallationStatus',
  method: 'GET',
  path: '/internal/admin/status',
  summary: 'How the installation is doing: versions, memory, disk, stores, jobs and mail',
  answer: InstallationStatus,
});

export const sendTestMail = route({
  ...admin,
  id: 'sendTestMail',
  method: 'POST',
  path: '/internal/admin/test-mails',
  summary: 'Send a mail to the address of the caller in the way all mails go, and say what came of it',
  answer: TestMailResult,
  errors: ['user-not-found'],
});
