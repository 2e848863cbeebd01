/**
 * Counts over events: totals, unique origins (address and agent) and unique endpoints (address), by
 * time and up to two dimensions.
 */
import { z } from 'zod';
import { inRange } from './asked-time';
import { ExcludedAudiences, IncludeLowConfidence } from './audience';
import { columnOf, eventFields, groupFields, type FieldBreakdown } from '../event-fields';
import { recordOf } from '../floor/keys-of';
import { DayText, LastEvent } from '../rules/fields';
import * as limits from '../floor/limits';
import { PackageQuery } from '../packages/package-query';
import { queryList, route } from '../rules/route';
import { inCalendar } from '../floor/time-zone';
import { Where } from './where';

const breakdownsMax = 2;

export const Rollup = z.enum(['total', 'hourly', 'daily', 'weekly', 'monthly']);
export type Rollup = z.infer<typeof Rollup>;

const fieldBreakdowns = groupFields.map((name): FieldBreakdown => eventFields[name].breakdown);

/**
 * Breakdowns by what events do not hold: the importance that their package or pixel has now, and
 * the funnel stage in which their company is today.
 */
const joinedBreakdowns = ['by-importance', 'by-company-funnel-stage'] as const;
export type JoinedBreakdown = (typeof joinedBreakdowns)[number];

/** A breakdown by one field of the event, or by a value computed from fields. */
export const Breakdown = z.enum([
  'by-total',
  'by-total-do-not-track',
  'by-company',
  'by-cloudprovider',
  'by-version-minor',
  'by-version-major',
  'by-variable',
  'by-variable-name',
  'by-endpoint',
  'by-origin',
  ...joinedBreakdowns,
  ...fieldBreakdowns,
]);
export type Breakdown = z.infer<typeof Breakdown>;

/** The others: by what every event holds. */
export type EventBreakdown = Exclude<Breakdown, JoinedBreakdown>;

/** Whether a breakdown is by what events do not hold. */
export function isJoined(breakdown: Breakdown): breakdown is JoinedBreakdown {
  return joinedBreakdowns.some((one) => one === breakdown);
}

/** Whether a breakdown has a value for each visitor; such answers always have a limit. */
export function isByVisitor(breakdown: Breakdown): boolean {
  return breakdown === 'by-endpoint' || breakdown === 'by-origin';
}

const ArtifactIds = queryList(z.union([z.literal('all'), z.literal('none'), z.string().uuid()]));

/**
 * Several breakdowns fill the same field: `by-version` and `by-version-minor` both fill `version`.
 */
export function answeredField(breakdown: Breakdown): string {
  return breakdown.replace(/^(by-version|by-variable)-.*/, '$1');
}

const BreakdownSet = z
  .string()
  .default('by-total')
  .transform((v) => v.split(','))
  .pipe(z.array(Breakdown).min(1).max(breakdownsMax))
  .refine((v) => new Set(v.map(answeredField)).size === v.length, 'request-not-valid');

/**
 * Days are of `time_zone`; without them, the last 30 days, today included. `until` is the name to
 * use: `end_date` includes the last day in all other calls. Ids are repeated keys, or `all`, or
 * `none`; when both are left out, all packages and no pixels. `limit` keeps the rows with the
 * highest totals; with a rollup over time, every bucket of the values with the highest totals over
 * the range. By endpoint and by origin the limit is 1,000 where none is given. Hours are of 31 days
 * at most, days of 1,098.
 */
