/** Selects the routes that an address can match, before Remix matches them. */
import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes.js';
import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { describe, expect, test } from 'vitest';
import { pageHandler, routesByAddress } from '../../server/page-handler';
import { routePatterns } from '../support/route-patterns';

const routes = {
  root: { id: 'root', path: '' },
  ...Object.fromEntries(
    Object.values(flatRoutes('app', [])).map((route) => [route.id, { ...route, parentId: route.parentId ?? 'root' }]),
  ),
} as unknown as ServerBuild['routes'];
const routesAt = routesByAddress(routes);

type Tree = Parameters<typeof matchRoutes>[0];

function treeOf(ids: readonly string[], parent?: string): Tree {
  return ids
    .filter((id) => routes[id]!.parentId === parent)
    .map((id) => {
      let { path, index } = routes[id]!;
      return index ? { id, path, index } : { id, path, children: treeOf(ids, id) };
    }) as Tree;
}

const whole = treeOf(Object.keys(routes));

function matched(tree: Tree, address: string) {
  return matchRoutes(tree, address)?.map(({ route, params, pathname }) => [route.id, params, pathname]);
}

/** One address of each pattern, and some with unusual spelling or without a page. */
const addresses = [
  ...routePatterns.map(({ path }) => path.replace(/:\w+/g, 'a-value')),
  ...routePatterns.map(({ path }) => `${path.replace(/:\w+/g, '%41%2Fb').toUpperCase()}/`),
  ...routePatterns.map(({ path }) => `${path.replace(/:\w+/g, 'a')}/and/more`),
  '/',
  '/%6Cogin',
  '//login',
  '/login//',
  '/packages/%E0%A4%A',
  '/no/such/page',
  '/_root',
];

describe('routesByAddress', () => {
  test('an address and its parent addresses match the same pages as with all routes', { tags: 'slow' }, () => {
    let known = new Map<string, ReturnType<typeof matched>>();
    let right = (at: string) => {
      if (!known.has(at)) known.set(at, matched(whole, at));
      return known.get(at);
    };
    for (let address of addresses) {
      let tree = treeOf(routesAt(address));
      let steps = address.split('/').filter(Boolean);
      let above = steps.map((_, i) => `/${steps.slice(0, i).join('/')}`);
      for (let at of [address, ...above]) expect([at, matched(tree, at)]).toEqual([at, right(at)]);
    }
  });

  test('returns a few of more than a hundred routes', () => {
    expect(Object.keys(routes).length).toBeGreaterThan(100);
    expect(routesAt('/analytics/ada').length).toBeLessThan(10);
    expect(routesAt('/login').length).toBeLessThan(10);
  });
});

test('pageHandler answers each address by its own route, with the parameters of the address', async () => {
  let loader = (name: string) => (args: { params: unknown }) => Response.json([name, args.params]);
  let build = {
    entry: { module: { default: async () => new Response('a page') } },
    routes: {
      root: { id: 'root', path: '', module: { default: () => null } },
      a: { id: 'a', parentId: 'root', path: 'things/new', module: { loader: loader('new') } },
      b: { id: 'b', parentId: 'root', path: 'things/:thing', module: { loader: loader('one') } },
      c: { id: 'c', parentId: 'root', path: '*', module: { loader: loader('none') } },
    },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: { v3_singleFetch: true },
    isSpaMode: false,
  } as unknown as ServerBuild;
  let answer = pageHandler(build, 'production');
  let at = async (path: string) => (await answer(new Request(`http://localhost${path}`), {})).json();
  expect(await at('/things/new?a=1')).toEqual(['new', {}]);
  expect(await at('/things/NEW')).toEqual(['new', {}]);
  expect(await at('/things/7')).toEqual(['one', { thing: '7' }]);
  expect(await at('/other/7')).toEqual(['none', { '*': 'other/7' }]);
});

test('a manifest has no layout without a page: routers of browsers would confuse it with another one', async () => {
  let build = { routes, assets: { version: '1', routes } } as unknown as ServerBuild;
  let manifestIds = async (address: string) => {
    let answer = await pageHandler(build, 'production')(
      new Request(`http://localhost/__manifest?version=1&p=${encodeURIComponent(address)}`),
      {},
    );
    return Object.keys((await answer.json()) as object);
  };
  let ids = await manifestIds('/analytics/ada');
  expect(ids).toEqual(expect.arrayContaining(['routes/_app', 'routes/_app.analytics.$owner._index']));
  expect(ids).not.toContain('routes/_guest');
  expect(await manifestIds('/login')).toContain('routes/_guest.login');
});
