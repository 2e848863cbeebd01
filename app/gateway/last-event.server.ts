/**
 * One last event for all questions of a page to a remote gateway, so that all of its numbers rest
 * on the same events.
 */
import { lastEventApi, takesLastEvent } from 'contract/analytics/last-event';
import type { AppLoadContext } from '@remix-run/node';
import type { Call } from './gateway-client.server';
import { secondary } from './secondary.server';

/** Makes all queries for events of an owner agree: each names the same last event, read once. */
export function withOneLastEvent(call: Call, owner: string, context: AppLoadContext): Call {
  // The embedded gateway answers all questions of a page at one state.
  if (context.ask) return call;
  let asked = call(lastEventApi.getLastEvent, { query: { owner } });
  let known = secondary(asked, null);
  // Thrown where a question waits for it.
  known.catch(() => undefined);
  return async (route, given) => {
    if (route.id === lastEventApi.getLastEvent.id) return asked as never;
    if (!takesLastEvent(route)) return call(route, given);
    // Without it the numbers are as good, only not of the same moment.
    let last_event = (await known)?.last_event;
    return call(route, { ...given, query: { ...given?.query, last_event } } as typeof given);
  };
}
