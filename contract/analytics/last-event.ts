/**
 * The last event that an answer knows. Answers with the same one rest on the same events, however many
 * come meanwhile. It is a mark without an order, and says nothing about how many events are stored.
 */
import { z } from 'zod';
import { route, type Route } from '../route';

/** The header of every answer about events that names its last one. */
export const lastEventHeader = 'x-last-event';

/** How many numbers each partition of owners has; gateway/events/query/ends.ts. They stay safe integers. */
export const numbersPerPartition = 2 ** 46;

const invalid = 'last-event-is-invalid';

/**
 * The mark of the last event that a question knows, as an earlier answer named it; by default the
 * last one.
 */
export const LastEvent = z.coerce
  .number({ invalid_type_error: invalid })
  .int(invalid)
  .min(0, invalid)
  .max(Number.MAX_SAFE_INTEGER, invalid)
  .optional()
  .describe('Mark of the last event to include, from an earlier response; defaults to the latest');

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
    summary: 'Get the mark of the last stored event; requests with the same mark include the same events',
    tag: 'Insights',
    access: 'session',
    query: z.object({
      owner: z.string().optional().describe('Owner of the reports; needed where several processes store events'),
    }),
    errors: ['owner-not-found'],
    answer: z.object({ last_event: z.number().int(), as_of: z.string().datetime() }),
  }),
};
