/** The newest events of an owner and how many came in each minute: once, or as a stream. */
import { z } from 'zod';
import { AggregationQuery } from './aggregations';
import { eventFields } from '../event-fields';
import { LastEvent } from '../rules/fields';
import * as limits from '../floor/limits';
import { route } from '../rules/route';

/** Some of what a raw export has of an event. An unknown text is empty. */
export const LiveEvent = z.object({
  id: z.string(),
  time: z.string().datetime(),
  type: z.enum(eventFields.type.oneOf),
  artifact_type: z.enum(['package', 'tracking-pixel']),
  artifact: z.string(),
  artifact_name: z.string(),
  version: z.string(),
  client: z.string(),
  platform: z.string(),
  country: z.string(),
  company_name: z.string(),
  company_domain: z.string(),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

export const Live = z.object({
  /** The newest first; none is older than a day. */
  events: z.array(LiveEvent),
  /** Events of each of the last 30 minutes; the last number is that of the running minute. */
  minutes: z.array(z.number().int()),
  /** The beginning of the running minute. */
  minute: z.string().datetime(),
});
export type Live = z.infer<typeof Live>;

/**
 * One message of the stream. The first has what `getLiveEvents` answers. Later ones have the newest
 * of the events that have come since the message before, and how many these are.
 */
export const LiveUpdate = Live.extend({ is_first: z.boolean(), new_events: z.number().int() });
export type LiveUpdate = z.infer<typeof LiveUpdate>;

/** Ids are repeated keys, or `all`, or `none`; all packages and pixels when both are left out. */
export const LiveQuery = AggregationQuery.pick({ package_id: true, tracking_pixel_id: true });
export type LiveQuery = z.output<typeof LiveQuery>;

const live = { method: 'GET', tag: 'Events', access: 'export', params: z.object({ owner: z.string() }) } as const;
const errors = ['owner-not-found', 'package-not-found', 'pixel-not-found'] as const;

export const liveApi = {
  getLiveEvents: route({
    ...live,
    id: 'getLiveEvents',
    path: '/v3/live/{owner}',
    summary: 'Get the latest events, and counts for each of the last 30 minutes; global filters apply',
    countsEvents: true,
    query: LiveQuery.extend({
      per_page: z.coerce.number().int().min(1).max(limits.liveEventsMax).default(limits.liveEventsMax),
      last_event: LastEvent,
    }),
    answer: Live,
    errors,
  }),

  /** Ends by itself after ten minutes, and when the caller may not read it any more. */
  streamLiveEvents: route({
    ...live,
    id: 'streamLiveEvents',
    path: '/v3/live/{owner}/stream',
    summary: 'Stream the same as server-sent events, at most ten events every two seconds',
    kind: 'sse',
    query: LiveQuery,
    answer: LiveUpdate,
    errors: [...errors, 'too-much-at-once', 'server-is-busy', 'question-is-too-large', 'events-are-unavailable'],
  }),
};
