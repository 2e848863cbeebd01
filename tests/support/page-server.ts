/**
 * The dashboard's pages as its server answers them, without a build: all routes with their
 * components, rendered in this process.
 */
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import * as entry from 'app/entry.server';
import * as root from 'app/root';
import { pageHandler } from 'server/page-handler';
import { routeFiles } from './route-patterns';
import { routeModules, type RouteModule } from './routes';

const modules = new Map<string, RouteModule>(routeModules);

/** Answers a request for a page with the gateway and the limits of a context. */
export function pageServer(): (request: Request, context: AppLoadContext) => Promise<Response> {
  let all = [
    { id: 'root', path: '', module: root as RouteModule },
    ...Object.values(routeFiles).map(({ file, ...route }) => ({
      ...route,
      module: modules.get(file.replace(/^routes\/|\.tsx?$/g, '')) ?? {},
    })),
  ];
  let routes = Object.fromEntries(all.map((route) => [route.id, route]));
  let described = all.map(({ module, ...route }) => [
    route.id,
    {
      ...route,
      module: '/page.js',
      hasAction: Boolean(module.action),
      hasLoader: Boolean(module.loader),
      hasClientAction: false,
      hasClientLoader: false,
      hasErrorBoundary: 'ErrorBoundary' in module,
    },
  ]);
  let build = {
    mode: 'production',
    entry: { module: entry },
    routes,
    assets: {
      entry: { module: '/entry.js', imports: [] },
      routes: Object.fromEntries(described),
      url: '/manifest.js',
      version: 'test',
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    isSpaMode: false,
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_lazyRouteDiscovery: true,
      v3_singleFetch: true,
    },
  };
  return pageHandler(build as unknown as ServerBuild, 'production');
}
