/**
 * Status of an installation, for platform admins: versions, disk, stores, jobs, mail. Holds no
 * secrets: addresses of servers come without user and password.
 */
import { z } from 'zod';
import { saltRotations } from '../analytics/id-periods';
import { JournalStatus } from './journal';
import { knownOrOthers, route } from '../rules/route';

const Moment = z.string().datetime();
const Bytes = z.number().int().nonnegative();
const Count = z.number().int().nonnegative();

/** Jobs that run on a schedule. */
export const jobIds = [
  'scheduled-exports',
  'domain-checks',
  'target-checks',
  'lead-reports',
  'recounts',
  'event-deletions',
  'audit-retention',
  'outbox-retention',
  'store-checks',
  'event-imports',
  'archives',
  'registry-counts',
  'alerts',
  'deliveries',
  'emails',
] as const;
export type JobId = (typeof jobIds)[number];

export const JobState = z.object({
  id: knownOrOthers(jobIds),
  every_ms: z.number().int().positive(),
  /** Null until its first run in this process; so are the next two. */
  last_started_at: Moment.nullable(),
  /** How long the last complete run took; null also while the first is running. */
  last_ms: z.number().nonnegative().nullable(),
  is_running: z.boolean(),
  /** Error of the last complete run; null where it succeeded. */
  failure: z.string().nullable(),
  runs: Count,
  failures: Count,
  next_at: Moment,
});
export type JobState = z.infer<typeof JobState>;

const Memory = z.object({
  /** Memory the process holds. */
  resident: Bytes,
  heap_used: Bytes,
  /** Limit of the heap's size. */
  heap_limit: Bytes,
  machine_free: Bytes,
  machine_total: Bytes,
});

const Disk = z.object({
  /** The data folder. */
  folder: z.string(),
  free: Bytes,
  total: Bytes,
  /**
   * Size of everything in the folder; null where there are too many files to add up, as for the
   * parts.
   */
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
  /** Version as the database engine reports it. */
  version: z.string(),
  /** Size of the file, or of the database. */
  bytes: Bytes,
  /** Migrations that have been applied, and names of those that have not. */
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
  /** Events in the table and those still in the journal. */
  count: Count,
  /** Null where there is none. */
  oldest: Moment.nullable(),
  newest: Moment.nullable(),
  /** Events in the journal that are not in the table yet. */
  waiting: Count,
  /**
   * The number of the last event in the table, which counts those that are deleted by now as well.
   */
  last_event: Count,
});

const CompanyDataState = z.object({
  /** Installed data about addresses; when empty, countries and companies stay unknown. */
  sources: z.array(
    z.object({
      about: knownOrOthers(['networks', 'places']),
      name: z.string(),
      version: z.string(),
      /** Day it was made; null where the data does not say. */
      made_at: Moment.nullable(),
      problem: z.string().nullable(),
    }),
  ),
  /** Company profiles stored from a data provider, and the age of the oldest. */
  profiles: Count,
  oldest_profile_at: Moment.nullable(),
});

const VisitorIdsState = z.object({
  /** How often salts of visitors' ids are replaced. */
  rotation: knownOrOthers(saltRotations),
  /** When the present period ends; null where it has no end. */
  ends_at: Moment.nullable(),
  /** Whether one salt from before there were periods hashes the visitors of all owners. */
  is_first_salt: z.boolean(),
});

const MailState = z.object({
  way: knownOrOthers(['smtp', 'outbox']),
  /** Server with its port, or folder. */
  place: z.string(),
  /** Being sent, or waiting for an attempt. */
  waiting: Count,
  /** Not delivered in the last days, and not tried again. */
  failed: Count.default(0),
  /** The newest that failed at least once. */
  troubled: z
    .array(
      z.object({
        id: z.string(),
        to: z.string(),
        subject: z.string(),
        attempts: Count,
        created_at: Moment,
        /** Null if it is not tried again. */
        next_at: Moment.nullable(),
        /** Words of the mail server or the system. */
        reason: z.string(),
      }),
    )
    .default([]),
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
  /** Version of Node's rules of time zones. */
  zone_rules: z.string().nullable(),
  platform: z.string(),
  started_at: Moment,
  memory: Memory,
  disk: Disk.nullable(),
  records: RecordsState.nullable(),
  events: EventsState.nullable(),
  journal: JournalStatus.nullable(),
  company_data: CompanyDataState.nullable(),
  /** Null where the edge has not run yet, or runs on another machine. */
  visitor_ids: VisitorIdsState.nullable(),
  /**
   * Runs of scheduled exports that wait or work, and those that failed for good and are still
   * listed.
   */
  exports: z.object({ open: Count, failed: Count }).nullable(),
  mail: MailState,
  jobs: z.array(JobState),
});
export type InstallationStatus = z.infer<typeof InstallationStatus>;

/** `failure`: the error of the mail server or the system; null when the mail was accepted. */
export const TestEmailResult = z.object({
  to: z.string(),
  way: MailState.shape.way,
  place: z.string(),
  failure: z.string().nullable(),
});
export type TestEmailResult = z.infer<typeof TestEmailResult>;

const admin = { tag: 'Administration', access: 'platform-admin' } as const;

export const installationApi = {
  getInstallationStatus: route({
    ...admin,
    id: 'getInstallationStatus',
    method: 'GET',
    path: '/internal/admin/status',
    summary: 'Get the status: versions, memory, disk, stores, jobs and email',
    answer: InstallationStatus,
  }),

  sendTestMail: route({
    ...admin,
    id: 'sendTestMail',
    method: 'POST',
    path: '/internal/admin/test-mails',
    summary: 'Send a test email to the caller and return the result',
    answer: TestEmailResult,
    errors: ['user-not-found'],
  }),
};
