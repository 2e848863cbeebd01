/** Events of a report: as one CSV or Parquet file, and as short-lived links for scripts. */
import type { AppLoadContext } from '@remix-run/node';
import type { AskedTime } from 'contract/analytics/asked-time';
import { pathOf, queryText } from 'contract/floor/call-address';
import { messageOf } from 'contract/rules/errors';
import { eventsApi } from 'contract/analytics/events';
import { lastEventHeader } from 'contract/analytics/last-event';
import * as limits from 'contract/floor/limits';
import type { Route } from 'contract/rules/route';
import { onePathTokensApi, onePathParameter } from 'contract/exports/one-path-tokens';
import { type Call, sendRoute } from '../../gateway/gateway-client.server';
import { apiOrigin } from '../../gateway/gateway-origin.server';
import { botAudiencesToExclude } from '../../links/exclude-bots.server';
import { errorResponse } from '../../gateway/error-message.server';
import { chunksOf, csvDownload } from '../../http/csv.server';
import { zoneQuery } from '../../session/reader.server';
import type { Selection, ArtifactSelection } from './aggregate-query.server';

interface EventExport {
  route: Route;
  params: Record<string, string>;
  what: 'packages' | 'package' | 'pixels' | 'pixel';
}

/** Packages first. */
function exportsOf(owner: string, { packages, pixels }: Selection): EventExport[] {
  return [...packageExports(owner, packages), ...pixelExports(owner, pixels)];
}

function packageExports(owner: string, packages: ArtifactSelection): EventExport[] {
  if (packages === 'none') return [];
  if (packages === 'all') return [{ route: eventsApi.exportEntityPackageEvents, params: { owner }, what: 'packages' }];
  return packages.map((package_id) => ({
    route: eventsApi.exportPackageEvents,
    params: { owner, package_id },
    what: 'package',
  }));
}

function pixelExports(owner: string, pixels: ArtifactSelection): EventExport[] {
  if (pixels === 'none') return [];
  if (pixels === 'all')
    return [{ route: eventsApi.exportEntityTrackingPixelEvents, params: { owner }, what: 'pixels' }];
  return pixels.map((id) => ({ route: eventsApi.exportTrackingPixelEvents, params: { owner, id }, what: 'pixel' }));
}

const lineFeed = 0x0a;

/** Requests one part. Later parts use the first one's snapshot. */
type Source = (lastEvent?: number) => Promise<Response>;

interface FileRequest {
  context: AppLoadContext;
  token: string;
  owner: string;
  time: AskedTime;
  selection: Selection;
  format?: 'csv' | 'parquet';
}

/**
 * Streams one file; null for an empty selection, and for a Parquet file of several sources, which cannot be
 * joined. An error in the first part is thrown before anything is sent; a later one aborts the download, so
 * that a partial file is not mistaken for a complete one.
 */
export async function reportEventsFile(request: FileRequest): Promise<Response | null> {
  let [first, ...more] = sourcesOf(request);
  if (!first) return null;
  if (request.format === 'parquet') return more.length === 0 ? first() : null;
  let head = await first();
  let lastEvent = head.headers.get(lastEventHeader);
  if (lastEvent === null) throw errorResponse('internal-error');
  let parts = more.map((source) => () => source(Number(lastEvent)));
  let name = head.headers.get('content-disposition') ?? 'events.csv';
  return csvDownload(joined(head, parts), name, { [lastEventHeader]: lastEvent });
}

function sourcesOf({ context, token, owner, time, selection, format }: FileRequest): Source[] {
  let query = { ...time, ...zoneQuery(), ...conditionsOf(selection), format };
  return exportsOf(owner, selection).map(
    ({ route, params }) =>
      (last_event) =>
        sendRoute(context, { token }, route, { params, query: { ...query, last_event } }),
  );
}

function conditionsOf({ filterId, where, withoutNoise }: Selection) {
  return { filter_id: filterId, where, exclude_audience: botAudiencesToExclude(withoutNoise) };
}

/** Concatenates the parts, with one header. */
async function* joined(head: Response, more: (() => Promise<Response>)[]): AsyncGenerator<Uint8Array> {
  yield* chunksOf(head);
  for (let source of more) {
    yield* withoutFirstLine(chunksOf(await source()));
  }
}

async function* withoutFirstLine(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let inFirstLine = true;
  for await (let chunk of body) {
    let end = inFirstLine ? chunk.indexOf(lineFeed) : -1;
    if (inFirstLine && end < 0) continue;
    inFirstLine = false;
    yield chunk.subarray(end + 1);
  }
}

/** Each selected pixel needs a line. */
const linesMax = 20;

export interface ScriptLinks {
  lines: { label: string; command: string }[];
  /** ISO time. */
  until: string;
  error?: string;
}

const exportLabels = {
  packages: 'All packages',
  package: 'The package',
  pixels: 'All pixels',
  pixel: 'Pixel',
} as const satisfies Record<EventExport['what'], string>;

/**
 * One `curl` line per export, with a token for that export only; null for none or too many. A 404
 * becomes "User not found" (spec section 8); other errors are thrown.
 */
export async function scriptLinks(
  call: Call,
  owner: string,
  time: AskedTime,
  selection: Selection,
): Promise<ScriptLinks | null> {
  let wanted = exportsOf(owner, selection);
  if (wanted.length === 0 || wanted.length > linesMax) return null;
  let until = new Date(Date.now() + limits.onePathTokenMs).toISOString();
  try {
    return { lines: await Promise.all(wanted.map((one) => lineOf(call, one, time, selection))), until };
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status !== 404) throw thrown;
    return { lines: [], until, error: messageOf('user-not-found') };
  }
}

async function lineOf(call: Call, { route, params, what }: EventExport, time: AskedTime, selection: Selection) {
  let path = pathOf(route, params);
  let { token } = await call(onePathTokensApi.createOnePathToken, { body: { path } });
  let query = queryText({ ...time, ...zoneQuery(), ...conditionsOf(selection), [onePathParameter]: token });
  return { label: exportLabels[what], command: `curl -fsS -o ${what}.csv '${apiOrigin}${path}${query}'` };
}
