/**
 * The request handler of Remix, given only the routes that can match an address: with all of them
 * it would sort and match every route several times for each page.
 */
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node';

type PageHandler = (request: Request, context: AppLoadContext) => Promise<Response>;

/** A build that is a function is called for each request, and used with all routes. */
export function pageHandler(build: ServerBuild | (() => Promise<ServerBuild>), mode: string): PageHandler {
  if (typeof build === 'function') return createRequestHandler(build, mode);
  let routesAt = routesByAddress(build.routes);
  let handlers = new Map<string, PageHandler>();
  return (request, context) => {
    let { pathname, searchParams } = new URL(request.url);
    if (pathname === '/__manifest') return Promise.resolve(manifestFor(build, routesAt, searchParams));
    let routes = routesAt(pathname.replace(/\.data$/, ''));
    let key = routes.join();
    let handler = handlers.get(key);
    if (!handler) handlers.set(key, (handler = createRequestHandler(withRoutes(build, routes), mode)));
    return handler(request, context);
  };
}

/**
 * The manifest that browsers fetch before they follow links: the routes at the addresses `p`. Remix
 * would match all routes for each prefix of each address, which takes seconds for a few thousand
 * steps. It may include routes that do not match; browsers match again.
 */
function manifestFor(build: ServerBuild, routesAt: (pathname: string) => string[], asked: URLSearchParams): Response {
  let { version, routes } = build.assets;
  // A browser with files of an earlier build reloads the page.
  if (asked.get('version') !== version)
    return new Response(null, { status: 204, headers: { 'x-remix-reload-document': 'true' } });
  let found = new Set([...new Set(asked.getAll('p'))].flatMap(routesAt));
  let parents = new Set([...found].map((id) => routes[id]?.parentId));
  // A layout without a path is at every address. Browsers already know another one, and the router
  // would confuse the two and not find their pages.
  let isPage = (id: string) => routes[id]?.path !== undefined || routes[id]?.index || parents.has(id);
  return Response.json(Object.fromEntries([...found].filter(isPage).map((id) => [id, routes[id]])), {
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  });
}

/**
 * Returns the ids of the routes that match an address or a prefix of it, and of their parents, in
 * the order of the build.
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
  // Most routes begin with a fixed step, so few candidates are left for an address.
  let isAnywhere = ({ steps: [first] }: (typeof all)[number]) => first === undefined || /^:|\*|\?$/.test(first);
  let anywhere = all.filter(isAnywhere);
  let byFirst = new Map<string, typeof all>();
  for (let route of all.filter((one) => !isAnywhere(one)))
    byFirst.set(route.steps[0]!, [...(byFirst.get(route.steps[0]!) ?? []), route]);
  let order = new Map(Object.keys(routes).map((id, i) => [id, i]));
  return (pathname) => {
    let asked = stepsOf(pathname).map(decoded);
    let found = new Set<string>();
    for (let some of [anywhere, byFirst.get(asked[0] ?? '') ?? []])
      for (let { ids, steps } of some) if (couldMatch(steps, asked)) for (let id of ids) found.add(id);
    return [...found].sort((a, b) => order.get(a)! - order.get(b)!);
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

/** Whether the fixed steps of a route are those at the beginning of an address. */
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
