/**
 * The numbers of a report, counted again from its events by the plain loops of `npm run verify`,
 * which share no code with the event store.
 */
import { z } from 'zod';
import { AggregationQuery, AggregationRow, Breakdown, Rollup } from './aggregations';
import { route } from '../rules/route';

/** The selection of a report, as in a count of events; `rollup` is that of its lines over time. */
export const ReportVerificationQuery = AggregationQuery.pick({
  start_date: true,
  end_date: true,
  until: true,
  time_zone: true,
  week_start: true,
  package_id: true,
  tracking_pixel_id: true,
  filter_id: true,
  where: true,
  exclude_audience: true,
  last_event: true,
}).extend({ rollup: Rollup.exclude(['total']).default('daily') });
export type ReportVerificationQuery = z.output<typeof ReportVerificationQuery>;

const Sums = z.object({
  rows: z.number().int(),
  total: z.number().int(),
  /** Only where nothing is broken down. */
  unique_origins: z.number().int().nullable().optional(),
  unique_endpoints: z.number().int().nullable().optional(),
  unique_by_period: AggregationRow.shape.unique_by_period,
});
export type Sums = z.infer<typeof Sums>;

export const ReportDifference = z.object({
  /** What tells the row from others, such as its country or date. */
  row: z.record(z.string()),
  /** The number that differs; `row` where a row is missing, too many, or there twice. */
  field: z.string(),
  /** As texts; null where there is none. */
  shown: z.string().nullable(),
  counted: z.string().nullable(),
});
export type ReportDifference = z.infer<typeof ReportDifference>;

export const VerifiedFigure = z.object({
  artifact_type: z.enum(['package', 'tracking-pixel']),
  breakdown: Breakdown,
  rollup: Rollup,
  /** As reports show it, and as counted from the events. */
  shown: Sums,
  counted: Sums,
  /** How many numbers differ, and the first of them. */
  differing: z.number().int(),
  differences: z.array(ReportDifference),
});
export type VerifiedFigure = z.infer<typeof VerifiedFigure>;

export const ReportVerification = z.object({
  events: z.number().int(),
  /** Which requests of packages are one download, decided again. */
  decisions: z.object({
    /** Downloads and repeats, without the filters of the report. */
    requests: z.number().int(),
    /** How many are decided otherwise, and the first of them as they are stored. */
    differing: z.number().int(),
    differences: z.array(z.object({ id: z.string(), counted: z.boolean() })),
  }),
  figures: z.array(VerifiedFigure),
});
export type ReportVerification = z.infer<typeof ReportVerification>;

const OwnerParams = z.object({ owner: z.string() });

/** Of the question, before the work begins. */
const askingErrors = [
  'owner-not-found',
  'package-not-found',
  'pixel-not-found',
  'filter-not-found',
  'range-invalid',
  'range-too-long',
  'too-much-at-once',
] as const;

export const reportVerificationApi = {
  recountReport: route({
    id: 'recountReport',
    method: 'GET',
    path: '/v3/insights/{owner}/recount',
    summary: 'Recount the numbers of a report from its events, with independent code',
    tag: 'Insights',
    access: 'export',
    takesLong: true,
    params: OwnerParams,
    query: ReportVerificationQuery,
    answer: ReportVerification,
    errors: [
      ...askingErrors,
      'too-much-to-recount',
      'server-is-busy',
      'question-is-too-large',
      'events-are-unavailable',
    ],
  }),
};

/** A check in the background. It and its result are kept for an hour, and end with a restart. */
export const RecountJob = z.object({
  id: z.string(),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  done: z.number().min(0).max(1).describe('Share of the events that is counted'),
  reason: z.string().describe('Why it failed, and what to do; empty otherwise'),
  created_at: z.string().datetime(),
  /** Null until it is done. */
  result: ReportVerification.nullable(),
});
export type RecountJob = z.infer<typeof RecountJob>;

export const recountJobsApi = {
  startRecount: route({
    id: 'startRecount',
    method: 'POST',
    path: '/v3/insights/{owner}/recounts',
    summary: 'Recount the numbers of a report in the background',
    tag: 'Insights',
    access: 'export',
    params: OwnerParams,
    query: ReportVerificationQuery,
    status: 202,
    answer: RecountJob,
    errors: askingErrors,
  }),

  getRecount: route({
    id: 'getRecount',
    method: 'GET',
    path: '/v3/insights/{owner}/recounts/{recount_id}',
    summary: 'Get the progress or the result of a recount',
    tag: 'Insights',
    access: 'export',
    params: OwnerParams.extend({ recount_id: z.string() }),
    answer: RecountJob,
    errors: ['owner-not-found', 'recount-not-found'],
  }),
};
