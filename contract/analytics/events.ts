/**
 * Raw events as CSV, NDJSON or Parquet, in the published column order so that existing importers keep
 * working. Own columns follow: first `origin_postal_code`, the same as `origin_postal`, then every
 * other field that a report uses, so that a report can be verified from the file.
 */
import { z } from 'zod';
import { inRange } from './asked-time';
import { ExcludedAudiences } from './audience';
import { eventField, eventFieldNames, type FieldType } from '../event-fields';
import { DayText, LastEvent } from '../rules/fields';
import { PackageQuery } from '../packages/package-query';
import { route } from '../rules/route';
import { inTimeZone } from '../floor/time-zone';
import { Where } from './where';

/** The columns of the hosted product's export. */
export const hostedColumns: readonly string[] = [
  'id',
  'type',
  'package',
  'pixel',
  'version',
  'time',
  'referer',
  'user_agent',
  'platform',
  'variables',
  'origin_id',
  'origin_latitude',
  'origin_longitude',
  'origin_country',
  'origin_city',
  'origin_postal',
  'origin_connection_type',
  'origin_company',
  'origin_domain',
  'dnt',
  'confidence',
  'endpoint_id',
  'origin_state',
  'mtc_quota_exceeded',
];
const publishedColumns = [...hostedColumns, 'origin_postal_code'];

/** Fields of events by the name of their column. */
export const fieldOfColumn = new Map(
  eventFieldNames.flatMap((name) => {
    let { csv } = eventField(name);
    return csv === undefined ? [] : [[csv, name] as const];
  }),
);

/** The type of a column of raw events. */
export function columnType(column: string): FieldType {
  if (column === 'mtc_quota_exceeded' || column === 'counted') return 'flag';
  let field = fieldOfColumn.get(column);
  return field ? eventField(field).type : 'text';
}

/** Our own columns, in the order in which they were added: importers may count columns. */
const laterColumns = [
  'audience',
  'audience_reason',
  'client',
  'request_domain',
  'bot',
  'artifact_id',
  'id_period',
  'origin_network',
  'match_reason',
  'file_extension',
  'request_path',
  'client_version',
  'runtime',
  'installer',
  'arch',
  'libc',
  'ci_provider',
  'fallback',
];

export const rawEventColumns: readonly string[] = [
  ...new Set([...publishedColumns, ...laterColumns, ...fieldOfColumn.keys()]),
];

/** In a raw export: whether an event counts, and the rule that has decided it, `one-pull/1`. */
export const decisionColumns: readonly string[] = ['counted', 'counting_rule'];

/**
 * `start_date` and `end_date` count, in `time_zone`; `until` is in place of `end_date`. Times in
 * the file are of UTC. Without dates: the last 30 days, today included. Without `filter_id` and
 * `where`, events come as they were recorded; with one, only those that a report under it counts,
 * which means under the global filters as well.
 */
export const ExportQuery = z.object({
  ...inRange,
  end_date: DayText.optional(),
  ...inTimeZone,
  filter_id: z.string().max(100).optional(),
  where: Where,
  last_event: LastEvent,
});
export type ExportQuery = z.output<typeof ExportQuery>;

export const EventFileFormat = z.enum(['csv', 'ndjson', 'parquet']);
export type EventFileFormat = z.output<typeof EventFileFormat>;

export const eventFileTypes: Record<EventFileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};

/**
 * `counted=true` leaves out what the filters take out of every report, and keeps untracked events,
 * which reports count by themselves. `raw=true` adds the requests that are repeats of a download or
 * pull and count nowhere, with the columns `counted` and `counting_rule`. In NDJSON and Parquet a
 * value has its own type; texts are as they came, without the apostrophe that keeps a spreadsheet
 * from running them.
 */
export const EventFileQuery = ExportQuery.extend({
  /**
   * Events of these audiences are left out, as in a report; with it, everything as with
   * `filter_id`.
   */
  exclude_audience: ExcludedAudiences,
  counted: z
    .enum(['true', 'false'])
    .default('false')
    .transform((v) => v === 'true'),
  raw: z
    .enum(['true', 'false'])
    .default('false')
    .transform((v) => v === 'true'),
  format: EventFileFormat.default('csv'),
});
export type EventFileQuery = z.output<typeof EventFileQuery>;

const events = {
  method: 'GET',
  tag: 'Events',
  access: 'export',
  query: EventFileQuery,
  kind: 'csv',
} as const;
/** `too-little-room` of Parquet, which is made before it is sent. */
const errors = ['owner-not-found', 'filter-not-found', 'range-too-long', 'range-invalid', 'too-little-room'] as const;
const OwnerParams = z.object({ owner: z.string() });

export const eventsApi = {
  exportEntityPackageEvents: route({
    ...events,
    id: 'exportEntityPackageEvents',
    path: '/v2/packages/{owner}/events',
    summary: 'List events of packages, all or those in a query',
    params: OwnerParams,
    /** Names of packages, `engine, mill-*, !mill-old`; all of them by default. */
    query: EventFileQuery.extend({ query: PackageQuery }),
    errors: [...errors, 'invalid-package-query'],
  }),

  exportPackageEvents: route({
    ...events,
    id: 'exportPackageEvents',
    path: '/v2/packages/{owner}/{package_id}/events',
    summary: 'List events of a package',
    params: OwnerParams.extend({ package_id: z.string() }),
    errors: [...errors, 'package-not-found'],
  }),

  exportEntityTrackingPixelEvents: route({
    ...events,
    id: 'exportEntityTrackingPixelEvents',
    path: '/v2/tracking-pixels/{owner}/events',
    summary: 'List events of all tracking pixels',
    params: OwnerParams,
    errors,
  }),

  exportTrackingPixelEvents: route({
    ...events,
    id: 'exportTrackingPixelEvents',
    path: '/v2/tracking-pixels/{owner}/{id}/events',
    summary: 'List events of a tracking pixel',
    params: OwnerParams.extend({ id: z.string() }),
    errors: [...errors, 'pixel-not-found'],
  }),
};
