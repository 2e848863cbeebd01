/**
 * File packages: a path that meets a template is sent on to its target, or answered with nothing
 * where there is no target.
 */
import type { CatchAllRule } from 'contract/edge-rules';
import { decoded, mergeQuery } from './address';
import type { Hit, Decision } from './decision';
import type { Target } from './target';
import { matchIncoming, type IncomingTemplate } from './template';
import { collectVariables } from './variables';
import type { EdgeRequest } from './edge-request';

/** One route of a file package, its templates read. */
export interface FileMatcher {
  ownerId: string;
  packageId: string;
  trackCompanies: boolean;
  incoming: IncomingTemplate;
  /** Null: counted and answered with an empty 200. */
  target: Target | null;
}

/**
 * Decides by the first matcher that the request meets; null when it meets none. Only GET is a
 * download: HEAD is answered alike and not counted.
 */
export function decideFile(matchers: readonly FileMatcher[], request: EdgeRequest): Decision | null {
  for (let matcher of matchers) {
    let captures = matchIncoming(matcher.incoming, request.path, request.query);
    if (!captures) continue;
    let location = matcher.target?.(captures);
    if (location === null) continue;
    let count = request.method === 'GET' ? countFile(matcher, captures.text, request.query) : null;
    return location === undefined
      ? { kind: 'empty', count }
      : { kind: 'redirect', location: mergeQuery(location, request.query), count };
  }
  return null;
}

/**
 * What belongs to no route of a host: sent on with its path and query as they are, and counted like
 * any other file.
 */
export function decideCatchAll(rule: CatchAllRule, { method, path, query }: EdgeRequest): Decision {
  let location = `${rule.target}${path}${query === '' ? '' : `?${query}`}`;
  let count = method === 'GET' ? countFile(rule, { path: decoded(path) }, query) : null;
  return { kind: 'redirect', location, status: 302, count };
}

type Served = Pick<FileMatcher, 'ownerId' | 'packageId' | 'trackCompanies'>;

function countFile(matcher: Served, captured: Record<string, string>, query: string): Hit {
  let { ownerId, packageId, trackCompanies } = matcher;
  let variables = collectVariables(captured, query);
  return {
    type: 'binary-download',
    artifactType: 'package',
    artifactId: packageId,
    ownerId,
    trackCompanies,
    version: variables.version ?? '',
    page: variables.page ?? '',
    variables,
  };
}
