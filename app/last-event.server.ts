/**
 * One last event for all questions of a page, so that all of its numbers rest on the same events.
 */
import { getLastEvent, takesLastEvent } from 'contract/last-event';
import type { Call } from './gateway-client.server';

/**
 * The same client: the last event is asked for at once, and every question about events names it.
 */
export function withOneLastEvent(call: Call): Call {
  let asked = call(getLastEvent);
  // Thrown where a question waits for it.
  asked.catch(() => undefined);
  return async (route, given) => {
    if (route.id === getLastEvent.id) return asked as never;
    if (!takesLastEvent(route)) return call(route, given);
    let { last_event } = await asked;
    return call(route, { ...given, query: { ...given?.query, last_event } } as typeof given);
  };
}
