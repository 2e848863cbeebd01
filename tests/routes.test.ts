/** The prefix of a route file states who has access. Every route file is checked against it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { sessionCookie } from 'app/session/session-cookie.server';
import { loader as unknownAddress } from 'app/routes/$';
import { routeAt, routePatterns } from 'tests/support/route-patterns';
import { leadsTo, visitorOf } from 'tests/support/visitor';
import type { World } from 'tests/support/world';
import { describe, expect, test } from 'vitest';
import { accountRoutes } from '../remix.config.js';

type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;
interface RouteModule {
  loader?: Handler;
  action?: Handler;
}

const modules = Object.entries(import.meta.glob<RouteModule>('../app/routes/*.{ts,tsx}', { eager: true })).map(
  ([file, module]) => [file.replace(/^.*\/routes\/|\.tsx?$/g, ''), module] as const,
);

/** Settings pages at /account, where the address names no owner. */
const accountModules = Object.values(accountRoutes()).map(({ id, file }) => {
  let module = modules.find(([name]) => `routes/${name}` === file.replace(/\.tsx?$/, ''))?.[1] ?? {};
  return [id.replace('routes/', ''), module] as const;
});

function handlersOf(from: typeof modules, params: Record<string, string>) {
  return from.flatMap(([name, { loader, action }]) => [
    ...(loader ? [{ name, method: 'GET', handler: loader, params }] : []),
    ...(action ? [{ name, method: 'POST', handler: action, params }] : []),
  ]);
}

/** Routes for everybody; all others begin with `_app.` or `_guest.`. */
const open = [
  '$',
  '404',
  '_index',
  'api.$operation',
  'api._index',
  'badges.$packageId.$badge',
  'components',
  'data-collection.$owner',
  'docs.$article',
  'docs._index',
  'healthz',
  'how-we-count',
  'how-we-count[.]json',
  'logout',
  'share.$token',
  'share.$token_.chart[.]svg',
  'share.$token_.embed',
  'share.$token_.preview[.]png',
  'theme',
  'verify-email.$token',
  'change-email.$token',
  'invites.$token',
  'unsubscribe.$token',
];

function isPrivate(name: string): boolean {
  return name === '_app' || name.startsWith('_app.');
}

function isGuest(name: string): boolean {
  return name === '_guest' || name.startsWith('_guest.');
}

const paramsOfAccount = {
  packageType: 'file',
  packageName: 'engine',
  packageId: '1',
  pixelId: '1',
  routeId: '1',
  domainId: '1',
  sessionId: '1',
  tokenId: '1',
  filterId: '1',
  exportId: '1',
  archiveId: '1',
  alertId: '1',
  annotationId: '1',
  destinationId: '1',
  deliveryId: '1',
  shareId: '1',
  provider: 'clearbit',
};

const handlers = [
  ...handlersOf(modules, { ...paramsOfAccount, owner: 'ada' }),
  ...handlersOf(accountModules, paramsOfAccount),
];

const signedIn = sessionCookie({ v: 2, token: 't', username: 'ada', context_v1: { tag: 'user', context: 'ada' } });

/**
 * The response of a handler without a gateway. A guard that admits the caller ends in something
 * other than a redirect.
 */
async function answerOf(
  { handler, method, params }: (typeof handlers)[number],
  cookie: string,
  headers: Record<string, string> = {},
) {
  let request = new Request('http://dashboard.test/somewhere?x=1', {
    method,
    headers: { host: 'dashboard.test', cookie: cookie.split(';')[0]!, ...headers },
    ...(method === 'POST' && { body: new URLSearchParams({ name: 'x' }) }),
  });
  let gateway = () => Promise.reject(new Error('nobody may ask the gateway here'));
  let args = { request, params, context: { gateway } };
  try {
    return (await handler(args)) as Response;
  } catch (thrown) {
    return thrown as Response;
  }
}

test('every route file is private, for guests, or listed as open', () => {
  let rest = modules.map(([name]) => name).filter((name) => !isPrivate(name) && !isGuest(name));
  expect(rest.filter((name) => !open.includes(name))).toEqual([]);
});

// @spec 4: Startup token check: no session means sign-in
describe('private pages send visitors to the sign-in', () => {
  let all = handlers.filter(({ name }) => isPrivate(name));
  test('there are private routes to check', () => expect(all.length).toBeGreaterThan(20));
  // @spec 2: A route file's prefix states who has access, as the guards of its address do
  // @spec 2: /organizations/[owner]/exports is private: a visitor is sent to /login
  test.each(all)('$method $name', async (one) => {
    let { method } = one;
    let answer = await answerOf(one, '__session=');
    expect(answer).toBeInstanceOf(Response);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(method === 'GET' ? '/login?backTo=%2Fsomewhere%3Fx%3D1' : '/login');
  });
});

describe('unknown addresses beside private ones send visitors to the sign-in', () => {
  let areasOf = (prefix: string) =>
    new Set(routePatterns.filter(({ id }) => id.startsWith(prefix)).map(({ path }) => path.split('/')[1] ?? ''));
  // The return from a provider is a visitor's before it is a person's.
  let shared = areasOf('routes/_guest');
  let areas = [...areasOf('routes/_app')].filter((area) => !shared.has(area));
  test.each(areas)('/%s', async (area) => {
    let path = `/${area}/no/such/page/anywhere`;
    expect(routeAt(path)).toBeUndefined();
    let answer = await visitorOf({ gateway: {} } as World).open(unknownAddress, path);
    expect(leadsTo(answer)).toEqual([303, `/login?backTo=${encodeURIComponent(path)}`]);
  });

  test('others are not found', async () => {
    let answer = await visitorOf({ gateway: {} } as World).open(unknownAddress, '/nowhere');
    expect(answer.status).toBe(404);
  });
});

test('every private route with a page has its own guard', () => {
  let pages = modules.filter(([name]) => isPrivate(name));
  expect(pages.filter(([, { loader }]) => !loader).map(([name]) => name)).toEqual([]);
});

// @spec 2: Public-only pages send a signed-in person to /home/[owner] and ignore backTo; /login
//   follows it
describe('pages for guests send people home', () => {
  let all = handlers.filter(({ name }) => isGuest(name));
  test('there are guest routes to check', () => expect(all.length).toBeGreaterThan(3));
  // @spec 2: A route file's prefix states who has access, as the guards of its address do
  test.each(all)('$method $name', async (one) => {
    let answer = await answerOf(one, signedIn);
    expect(answer).toBeInstanceOf(Response);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/home/ada']);
  });
});

describe('posts from other sites are refused', () => {
  test.each(handlers.filter(({ method }) => method === 'POST'))('$name', async (one) => {
    let answer = await answerOf(one, signedIn, { origin: 'https://evil.example' });
    expect(answer).toBeInstanceOf(Response);
    expect(answer.status).toBe(403);
  });
});
