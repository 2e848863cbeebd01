/**
 * File packages: a path that matches a route is redirected to its target, or answered without a
 * body if it has none.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { compileIncoming } from 'contract/packages/file-routes/template';
import type { CatchAllRule, FileRule, RouteRule, VariableNames } from 'contract/packages/package-types/file';
import { arrangeRoutes, type MatchRoutes, type RoutePath } from 'matching/routes';
import { decoded, mergeQuery } from '../requests/address';
import type { Decision, EventRefusal, CountedHit, SentEvent } from '../requests/decision';
import type { EdgeRequest } from '../requests/edge-request';
import { readSentEvents } from '../requests/sent-events';
import { compileTarget, type CompiledTarget } from '../requests/target';
import { collectVariables, saidBy } from '../requests/variables';
import type { EdgePackageType } from './type';

/** A parsed route. */
interface FileRoute extends RoutePath {
  ownerId: string;
  packageId: string;
  trackCompanies: boolean;
  /** Null: counted and answered without a file. */
  target: CompiledTarget | null;
  /** Keys of the query that its template uses. */
  queryKeys: readonly string[];
  /** SHA-256 of the token that senders need. */
  tokenHash: string | undefined;
  variableNames?: VariableNames;
}

export const file: EdgePackageType<FileRule> = {
  arrange(rules) {
    let find = arrangeRoutes(rules.flatMap((rule) => ('target' in rule ? [] : routeOf(rule))));
    let findFirst = finder(find);
    let catchAll = rules.find((rule) => 'target' in rule);
    // A target may have become a custom domain here after it was saved; redirecting there could
    // loop.
    let catchAllHost = catchAll ? new URL(catchAll.target).hostname : '';
    return {
      decide: (request) => decideFile(findFirst(request), request),
      decideRest: (request, { isServed }) =>
        catchAll && !isServed(catchAllHost) ? decideCatchAll(catchAll, request) : null,
      decideSent: (request) => decideSent(find, request),
    };
  },
};

function routeOf({ type = 'uri-template', incomingPath, outgoingUrl, tokenHash, ...of }: RouteRule): FileRoute[] {
  let target = outgoingUrl === null ? null : compileTarget(outgoingUrl);
  if (outgoingUrl !== null && !target) return [];
  let template = type === 'regex' ? null : compileIncoming(incomingPath);
  let queryKeys = template?.query.map(({ key }) => key) ?? [];
  return [{ ...of, type, incomingPath, target, queryKeys, tokenHash }];
}

/** Null if no route matches. */
function decideFile(found: Found | null, request: EdgeRequest): Decision | null {
  if (!found) return null;
  let { route, location, hit } = found;
  if (!hasToken(route, request)) return refusal('token-not-valid');
  return location === undefined
    ? { kind: 'empty', status: statusOf(route), count: hit }
    : { kind: 'redirect', location, count: hit };
}

/** The result for an address, the same for every client. */
interface Found {
  route: FileRoute;
  /** Undefined for a route without a target. */
  location: string | undefined;
  hit: CountedHit;
}

function firstFound(find: MatchRoutes<FileRoute>, { path, query }: Address): Found | null {
  for (let { route, captures } of find(path, query)) {
    let location = route.target?.(captures);
    if (location === null) continue;
    let type = location === undefined ? ('event' as const) : ('binary-download' as const);
    let hit = hitOf({ ...route, type }, captures.text, { path, query });
    return { route, location: location === undefined ? undefined : mergeQuery(location, query), hit };
  }
  return null;
}

type Address = Pick<EdgeRequest, 'path' | 'query'>;

/**
 * Frequent addresses of all hosts: a few megabytes. The key includes a number of the arrangement,
 * so that no entry outlives a change of its rules.
 */
const kept = new LRUCache<string, { found: Found | null }>({ max: 4_000 });
const keptLengthMax = 300;
let arrangements = 0;

