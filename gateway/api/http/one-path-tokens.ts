/** One-path tokens: session, expiry and path, sealed. Nothing is stored. */
import { onePathTokensApi, onePathParameter } from 'contract/exports/one-path-tokens';
import * as limits from 'contract/floor/limits';
import type { Route } from 'contract/rules/route';
import { routes } from 'contract/api/routes';
import { ApiError } from '../../floor/calls/api-error';
import type { SecretSealer } from '../../floor/sealer';
import { permit } from './access';
import { bySpecificity, choicesOf } from './route-patterns';
import { serve } from './handler';

export const onePathTokenEndpoints = serve(onePathTokensApi, {
  async createOnePathToken({ parts, caller, body }) {
    let { pathname } = new URL(`http://gateway.invalid${body.path}`);
    let { route, params } = readableAt(pathname);
    await permit(parts.records, route, caller, { params });
    let until = parts.clock() + limits.onePathTokenMs;
    return { token: parts.onePathSealer.seal(`${caller.tokenId} ${until}`, pathname) };
  },
});

/**
 * Reads a one-path token from an address and gives the id of its session token; undefined without
 * one. Refuses with session-expired when it is for another path, expired or invalid.
 */
export function takeOnePathToken(sealer: SecretSealer, route: Route, url: URL, now: number): string | undefined {
  let token = url.searchParams.get(onePathParameter);
  if (token === null) return undefined;
  url.searchParams.delete(onePathParameter);
  let sealed = route.method === 'GET' ? sealer.open(token, url.pathname) : undefined;
  let [id, until] = sealed?.split(' ') ?? [];
  if (!id || !(Number(until) > now)) throw new ApiError('session-expired');
  return id;
}

const readable = routes.filter(({ method }) => method === 'GET').sort(bySpecificity);

/** The endpoint of a path. Endpoints for one person only get no link. */
function readableAt(pathname: string): { route: Route; params: Record<string, string> } {
  for (let route of readable) {
    let params = paramsAt(route, pathname);
    if (params && route.access === 'person') throw new ApiError('permission-not-granted');
    if (params) return { route, params };
  }
  throw new ApiError('not-found');
}

function paramsAt(route: Route, pathname: string): Record<string, string> | null {
  let wanted = route.path.split('/');
  let given = pathname.split('/');
  if (wanted.length !== given.length) return null;
  let params: Record<string, string> = {};
  for (let [i, step] of wanted.entries()) {
    let [, name] = /^\{(\w+)\}$/.exec(step) ?? [];
    let value = decoded(given[i] ?? '');
    if (name === undefined ? value !== step : !value || choicesOf(route, name)?.includes(value) === false) return null;
    if (name !== undefined) params[name] = value;
  }
  return params;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return '';
  }
}
