/**
 * One last event for all questions of a page, so that all of its numbers rest on the same events.
 */
import { lastEventApi, takesLastEvent } from 'contract/analytics/last-event';
import type { AppLoadContext } from '@remix-run/node';
import type { Call } from './gateway-client.server';

/** Makes all queries for events of an owner agree: each names the same last event, read once. */
export function withOneLastEvent(call: Call, owner: string, { lastEvent }: AppLoadContext): Call {
  // The page's is known where one process stores the events of all owners.
  let asked = lastEvent ? Promise.resolve(lastEvent) : call(lastEventApi.getLastEvent, { query: { owner } });
  // Thrown where a question waits for it.
  asked.catch(() => undefined);
  return async (route, given) => {
    if (route.id === lastEventApi.getLastEvent.id) return asked as never;
    if (!takesLastEvent(route)) return call(route, given);
    let { last_event } = await asked;
    return call(route, { ...given, query: { ...given?.query, last_event } } as typeof given);
  };
}
