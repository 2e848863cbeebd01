/**
 * Imports that run in the background: a file is sent, looked at, started, and read to its end, also
 * over a restart. `EventImport` and `ImportLog` are the published ones, with fields of our own
 * after theirs. For a file of the same formats in one request see contract/exports/imports.ts.
 */
import { z } from 'zod';
import { ImportSource } from './imports';
import * as limits from '../floor/limits';
import { knownOrOthers, ours, queryList, route } from '../rules/route';

/** Formats that are recognised by the beginning of a file. */
export const importFormats = [
  'events-csv',
  'events-ndjson',
  'hosted-csv',
  'log-combined',
  'log-caddy',
  'log-nginx-json',
  'log-cloudfront',
  'log-cloudflare',
  'log-fastly',
  'log-s3',
  'log-traefik',
  'log-proxy-manager',
  'log-artifactory',
  'log-alb',
  'log-gcs',
  'log-iis',
] as const;
export type ImportFormat = (typeof importFormats)[number];

/** `uploaded`: waits for its start. `failed`: it could not go on, see `reason`. */
export const importStatuses = ['uploaded', 'importing', 'done', 'aborted', 'failed'] as const;
export type ImportStatus = (typeof importStatuses)[number];

const Count = z.number().int().nonnegative();
const Moment = z.string().datetime();

/** A line of the log of an import. */
export const ImportLog = z.object({
  type: knownOrOthers(['progress', 'failed-to-decode', 'artifact-not-found']),
  class: knownOrOthers(['info', 'warning', 'error']),
  /** From 1 on; null where it is about the whole file. */
  line: Count.nullable(),
  human_friendly_message: z.string(),
  /** The column; left out where it is the whole line. */
  field: z.string().optional(),
  events_count: Count.optional(),
  failed_events_count: Count.optional(),
});
export type ImportLog = z.infer<typeof ImportLog>;

export const EventImport = z.object({
  id: z.string(),
  owner: z.string(),
  status: knownOrOthers(importStatuses),
  /** Rows that were read so far. */
  events_total: Count,
  /** Stored, or found to be stored before. */
  events_successfully_imported: Count,
  events_failed_to_import: Count,
  error_log_sample: z.array(ImportLog),
  warning_log_sample: z.array(ImportLog),
  created_at: Moment,
  updated_at: Moment,
  /** How many of the imported ones were stored before. */
  events_known: ours(Count, 0),
  /** Rows that the counting rules exclude, such as failed requests. */
  events_left_out: ours(Count, 0),
  file_name: ours(z.string(), ''),
  byte_count: ours(Count, 0),
  /** How much of the file is done. */
  bytes_read: ours(Count, 0),
  format: ours(knownOrOthers(importFormats), 'others'),
  /** The error code of a failed import; empty for others. */
  reason: ours(z.string(), ''),
  created_by: ours(z.string(), ''),
});
export type EventImport = z.infer<typeof EventImport>;

/** What became of a row of the preview. */
export const PreviewRow = z.object({
  line: Count,
  outcome: knownOrOthers(['event', 'left-out', 'error']),
  /** Why it is none; empty for an event. */
  message: z.string(),
  time: Moment.nullable(),
  /** Name of the package or pixel. */
  artifact: z.string(),
  type: z.string(),
  version: z.string(),
  client: z.string(),
  platform: z.string(),
  country: z.string(),
});
export type PreviewRow = z.infer<typeof PreviewRow>;

export const ImportPreview = z.object({
  format: knownOrOthers(importFormats),
  /** The first rows. */
  rows: z.array(PreviewRow),
  /** How many rows were looked at, and what became of them. */
  looked_at: Count,
  events: Count,
  left_out: Count,
  errors: Count,
  /** Rows of a log whose forwarded addresses are not used, because their sender is not a proxy. */
  ignored_addresses: Count,
  /** Events of a log whose lines have no user agent: their client stays unknown. */
  without_agent: Count.default(0),
  /** The packages and pixels of these rows, the most frequent first. */
  artifacts: z.array(z.object({ kind: z.enum(['package', 'pixel']), name: z.string(), events: Count })),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** How the rows of a file are to be understood. */
export const ImportOptions = z.object({
  source: ImportSource.optional(),
  /** Of an access log: where its requests went, where the log does not say; others are left out. */
  host: z
    .string()
    .max(limits.hostMax)
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'import-host-is-invalid')
    .optional(),
});
export type ImportOptions = z.output<typeof ImportOptions>;

const about = { tag: 'Events', access: 'write', params: z.object({ owner: z.string() }) } as const;
const one = { ...about, params: z.object({ owner: z.string(), id: z.string() }) } as const;

export const sentFileType = 'application/octet-stream';

export const eventImportsApi = {
  uploadEventImport: route({
    ...about,
    id: 'uploadEventImport',
    method: 'POST',
    path: '/v2/imports/{owner}/files',
    summary: 'Upload a file of events, plain or gzip',
    query: z.object({ file_name: z.string().max(limits.importFileNameMax).optional() }),
    fileTypes: [sentFileType],
    status: 201,
    answer: EventImport,
    errors: [
      'owner-not-found',
      'file-type-not-known',
      'import-file-is-empty',
      'import-file-is-too-large',
      'import-format-not-known',
      'import-column-not-known',
      'import-column-is-missing',
      'too-many-active-imports',
      'too-little-room',
      'upload-broke-off',
    ],
  }),

  getEventImports: route({
    ...about,
    id: 'getEventImports',
    method: 'GET',
    path: '/v2/imports/{owner}',
    summary: 'List imports, newest first',
    query: z.object({
      status: queryList(z.enum(importStatuses)),
      after: z.string().max(300).optional(),
      per_page: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSizeDefault),
    }),
    answer: z.object({ event_imports: z.array(EventImport) }),
    errors: ['owner-not-found'],
  }),

  getEventImport: route({
    ...one,
    id: 'getEventImport',
    method: 'GET',
    path: '/v2/imports/{owner}/{id}',
    summary: 'Get an import and its progress',
    answer: EventImport,
    errors: ['owner-not-found', 'import-not-found'],
  }),

  previewEventImport: route({
    ...one,
    id: 'previewEventImport',
    method: 'GET',
    path: '/v2/imports/{owner}/{id}/preview',
    summary: 'Preview the first rows of a file',
    query: ImportOptions,
    answer: ImportPreview,
    errors: [
      'owner-not-found',
      'import-not-found',
      'import-has-begun',
      'import-source-is-invalid',
      'import-host-is-invalid',
      'import-file-is-packed-too-tightly',
    ],
  }),

  startEventImport: route({
    ...one,
    id: 'startEventImport',
    method: 'POST',
    path: '/v2/imports/{owner}/{id}/start',
    summary: 'Start an import in the background',
    body: ImportOptions,
    answer: EventImport,
    errors: [
      'owner-not-found',
      'import-not-found',
      'import-has-begun',
      'import-source-is-invalid',
      'import-host-is-invalid',
    ],
  }),

  abortEventImport: route({
    ...one,
    id: 'abortEventImport',
    method: 'POST',
    path: '/v2/imports/{owner}/{id}/abort',
    summary: 'Cancel an import and delete its file; imported rows are kept',
    errors: ['owner-not-found', 'import-not-found'],
  }),

  getEventImportLog: route({
    ...one,
    id: 'getEventImportLog',
    method: 'GET',
    path: '/v2/imports/{owner}/{id}/log',
    summary: 'Get the log of an import: rejected rows and counts',
    kind: 'ndjson',
    answer: ImportLog,
    errors: ['owner-not-found', 'import-not-found'],
  }),
};
