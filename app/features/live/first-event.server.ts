/** Data for pages that wait for the first event. */
import { liveApi } from 'contract/analytics/live';
import { minuteMs } from 'contract/floor/time';
import { relativeTime } from '../../charts/date-buckets.server';
import { env } from '../../config/env.server';
import { type Call, readApiError } from '../../gateway/gateway-client.server';
import { hostProblem } from '../../gateway/host-check.server';
import { secondary } from '../../gateway/secondary.server';
import { type LiveLine, liveLine } from './live.server';

/** How long a page polls. */
const waitMs = 10 * minuteMs;

/** Parameter with the start of waiting. */
const sinceParameter = 'since';

export interface FirstEventData {
  thing: 'download' | 'view';
  /** Null until it arrives. */
  first: (LiveLine & { ago: string }) | null;
  /** Why none can arrive: the host, and what is wrong with it; empty if nothing is known. */
  problem: string;
  /** The page still polls. */
  isWaiting: boolean;
  /** URL that restarts waiting. */
  keepWaiting: string;
}

interface Waiting {
  url: URL;
  thing: 'download' | 'view';
  /** Where it arrives; empty if unknown. */
  host: string;
  /** Default: all artifacts of the owner. */
  about?: { package_id: string[]; tracking_pixel_id: string[] };
  /** Creation time of the artifact. */
  createdAt: string;
  now: number;
}

/** Null without permission for single events, or if they could not be loaded. */
export async function readFirstEvent(call: Call, owner: string, waiting: Waiting): Promise<FirstEventData | null> {
  let { url, thing, host, about = {}, createdAt, now } = waiting;
  let asked = call(liveApi.getLiveEvents, { params: { owner }, query: about }).catch(nullWithoutPermission);
  let live = await secondary(asked, null);
  if (!live) return null;
  let first = live.events.at(-1);
  let since = Math.min(now, Number(url.searchParams.get(sinceParameter)) || 0);
  let problem = first || !host ? '' : await hostProblem(host, env);
  let again = new URL(url);
  again.searchParams.set(sinceParameter, String(now));
  return {
    thing: !first ? thing : first.artifact_type === 'package' ? 'download' : 'view',
    first: first ? { ...liveLine(first), ago: relativeTime(Date.parse(first.time), now) } : null,
    problem: problem && `${host}: ${problem}.`,
    isWaiting: !first && now < Math.max(since, Date.parse(createdAt) || 0) + waitMs,
    keepWaiting: again.pathname + again.search,
  };
}

async function nullWithoutPermission(thrown: unknown): Promise<null> {
  if ((await readApiError(thrown))?.code === 'permission-not-granted') return null;
  throw thrown;
}
