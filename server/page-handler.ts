/**
 * The request handler of Remix, which sorts and matches every route of the app again several times
 * for each page. Here it is given only the routes that an address can match.
 */
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node';

type PageHandler = (request: Request, context: AppLoadContext) => Promise<Response>;

/** A handler of all pages; a build that is a function is asked for at each request, and whole. */
export function pageHandler(build: ServerBuild | (() => Promise<ServerBuild>), mode: string): PageHandler {
  if (typeof build === 'function') return createRequestHandler(build, mode);
  let whole = createRequestHandler(build, mode);
  let routesAt = routesByAddress(build.routes);
  let handlers = new Map<string, PageHandler>();
  return (request, context) => {
    let { pathname } = new URL(request.url);
    // The browser asks here for routes at addresses in the query.
    if (pathname === '/__manifest') return whole(request, context);
    let routes = routesAt(pathname.replace(/\.data$/, ''));
    let key = routes.join();
    let handler = handlers.get(key);
    if (!handler) handlers.set(key, (handler = createRequestHandler(withRoutes(build, routes), mode)));
    return handler(request, context);
  };
}

/**
 * Gives, in their order, the ids of the routes that match an address or its beginning, where a page
 * tells its browser of routes too, and of the routes around them.
 */
export function routesByAddress(routes: ServerBuild['routes']): (pathname: string) => string[] {
  let parentsOf = (id: string): string[] => {
    let { parentId } = routes[id]!;
    return parentId === undefined ? [] : [...parentsOf(parentId), parentId];
  };
  let all = Object.keys(routes).map((id) => {
    let ids = [...parentsOf(id), id];
    return { ids, steps: ids.flatMap((one) => stepsOf(routes[one]!.path ?? '')) };
  });
  return (pathname) => {
    let asked = stepsOf(pathname).map(decoded);
    let found = new Set(all.filter(({ steps }) => couldMatch(steps, asked)).flatMap(({ ids }) => ids));
    return Object.keys(routes).filter((id) => found.has(id));
  };
}

function stepsOf(path: string): string[] {
  return path.toLowerCase().split('/').filter(Boolean);
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step).toLowerCase();
  } catch {
    return step;
  }
}

/**
 * Whether the steps of a route are, as far as they are fixed, those at the beginning of an address.
 */
function couldMatch(steps: readonly string[], asked: readonly string[]): boolean {
  for (let [i, step] of steps.entries()) {
    if (step === '*' || step.endsWith('?')) return true;
    if (i >= asked.length || (!step.startsWith(':') && step !== asked[i])) return false;
  }
  return true;
}

function withRoutes(build: ServerBuild, ids: readonly string[]): ServerBuild {
  let of = <T>(all: Record<string, T>) => Object.fromEntries(ids.flatMap((id) => (all[id] ? [[id, all[id]]] : [])));
  return { ...build, routes: of(build.routes), assets: { ...build.assets, routes: of(build.assets.routes) } };
}
