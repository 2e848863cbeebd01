/**
 * The last event that an answer knows. Answers with the same one rest on the same events, however many
 * come meanwhile. It is a mark without an order, and says nothing about how many events are stored.
 */
import { z } from 'zod';
import { route, type Route } from '../rules/route';

/** The header of every answer about events that names its last one. */
export const lastEventHeader = 'x-last-event';

/** Numbers of each partition of owners (gateway/events/shape/ends.ts). They stay safe integers. */
export const numbersPerPartition = 2 ** 46;

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
      owner: z.string().optional().describe('Owner of the reports; needed where events are on ClickHouse'),
    }),
    errors: ['owner-not-found'],
    answer: z.object({ last_event: z.number().int(), as_of: z.string().datetime() }),
  }),
};
