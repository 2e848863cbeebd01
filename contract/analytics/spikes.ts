/**
 * Days with far more downloads than usual, and the network or user that explains them; and a total that
 * they cannot raise: visitor-days, in which each unique user counts at most once a day.
 */
import { z } from 'zod';
import { AggregationQuery } from './aggregations';
import { DayText } from '../rules/fields';
import { route } from '../rules/route';

/**
 * A spike has more than three times the median of the range's days, and a hundred more than it.
 * One network explains it if it alone has at least half of what is above the median, over what that
 * network has on the other days; if none does, one user can explain it in the same way.
 */
export const Spikes = z.object({
  downloads: z.number().int(),
  visitor_days: z.number().int(),
  /** The median of the days since the first download in the range. */
  usual_downloads: z.number().int(),
  /** The largest ones, at most ten, in order of their days. */
  days: z.array(
    z.object({
      /** In `time_zone`. */
      day: DayText,
      downloads: z.number().int(),
      /** Null if no single network explains it. */
      network: z
        .object({
          /** As in exported events, `AS3303 Swisscom (Schweiz) AG`. */
          name: z.string(),
          downloads: z.number().int(),
          users: z.number().int(),
        })
        .nullable(),
      /** One user that explains it, if no network does, with the id of `request_origin_id`. */
      user: z.object({ id: z.string(), downloads: z.number().int() }).nullable(),
    }),
  ),
});
export type Spikes = z.infer<typeof Spikes>;

export const spikesApi = {
  getSpikes: route({
    id: 'getSpikes',
    method: 'GET',
    path: '/v3/insights/{owner}/spikes',
    summary: 'Get days with unusually many downloads, the network or user that explains each, and visitor-days',
    tag: 'Insights',
    access: 'read',
    countsEvents: true,
    params: z.object({ owner: z.string() }),
    query: AggregationQuery.pick({
      start_date: true,
      end_date: true,
      until: true,
      time_zone: true,
      package_id: true,
      exclude_audience: true,
      filter_id: true,
      where: true,
      last_event: true,
    }),
    answer: Spikes,
    errors: ['owner-not-found', 'package-not-found', 'filter-not-found', 'range-invalid', 'range-too-long'],
  }),
};
