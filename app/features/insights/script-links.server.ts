/**
 * Short-lived links to a report's events for scripts: each opens one export of the API and nothing
 * else.
 */
import { messageOf } from 'contract/errors';
import * as limits from 'contract/limits';
import { createOnePathToken, onePathParameter } from 'contract/signed-urls';
import type { Days } from '../../charts/days.server';
import { pathOf, queryText, type Call } from '../../gateway-client.server';
import { apiOrigin } from '../../gateway-place.server';
import type { Selection } from './aggregation-client.server';
import { exportsOf, type Export } from './exports.server';

/** More pixels than this are chosen by hand rarely, and each would need a line. */
const linesMax = 20;

export interface ScriptLinks {
  lines: { label: string; command: string }[];
  /** When the links end, ISO time. */
  until: string;
  /** Why there are none. */
  error?: string;
}

const labels = {
  packages: 'All packages',
  package: 'The package',
  pixels: 'All pixels',
  pixel: 'Pixel',
} as const satisfies Record<Export['what'], string>;

/**
 * A `curl` line for each export of a selection; null where it has none or too many. A 404 is said
 * as "User not found" (spec section 8), other refusals are thrown on.
 */
export async function scriptLinks(
  call: Call,
  owner: string,
  days: Days,
  selection: Selection,
): Promise<ScriptLinks | null> {
  let wanted = exportsOf(owner, selection);
  if (wanted.length === 0 || wanted.length > linesMax) return null;
  let until = new Date(Date.now() + limits.onePathTokenMs).toISOString();
  try {
    return { lines: await Promise.all(wanted.map((one) => lineOf(call, one, days, selection.filterId))), until };
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status !== 404) throw thrown;
    return { lines: [], until, error: messageOf('user-not-found') };
  }
}

async function lineOf(call: Call, { route, params, what }: Export, { from, to }: Days, filter_id?: string) {
  let path = pathOf(route, params);
  let { token } = await call(createOnePathToken, { body: { path } });
  let query = queryText({ start_date: from, end_date: to, filter_id, [onePathParameter]: token });
  return { label: labels[what], command: `curl -fsS -o ${what}.csv '${apiOrigin}${path}${query}'` };
}