export const AggregationQuery = z.object({
  ...inRange,
  end_date: DayText.optional().describe(
    'Day after the last one, or the same as start_date for a single day. Earlier name of until',
  ),
  ...inCalendar,
  rollup: Rollup.default('total'),
  breakdown_set: BreakdownSet,
  package_id: ArtifactIds,
  tracking_pixel_id: ArtifactIds,
  /** Requests for withdrawn versions of the packages, which were refused, in place of downloads. */
  refused: z
    .enum(['true', 'false'])
    .default('false')
    .transform((v) => v === 'true'),
  /** Names of packages, `engine, mill-*, !mill-old`, in place of ids. */
  query: PackageQuery,
  group_by_artifact: z
    .enum(['true', 'false'])
    .default('false')
    .transform((v) => v === 'true'),
  include_low_confidence: IncludeLowConfidence,
  /**
   * For breakdowns by variable: the variable to report. Without it, all of them: an event counts
   * once for each variable it has.
   */
  variable: z.string().max(limits.variableNameMax).optional(),
  /** Of what is not asked for, the numbers are null, and the answer comes sooner. */
  unique_counts: z.enum(['all', 'origins', 'none']).default('all'),
  /** Events of these audiences are left out. */
  exclude_audience: ExcludedAudiences,
  /** An adhoc filter of the owner. Global filters always apply. */
  filter_id: z.string().max(100).optional(),
  where: Where,
  limit: z.coerce.number().int().min(1).max(1_000).optional(),
  /**
   * Whether rows that have `first_seen` have `first_ever` as well: with `rollup=total`, and not by
   * importance or funnel stage.
   */
  first_dates: z
    .enum(['true', 'false'])
    .default('false')
    .transform((v) => v === 'true'),
  last_event: LastEvent,
  format: z.enum(['ndjson', 'json']).default('ndjson'),
});
export type AggregationQuery = z.output<typeof AggregationQuery>;

const groupColumns = recordOf(groupFields.map((name) => [columnOf(name), z.string().optional()]));

/**
 * One count. Packages and pixels are never merged. `date` is the first day of the bucket in
 * `time_zone`, for hours the moment at which they begin, `2026-11-23T14:00:00Z`, and is left out
 * for `rollup=total`. Buckets and values without events have no row. An unknown dimension is the
 * empty text. By minor and major version the version of a row is `4.1` or `4`; a version without
 * such a number, such as `latest`, stays as it is.
 */
export const AggregationRow = z.object({
  artifact_type: z.enum(['package', 'tracking-pixel']),
  artifact: z.string().optional(),
  artifact_name: z.string().optional(),
  date: z.string().optional(),
  company_name: z.string().optional(),
  company_domain: z.string().optional(),
  cloud_provider_name: z.string().optional(),
  ...groupColumns,
  /**
   * By variable: name and value, without events that lack the variable. By variable name: the name
   * alone.
   */
  variable: z.string().optional(),
  value: z.string().optional(),
  /** As in exported events. */
  endpoint_id: z.string().optional(),
  origin_id: z.string().optional(),
  /** Of the package or pixel, as it is now: `low`, `mid` or `high`. */
  importance: z.string().optional(),
  /** Of the company, today; empty where no company is known. */
  company_funnel_stage: z.string().optional(),
  total: z.number().int(),
  /**
   * Distinct visitors, each counted once per period of ids: a calendar month (UTC), or as
   * SALT_ROTATION says. A row over several periods has their sum. Null if `unique_counts` leaves
   * them out.
   */
  unique_origins: z.number().int().nullable(),
  unique_endpoints: z.number().int().nullable(),
  /** The counts of each period, earliest first, if the row has several. */
  unique_by_period: z
    .array(
      z.object({ period: z.string(), unique_origins: z.number().int(), unique_endpoints: z.number().int().nullable() }),
    )
    .optional(),
  /**
   * By company, and where artifacts are listed separately: times of the first and last event of the
   * row.
   */
  first_seen: z.string().datetime().optional(),
  last_seen: z.string().datetime().optional(),
  /**
   * The time of the first event of this company or of these values at any time: of the same
   * packages and pixels, under the same conditions. Of the first 200 rows.
   */
  first_ever: z.string().datetime().optional(),
});
export type AggregationRow = z.infer<typeof AggregationRow>;

export const aggregationsApi = {
  exportEntityAggregations: route({
    id: 'exportEntityAggregations',
    method: 'GET',
    path: '/v3/insights/{owner}/aggregations/export',
    summary: 'Export counts by time and dimension; format=json wraps the rows in {data}',
    tag: 'Insights',
    access: 'read',
    countsEvents: true,
    params: z.object({ owner: z.string() }),
    query: AggregationQuery,
    kind: 'ndjson',
    answer: AggregationRow,
    errors: [
      'owner-not-found',
      'package-not-found',
      'pixel-not-found',
      'filter-not-found',
      'range-invalid',
      'range-too-long',
      'invalid-package-query',
    ],
  }),
};
