/** The first event of a package, a pixel or an owner, for the page that waits for it. */
import { liveApi, type LiveEvent } from 'contract/analytics/live';
import { minuteMs } from 'contract/shared/time';
import { relativeTime } from '../../charts/date-buckets.server';
import { type Call, readRefusal } from '../../gateway/gateway-client.server';
import { type LiveLine, liveLine } from './live.server';

/** A page looks for the first event by itself for so long. */
export const waitMs = 10 * minuteMs;

/** Name of the parameter that says since when a page waits. */
const sinceParameter = 'since';

export interface FirstEventData {
  thing: 'download' | 'view';
  /** Null while there is none. */
  first: (LiveLine & { ago: string }) | null;
  /** Whether the page looks again by itself. */
  isWaiting: boolean;
  /** Address of the page that waits from now on. */
  keepWaiting: string;
}

interface Waiting {
  url: URL;
  /** What is waited for. */
  thing: 'download' | 'view';
  /** Ids of a package or a pixel; everything of the owner when left out. */
  about?: { package_id: string[]; tracking_pixel_id: string[] };
  /** When what is waited for was created, ISO time. */
  createdAt: string;
  now: number;
}

/** Null for people who may not see single events. */
export async function readFirstEvent(call: Call, owner: string, waiting: Waiting): Promise<FirstEventData | null> {
  let { url, thing, about = {}, createdAt, now } = waiting;
  let events: LiveEvent[];
  try {
    ({ events } = await call(liveApi.getLiveEvents, { params: { owner }, query: about }));
  } catch (thrown) {
    if ((await readRefusal(thrown))?.code === 'permission-not-granted') return null;
    throw thrown;
  }
  let first = events.at(-1);
  let since = Math.min(now, Number(url.searchParams.get(sinceParameter)) || 0);
  let again = new URL(url);
  again.searchParams.set(sinceParameter, String(now));
  return {
    thing: !first ? thing : first.artifact_type === 'package' ? 'download' : 'view',
    first: first ? { ...liveLine(first), ago: relativeTime(Date.parse(first.time), now) } : null,
    isWaiting: !first && now < Math.max(since, Date.parse(createdAt) || 0) + waitMs,
    keepWaiting: again.pathname + again.search,
  };
}
