/** Accepts and records events in the body of a request. */
import type { ServerResponse } from 'node:http';
import { minuteMs } from 'contract/floor/time';
import { addressBlock } from 'net/proxies';
import { allowAnyOrigin, sendEmpty, sendRedirect } from './answer';
import type { CountedHit, Reception } from './requests/decision';
import type { EdgeRequest } from './requests/edge-request';
import { sendEventRefusal } from './event-responses';

/** Events that one address can send in bodies in a minute, where no token is asked for. */
export const sentEventsPerMinute = 600;

interface Parts {
  /** Resolves when the event is recorded. */
  count(what: CountedHit, request: EdgeRequest): Promise<void>;
  clock: () => number;
}

export type Receive = (reception: Reception, request: EdgeRequest, res: ServerResponse) => Promise<void>;

export function createReceiver({ count, clock }: Parts): Receive {
  let takes = createLimit(clock);
  return async ({ status, forPages, isTrusted, hitsOf, onward }, request, res) => {
    let hits = await hitsOf(res.req);
    if (typeof hits === 'string') return sendEventRefusal(res, hits, forPages);
    if (!isTrusted && !takes(request.address, hits.length)) return sendEventRefusal(res, 'too-many-requests', forPages);
    await Promise.all(hits.map((hit) => count(hit, request)));
    if (onward !== undefined) return sendRedirect(res, onward);
    if (forPages) allowAnyOrigin(res);
    sendEmpty(res, status);
  };
}

/** Networks counted separately within a minute; later ones share one limit. */
const networksMax = 50_000;

/**
 * Limits the events of an address per minute, so that request bodies do not fill the journal faster
 * than plain requests.
 */
function createLimit(clock: () => number): (address: string, events: number) => boolean {
  let minute = 0;
  let counts = new Map<string, number>();
  return (address, events) => {
    let now = Math.floor(clock() / minuteMs);
    if (now !== minute) {
      minute = now;
      counts = new Map();
    }
    let network = addressBlock(address);
    let key = counts.has(network) || counts.size < networksMax ? network : '';
    let before = counts.get(key) ?? 0;
    if (before + events > sentEventsPerMinute) return false;
    counts.set(key, before + events);
    return true;
  };
}
