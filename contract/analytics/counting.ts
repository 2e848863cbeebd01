/** What a report counts and what it leaves out. The rules themselves are in counting-rules.ts. */
import { z } from 'zod';
import { AggregationQuery } from './aggregations';
import { audiences } from './audience';
import { DayText } from '../rules/fields';
import { route } from '../rules/route';

/**
 * Dates, packages and pixels as in a count of events. `only_companies=true` is about events of
 * known companies, `company` about those of one: its domain, or its name where it has none; without
 * dates since its first event.
 */
export const CountingQuery = AggregationQuery.pick({
  start_date: true,
  end_date: true,
  until: true,
  time_zone: true,
  package_id: true,
  tracking_pixel_id: true,
  include_low_confidence: true,
  filter_id: true,
  where: true,
  last_event: true,
}).extend({
  only_companies: z
    .enum(['true', 'false'])
    .default('false')
    .transform((v) => v === 'true'),
  company: z.string().max(300).optional(),
});
export type CountingQuery = z.output<typeof CountingQuery>;

export const Counting = z.object({
  /**
   * Events that a report under these filters counts, by audience, and how many of them are
   * downloads; those without events are left out.
   */
  audiences: z.array(z.object({ audience: z.enum(audiences), total: z.number().int(), downloads: z.number().int() })),
  /** Events that asked not to be tracked: in no other number. None belongs to a company. */
  untracked: z.number().int(),
  /** Events that the filters leave out. */
  filtered: z.number().int(),
  /**
   * Requests under these filters that are repeats of a download within 30 s: in no other number.
   */
  repeats: z.number().int(),
  /**
   * The day of the range since which repeats are left out; null where they were left out before it,
   * or only after it.
   */
  repeats_since: DayText.nullable(),
});
export type Counting = z.infer<typeof Counting>;

export const countingApi = {
  getCounting: route({
    id: 'getCounting',
    method: 'GET',
    path: '/v3/insights/{owner}/counting',
    summary: 'Get counts by audience, and what is excluded',
    tag: 'Insights',
    access: 'read',
    countsEvents: true,
    params: z.object({ owner: z.string() }),
    query: CountingQuery,
    answer: Counting,
    errors: [
      'owner-not-found',
      'package-not-found',
      'pixel-not-found',
      'filter-not-found',
      'range-invalid',
      'range-too-long',
    ],
  }),
};
