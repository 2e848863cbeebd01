/**
 * The last event that an answer knows. An owner's events are numbered in the order in which they are
 * stored, from 1 where one process stores all events; answers with the same last event rest on the same
 * events, however many come meanwhile.
 */
import { z } from 'zod';
import { route, type Route } from '../route';

/** The header of every answer about events that names its last one. */
export const lastEventHeader = 'x-last-event';

/** How many numbers each partition of owners has; gateway/events/query/ends.ts. They stay safe integers. */
export const numbersPerPartition = 2 ** 46;

/** The number of an event among those of its partition, as people read it. */
export function numberInPartition(event: number): number {
  return event % numbersPerPartition;
}

const invalid = 'last-event-is-invalid';

/**
 * The number of the last event that a question knows, as an earlier answer named it; the last one
 * there is by default.
 */
export const LastEvent = z.coerce
  .number({ invalid_type_error: invalid })
  .int(invalid)
  .min(0, invalid)
  .max(Number.MAX_SAFE_INTEGER, invalid)
  .optional()
  .describe('Number of the last event to include, from an earlier response; defaults to the latest');

/** Whether a question can name its last event. Its answer then always does. */
export function takesLastEvent({ query }: Pick<Route, 'query'>): boolean {
  return query instanceof z.ZodObject && 'last_event' in query.shape;
}

export const lastEventApi = {
  /**
   * `as_of`: everything that was answered as counted before this time is stored up to `last_event`.
   */
  getLastEvent: route({
    id: 'getLastEvent',
    method: 'GET',
    path: '/v3/last-event',
    summary: 'Get the number of the last stored event; requests with the same number include the same events',
    tag: 'Insights',
    access: 'session',
    query: z.object({
      owner: z.string().optional().describe('Owner of the reports; needed where several processes store events'),
    }),
    errors: ['owner-not-found'],
    answer: z.object({ last_event: z.number().int(), as_of: z.string().datetime() }),
  }),
};
