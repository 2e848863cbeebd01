/**
 * Proxies a response of a registry: counts the pull once the registry has accepted it, then
 * streams.
 */
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { sendRegistryError } from './answer';
import { failureOf } from 'contract/packages/fallback-targets';
import type { BackendHealth } from './upstream/backend-health';
import { isNewImage, type ManifestCheck, type Decision, type CountedHit } from './requests/decision';
import { requestHeaders } from './upstream/forwarded-headers';
import { requestId, requestIdHeader } from 'net/request-id';
import { PrivateTargetError } from 'net/private-targets';
import { addressBlock } from 'net/proxies';
import { createTurns, type Turns } from 'net/turns';
import type { Proxy, Upstream } from './upstream/proxy';
import type { EdgeRequest } from './requests/edge-request';

/** Of one client and owner: nobody else waits for a client that is slow, or for its registry. */
const pullsAtOnce = 128;

export type Pulls = Pick<Turns, 'hold'>;

export function createPulls(): Pulls {
  let unlimited = { atOnce: Infinity, waiting: Infinity, waitingOfOne: Infinity, waitMs: Infinity };
  return createTurns({ ...unlimited, atOnceOfOne: pullsAtOnce });
}

export interface PassParts {
  proxy: Proxy;
  pulls: Pulls;
  backends: Pick<BackendHealth, 'failed'>;
  log: Logger;
  count(what: CountedHit | null, request: EdgeRequest): Promise<void>;
  /** Called with the registry's digest for a client's check; empty without one. */
  checked(check: ManifestCheck, request: EdgeRequest, digest: string): void;
}

/**
 * A registry that does not respond is a 502, and the pull counts as attempted, unless its image has
 * no package yet. A 4xx (no token yet, no such tag, rate limit) delivers nothing, so it is not
 * counted; the client retries with its token. Nor is a 304: the client has the manifest.
 */
export async function passThrough(
  parts: PassParts,
  decision: Extract<Decision, { kind: 'proxy' }>,
  request: EdgeRequest,
  res: ServerResponse,
): Promise<void> {
  let gone = new AbortController();
  res.on('close', () => res.writableFinished || gone.abort());
  let { ownerId = '' } = decision.count ?? decision.check ?? {};
  let end = await parts.pulls.hold(`${addressBlock(request.address)} ${ownerId}`, gone.signal).catch(() => undefined);
  // The client has left while it waited.
  if (!end) return;
  await passInTurn(parts, decision, request, { res, gone: gone.signal }).finally(end);
}

async function passInTurn(
  { proxy, backends, log, count, checked }: PassParts,
  decision: Extract<Decision, { kind: 'proxy' }>,
  request: EdgeRequest,
  { res, gone }: { res: ServerResponse; gone: AbortSignal },
): Promise<void> {
  let first: Answered;
  try {
    first = await askInOrder({ proxy, backends }, decision, request, gone);
  } catch (error) {
    if (gone.aborted) return;
    let id = requestId(request.headers[requestIdHeader]);
    log.warn({ err: error, address: decision.address, request: id }, 'a registry did not answer');
    if (!isNewImage(decision.count)) await count(decision.count, request);
    return sendRegistryError(res, 502, 'UNAVAILABLE', unavailable(error));
  }
  let { upstream, hit } = first;
  let { answer, headers } = upstream;
  let status = answer.statusCode ?? 502;
  let isPull = status < 400 ? status !== 304 : status >= 500 && !isNewImage(hit);
  if (isPull) await count(hit, request);
  if (decision.check && status < 400) checked(decision.check, request, digestIn(headers));
  res.writeHead(status, headers);
  // If the registry or the client disconnects, the response ends early and the client notices
  // missing bytes.
  await pipeline(answer, res).catch((error: unknown) => log.debug({ err: error }, 'a pull broke off'));
}

interface Answered {
  upstream: Upstream;
  /** With the reason, if a fallback has answered. */
  hit: CountedHit | null;
}

/**
 * The first answer that did not fail, or the last one; that of the registry itself if no other helps.
 * Throws if none answers.
 */
async function askInOrder(
  { proxy, backends }: Pick<PassParts, 'proxy' | 'backends'>,
  { address: first, others = [], count: hit, check }: Extract<Decision, { kind: 'proxy' }>,
  { method, headers: given }: EdgeRequest,
  gone: AbortSignal,
): Promise<Answered> {
  let headers = requestHeaders(given);
  let fallback = hit?.fallback;
  let own: Upstream | undefined;
  let error: unknown;
  for (let [place, address] of [first, ...others].entries()) {
    // A token is for the registry that has asked for it.
    if (place > 0) delete headers.authorization;
    let upstream = await proxy.ask(address, { method, headers }, gone).catch((reason: unknown) => {
      error = reason;
      return undefined;
    });
    gone.throwIfAborted();
    let status = upstream?.answer.statusCode ?? 0;
    let reason = failureOf(status);
    // The client would bring a token for this one to the registry, which refused it without.
    let isOfNoUse = own !== undefined && status === 401;
    if (upstream && !isOfNoUse && (!reason || place === others.length)) {
      own?.answer.destroy();
      return { upstream, hit: hit && { ...hit, ...(fallback && { fallback }) } };
    }
    if (place === 0) own = upstream;
    else upstream?.answer.destroy();
    // The registry may mean this client alone, so only an own question decides about others.
    let asked = hit ?? check;
    if (asked && reason) backends.failed(asked.ownerId, address);
    fallback ??= reason;
  }
  if (own) return { upstream: own, hit };
  throw error;
}

/** OCI digests are lower case. */
function digestIn(headers: Upstream['headers']): string {
  let digest = headers['docker-content-digest'];
  return typeof digest === 'string' && /^sha(?:256|512):[0-9a-f]{64,128}$/.test(digest) ? digest : '';
}

function unavailable(error: unknown): string {
  return error instanceof PrivateTargetError
    ? 'the registry behind this package is on a private network that this gateway may not reach'
    : 'the registry behind this package did not answer';
}
