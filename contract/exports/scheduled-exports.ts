/**
 * Scheduled exports: each day's events and companies as files in a bucket of the owner, and the
 * history of runs.
 */
import { z } from 'zod';
import { EventFileFormat } from '../analytics/events';
import { DayText, S3Endpoint, S3Region, S3Uri, text } from '../rules/fields';
import * as limits from '../floor/limits';
import { PageQuery, pageOf, route } from '../rules/route';

const exportedCompaniesMax = 200;

/** Where the files go: an S3 bucket, or a bucket of another storage at `endpoint`. */
const S3Spec = z.object({
  type: z.literal('s3'),
  s3_uri: S3Uri,
  region: S3Region,
  /** Amazon's endpoint of the region by default. */
  endpoint: S3Endpoint,
  access_key_id: text(limits.accessKeyMax),
  /** Stored sealed; no answer contains it. */
  secret_access_key: text(limits.accessKeyMax),
});

const CloudServiceSpec = z.discriminatedUnion('type', [S3Spec]);

/** Ids, or all that exist on the day, or none. */
const Chosen = z.union([z.enum(['all', 'none']), z.array(z.string().max(100)).max(limits.exportedArtifactsMax)]);
export type Chosen = z.infer<typeof Chosen>;

/** The content of a day's files. */
const what = {
  /** Of the events; companies are CSV. */
  format: EventFileFormat.default('csv'),
  package_ids: Chosen.default('all'),
  tracking_pixel_ids: Chosen.default('all'),
  /** Only events of these companies; of all companies when empty. */
  company_domains: z.array(text(limits.hostMax)).max(exportedCompaniesMax).default([]),
  include_company_rollups: z.boolean().default(false),
  /** Only these variables; all of them when empty. */
  variables: z.array(text(limits.variableNameMax)).max(limits.eventVariablesMax).default([]),
  /** As in exports on request. */
  filter_id: z.string().max(100).nullable().default(null),
};

export const ExportSelection = z.object(what);
export type ExportSelection = z.output<typeof ExportSelection>;

export const CreateScheduledExport = z
  .object({ cloud_service_spec: CloudServiceSpec, ...what })
  .refine(
    ({ package_ids, tracking_pixel_ids, include_company_rollups }) =>
      include_company_rollups || isSome(package_ids) || isSome(tracking_pixel_ids),
    { message: 'export-selection-is-empty', path: ['package_ids'] },
  );
export type CreateScheduledExport = z.output<typeof CreateScheduledExport>;

/** Whether a choice can select anything. */
export function isSome(chosen: Chosen): boolean {
  return chosen === 'all' || (chosen !== 'none' && chosen.length > 0);
}

export const ScheduledExport = z.object({
  id: z.string(),
  owner: z.string(),
  cloud_service_spec: z.object({
    type: z.literal('s3'),
    s3_uri: z.string(),
    region: z.string(),
    endpoint: z.string(),
    access_key_id: z.string(),
  }),
  package_ids: Chosen,
  tracking_pixel_ids: Chosen,
  company_domains: z.array(z.string()),
  include_company_rollups: z.boolean(),
  format: EventFileFormat,
  variables: z.array(z.string()),
  filter_id: z.string().nullable(),
  /** Username of the person who created it; null when that account was deleted. */
  created_by: z.string().nullable(),
  created_at: z.string().datetime(),
});
export type ScheduledExport = z.infer<typeof ScheduledExport>;

/** `waiting` is tried (again) at `next_attempt_at`; `failed` is not. */
export const ExportRunStatus = z.enum(['waiting', 'running', 'done', 'failed']);
export type ExportRunStatus = z.infer<typeof ExportRunStatus>;

/** One day's files of one scheduled export. */
export const ExportRun = z.object({
  id: z.string(),
  scheduled_export_id: z.string(),
  s3_uri: z.string(),
  /** The UTC day of the events. */
  date: DayText,
  cause: z.enum(['scheduled', 'manual']),
  status: ExportRunStatus,
  attempts: z.number().int(),
  /** Error of the last attempt; null where none failed. */
  reason: z.string().nullable(),
  /** Number of lines without headers, and of bytes, in all its files. */
  rows: z.number().int(),
  bytes: z.number().int(),
  /** Keys of the files in the bucket. */
  files: z.array(z.string()),
  created_at: z.string().datetime(),
  finished_at: z.string().datetime().nullable(),
  next_attempt_at: z.string().datetime().nullable(),
});
export type ExportRun = z.infer<typeof ExportRun>;

const exports = { tag: 'Exports', access: 'export', params: z.object({ owner: z.string() }) } as const;
const path = '/v2/exports/{owner}/schedule-export';
const WhichExport = z.object({ id: z.string().max(100) });

const history = `${path}-history` as const;

export const scheduledExportsApi = {
  getScheduledExports: route({
    ...exports,
    id: 'getScheduledExports',
    method: 'GET',
    path,
    summary: 'List daily exports, oldest first',
    answer: z.object({ results: z.array(ScheduledExport) }),
    errors: ['owner-not-found'],
  }),

  createScheduledExport: route({
    ...exports,
    id: 'createScheduledExport',
    method: 'POST',
    path,
    summary: 'Schedule a daily export to a bucket; writes a test file first',
    body: CreateScheduledExport,
    status: 201,
    answer: ScheduledExport,
    errors: [
      'owner-not-found',
      'package-not-found',
      'pixel-not-found',
      'filter-not-found',
      'export-selection-is-empty',
      'too-many-scheduled-exports',
      'invalid-s3-uri',
      'invalid-url',
      'invalid-region',
      'field-is-required',
      'field-is-too-long',
      'export-endpoint-is-private',
      'export-storage-not-reached',
      'export-bucket-not-found',
      'export-access-key-not-valid',
      'export-secret-not-valid',
      'export-access-denied',
      'export-region-is-wrong',
      'export-storage-refused',
    ],
  }),

  deleteScheduledExport: route({
    ...exports,
    id: 'deleteScheduledExport',
    method: 'DELETE',
    path,
    summary: 'Delete a daily export; sent files stay',
    body: WhichExport,
    errors: ['owner-not-found', 'scheduled-export-not-found'],
  }),

  getScheduledExportHistory: route({
    ...exports,
    id: 'getScheduledExportHistory',
    method: 'GET',
    path: history,
    summary: 'List runs of daily exports of the last 90 days, newest first',
    query: PageQuery,
    answer: pageOf(ExportRun),
    errors: ['owner-not-found'],
  }),

  /** `date` is a UTC day in the past; yesterday by default. */
  runScheduledExport: route({
    ...exports,
    id: 'runScheduledExport',
    method: 'POST',
    path: history,
    summary: 'Export one day now; replaces earlier files of that day',
    body: WhichExport.extend({ date: DayText.optional() }),
    status: 201,
    answer: ExportRun,
    errors: ['owner-not-found', 'scheduled-export-not-found', 'range-invalid', 'too-many-requests'],
  }),
};
