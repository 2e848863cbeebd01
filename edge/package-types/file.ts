/**
 * File packages: a path that matches a template is redirected to its target, or answered with an
 * empty 200 where there is none.
 */
import type { CatchAllRule, FileRule, RouteRule } from 'contract/package-types/file';
import { decoded, mergeQuery } from '../address';
import type { Hit, Decision } from '../decision';
import type { EdgeRequest } from '../edge-request';
import { groupBy } from '../group-by';
import { compileTarget, type Target } from '../target';
import { compileIncoming, type IncomingTemplate, matchIncoming } from '../template';
import { collectVariables } from '../variables';
import type { EdgePackageType } from './type';

/** One route of a file package with its parsed templates. */
interface FileMatcher {
  ownerId: string;
  packageId: string;
  trackCompanies: boolean;
  incoming: IncomingTemplate;
  /** Null: counted and answered with an empty 200. */
  target: Target | null;
}

export const file: EdgePackageType<FileRule> = {
  arrange(rules) {
    let matchers = rules.flatMap((rule) => ('target' in rule ? [] : matcherOf(rule)));
    let exact = groupBy(matchers.filter(isExact), ({ incoming }) => incoming.head);
    let templates = matchers.filter((matcher) => !isExact(matcher)).sort(moreSpecificFirst);
    let catchAll = rules.find((rule) => 'target' in rule);
    // A target may have become a custom domain here after it was saved; redirecting there could
    // loop.
    let catchAllHost = catchAll ? new URL(catchAll.target).hostname : '';
    return {
      decide: (request) => decideFile(exact.get(request.path) ?? [], request) ?? decideFile(templates, request),
      decideRest: (request, { isServed }) =>
        catchAll && !isServed(catchAllHost) ? decideCatchAll(catchAll, request) : null,
    };
  },
};

function matcherOf({ ownerId, packageId, trackCompanies, incomingPath, outgoingUrl }: RouteRule): FileMatcher[] {
  let incoming = compileIncoming(incomingPath);
  let target = outgoingUrl === null ? null : compileTarget(outgoingUrl);
  if (!incoming || (outgoingUrl !== null && !target)) return [];
  return [{ ownerId, packageId, trackCompanies, incoming, target }];
}

/** A route without variables is looked up by its path. */
function isExact({ incoming }: FileMatcher): boolean {
  return incoming.slots.length === 0 && incoming.query.length === 0;
}

function moreSpecificFirst({ incoming: a }: FileMatcher, { incoming: b }: FileMatcher): number {
  return b.staticSegments - a.staticSegments || b.query.length - a.query.length || b.staticLength - a.staticLength;
}

/**
 * Decides by the first matching route; null when none matches. Only GET is a download: HEAD gets
 * the same answer and is not counted.
 */
function decideFile(matchers: readonly FileMatcher[], request: EdgeRequest): Decision | null {
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
 * A request that matches no route of a host: redirected with path and query unchanged, and counted.
 */
function decideCatchAll(rule: CatchAllRule, { method, path, query }: EdgeRequest): Decision {
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
