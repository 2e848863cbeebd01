/**
 * Counts of packages in the form of the second version of the published API: one line for each
 * package, rollup, breakdown and value. `exportEntityAggregations` answers more, and limits its
 * rows.
 */
import { z } from 'zod';
import { Breakdown, isByVisitor, Rollup } from './aggregations';
import { DayText, LastEvent } from '../rules/fields';
import { PackageQuery } from '../packages/package-query';
import { queryList, route } from '../rules/route';
import { inCalendar } from '../floor/time-zone';
import { Where } from './where';

/** Of one question for aggregates, each with every rollup. */
const aggregateBreakdownsMax = 8;

/** Each of them once, and the first one where none is given. */
function some<T extends string>(option: z.ZodType<T>, first: T) {
  return queryList(option).transform((given) => (given.length === 0 ? [first] : [...new Set(given)]));
}

/** Visitors have no place in lines that are kept for long; the other endpoint counts by them. */
const AggregateBreakdown = Breakdown.refine((breakdown) => !isByVisitor(breakdown), 'request-not-valid');

/** Without hours. */
const DayRollup = Rollup.exclude(['hourly']);

/** Both days count; without them, the last 30 days. */
export const AggregatesQuery = z.object({
  start_date: DayText.optional(),
  end_date: DayText.optional(),
  ...inCalendar,
  rollup: some(DayRollup, 'total'),
  breakdown: some(AggregateBreakdown, 'by-total').refine(
    (given) => given.length <= aggregateBreakdownsMax,
    'request-not-valid',
  ),
  /** Names of packages, `engine, mill-*, !mill-old`; all of them by default. */
  query: PackageQuery,
  filter_id: z.string().max(100).optional(),
  where: Where,
  last_event: LastEvent,
});

/** `date` is the first day of the bucket, or its hour; for `total`, the first day of the range. */
export const Aggregate = z.object({
  date: z.string(),
  /** Name of the package. */
  artifact: z.string(),
  breakdown: Breakdown,
  rollup: DayRollup,
  total: z.number().int(),
  /** Distinct visitors, counted once per period of ids and added over periods. */
  total_unique: z.number().int(),
  company_name: z.string().optional(),
  company_domain: z.string().optional(),
  cloud_provider_name: z.string().optional(),
  country: z.string().optional(),
  platform: z.string().optional(),
  version: z.string().optional(),
  client: z.string().optional(),
  variable: z.string().optional(),
  value: z.string().optional(),
  /** The host that the requests came to. */
  domain: z.string().optional(),
  referer: z.string().optional(),
  user_agent: z.string().optional(),
  audience: z.string().optional(),
  audience_reason: z.string().optional(),
  file_extension: z.string().optional(),
  runtime: z.string().optional(),
  installer: z.string().optional(),
  arch: z.string().optional(),
  libc: z.string().optional(),
  ci_provider: z.string().optional(),
  importance: z.string().optional(),
  company_funnel_stage: z.string().optional(),
});
export type Aggregate = z.infer<typeof Aggregate>;

export const aggregatesApi = {
  exportEntityAggregates: route({
    id: 'exportEntityAggregates',
    method: 'GET',
    path: '/v2/packages/{owner}/aggregates',
    summary: 'Export counts of all packages by rollup and breakdown',
    tag: 'Insights',
    access: 'read',
    countsEvents: true,
    params: z.object({ owner: z.string() }),
    query: AggregatesQuery,
    kind: 'ndjson',
    answer: Aggregate,
    errors: ['owner-not-found', 'filter-not-found', 'range-invalid', 'range-too-long', 'invalid-package-query'],
  }),
};