function finder(find: MatchRoutes<FileRoute>): (address: Address) => Found | null {
  let number = (arrangements += 1);
  return (address) => {
    let { path, query } = address;
    if (path.length + query.length > keptLengthMax) return firstFound(find, address);
    let key = `${number} ${path}?${query}`;
    let known = kept.get(key);
    if (!known) kept.set(key, (known = { found: firstFound(find, address) }));
    return known.found;
  };
}

/**
 * For other methods than GET and HEAD; null if no route matches. Events that are sent to a route
 * with a target are recorded too, but not redirected: the target must not get a body that was meant
 * for the gateway.
 */
function decideSent(find: MatchRoutes<FileRoute>, request: EdgeRequest): Decision | null {
  for (let { route, captures } of find(request.path, request.query)) {
    if (request.method === 'OPTIONS') return { kind: 'preflight', count: null };
    if (request.method !== 'POST') return refusal('method-not-allowed');
    if (!hasToken(route, request)) return refusal('token-not-valid');
    return {
      kind: 'receive',
      status: statusOf(route),
      forPages: true,
      isTrusted: route.tokenHash !== undefined,
      async hitsOf(req) {
        let sent = await readSentEvents(req);
        if (typeof sent === 'string') return sent;
        return sent.map((one) => hitOf({ ...route, type: 'event' }, captures.text, request, one));
      },
      count: null,
    };
  }
  return null;
}

function refusal(code: EventRefusal): Decision {
  return { kind: 'event-refusal', refusal: code, forPages: true, count: null };
}

function statusOf({ type }: FileRoute): 200 | 204 {
  return type === 'telemetry' ? 204 : 200;
}

/** Compared in constant time. */
function hasToken({ tokenHash }: FileRoute, { headers }: EdgeRequest): boolean {
  if (tokenHash === undefined) return true;
  let [, token = ''] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  let shown = createHash('sha256').update(token).digest();
  let wanted = Buffer.from(tokenHash, 'hex');
  return shown.length === wanted.length && timingSafeEqual(shown, wanted);
}

/** A request that matches no route: redirected with path and query unchanged, and counted. */
function decideCatchAll(rule: CatchAllRule, request: EdgeRequest): Decision {
  let { path, query } = request;
  let location = `${rule.target}${path}${query === '' ? '' : `?${query}`}`;
  let count = hitOf({ ...rule, type: 'binary-download' }, { path: decoded(path) }, request);
  return { kind: 'redirect', location, status: 302, count };
}

interface Served
  extends Pick<FileRoute, 'ownerId' | 'packageId' | 'trackCompanies' | 'variableNames'>, Pick<CountedHit, 'type'> {
  /** Left out for a catch-all. */
  queryKeys?: readonly string[];
}

function hitOf(
  served: Served,
  captured: Record<string, string>,
  { path, query }: Address,
  sent?: SentEvent,
): CountedHit {
  let { ownerId, packageId, trackCompanies, type, queryKeys, variableNames } = served;
  let variables = collectVariables(captured, query, { sent: sent?.variables });
  return {
    type,
    artifactType: 'package',
    artifactId: packageId,
    ownerId,
    trackCompanies,
    version: sent?.version ?? saidBy(variables, 'version', variableNames),
    requestPath: `${path}${queryRead(queryKeys, query)}`,
    page: sent?.page ?? saidBy(variables, 'page', variableNames),
    platform: variableNames?.platform && saidBy(variables, 'platform', variableNames),
    variables,
  };
}

/** The part of a query that the template uses, as sent; the rest does not select a file. */
function queryRead(queryKeys: readonly string[] | undefined, query: string): string {
  if (!queryKeys?.length || query === '') return '';
  let keys = new Set(queryKeys);
  let read = query.split('&').filter((pair) => keys.has(decoded(pair.replace(/=.*$/s, ''))));
  return read.length === 0 ? '' : `?${read.join('&')}`;
}
