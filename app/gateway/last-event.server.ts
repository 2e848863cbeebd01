/**
 * One last event for all questions of a page, so that all of its numbers rest on the same events.
 */
import { lastEventApi, takesLastEvent } from 'contract/analytics/last-event';
import type { AppLoadContext } from '@remix-run/node';
import type { Call } from './gateway-client.server';

/**
 * The same client: every question about events names the last event, which is asked for at once
 * where the request has not told it already.
 */
export function withOneLastEvent(call: Call, { lastEvent }: AppLoadContext): Call {
  let asked = lastEvent ? Promise.resolve(lastEvent) : call(lastEventApi.getLastEvent);
  // Thrown where a question waits for it.
  asked.catch(() => undefined);
  return async (route, given) => {
    if (route.id === lastEventApi.getLastEvent.id) return asked as never;
    if (!takesLastEvent(route)) return call(route, given);
    let { last_event } = await asked;
    return call(route, { ...given, query: { ...given?.query, last_event } } as typeof given);
  };
}
