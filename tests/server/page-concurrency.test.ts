/** Pages are rendered in turn, and sent as fast as the client reads them. */
import { once } from 'node:events';
import { get, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from '@remix-run/node';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageLimit, postLimit } from 'gateway/floor/calls/work-limits';
import { createDashboard } from '../../server/dashboard';
import { listen, portOf, stop } from '../../server/listener';
import { readSettings } from '../../server/settings';

let server: Server;
let origin: string;

/** The requests of `/slow` that have started, with functions that let each one continue. */
let started: string[] = [];
let letGo: (() => void)[] = [];

async function slow({ request, context }: LoaderFunctionArgs & ActionFunctionArgs): Promise<Response> {
  if (context.busy) return Response.json({ code: context.busy }, { status: 429 });
  started.push(request.headers.get('cookie') ?? '');
  await new Promise<void>((resolve) => letGo.push(resolve));
  return new Response('made');
}

const partBytes = 256 * 1024;
const parts = 400;
let partsMade = 0;
let isCanceled = false;

function large(): Response {
  partsMade = 0;
  isCanceled = false;
  let body = new ReadableStream({
    pull(controller) {
      if (partsMade++ === parts) controller.close();
      else controller.enqueue(new Uint8Array(partBytes));
    },
    cancel: () => void (isCanceled = true),
  });
  return new Response(body, { headers: { 'content-type': 'application/octet-stream' } });
}

/** The user of a session. A session whose name begins with `forged` has none. */
function signedInAs(cookies: string): string | undefined {
  let [, session] = /__session=(.*)/.exec(cookies) ?? [];
  return session?.startsWith('forged') ? undefined : session;
}

/** A Remix build with two routes that are not pages. */
const build = {
  entry: { module: { default: async () => new Response('a page'), signedInAs } },
  routes: {
    root: { id: 'root', path: '', module: { default: () => null } },
    slow: { id: 'slow', parentId: 'root', path: 'slow', module: { loader: slow, action: slow } },
    large: { id: 'large', parentId: 'root', path: 'large', module: { loader: large } },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
  publicPath: '/',
  assetsBuildDirectory: '',
  basename: '/',
  future: {},
  isSpaMode: false,
} as unknown as ServerBuild;

beforeAll(async () => {
  let files = (_request: unknown, _response: unknown, next: () => void) => next();
  let log = pino({ level: 'silent' });
  let handle = await createDashboard(readSettings({}), undefined, { files, build, close: async () => undefined }, log);
  server = await listen(handle, { port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${portOf(server)}`;
});
afterAll(() => stop(server));

async function endAll(): Promise<void> {
  for (; letGo.length > 0; await pause(20)) letGo.splice(0).forEach((go) => go());
}

const visit = (session: string, init: RequestInit = {}) =>
  fetch(`${origin}/slow`, { ...init, headers: { cookie: `__session=${session}`, origin } });

test('one visitor gets a few pages at once, others get theirs too, and requests over the limit are refused', async () => {
  started = [];
  let most = pageLimit.atOnceOfOne + pageLimit.waitingOfOne;
  let many = Array.from({ length: most + 3 }, () => visit('a'));
  let other = visit('b');
  while (!started.includes('__session=b')) await pause(10);
  expect(started.filter((who) => who === '__session=a')).toHaveLength(pageLimit.atOnceOfOne);
  let refused = await Promise.race(many);
  expect([refused.status, await refused.json()]).toEqual([429, { code: 'too-much-at-once' }]);
  await endAll();
  let statuses = (await Promise.all([...many, other])).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(most + 1);
});

test('forged sessions from one address share the turns of that address', async () => {
  started = [];
  let many = Array.from({ length: pageLimit.atOnceOfOne + 3 }, (_, i) => visit(`forged ${i}`));
  while (started.length < pageLimit.atOnceOfOne) await pause(10);
  await pause(100);
  expect(started).toHaveLength(pageLimit.atOnceOfOne);
  for (; started.length < many.length; await pause(20)) letGo.splice(0).forEach((go) => go());
  await endAll();
  expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('many forms of one visitor wait, are never refused, and do not delay others', { tags: 'slow' }, async () => {
  started = [];
  let many = Array.from({ length: pageLimit.atOnceOfOne + pageLimit.waitingOfOne + 10 }, () =>
    visit('a', { method: 'POST' }),
  );
  let other = visit('b', { method: 'POST' });
  while (!started.includes('__session=b')) await pause(10);
  expect(started.filter((who) => who === '__session=a')).toHaveLength(postLimit.atOnceOfOne);
  for (; started.length < many.length + 1; await pause(20)) letGo.splice(0).forEach((go) => go());
  await endAll();
  let statuses = (await Promise.all([...many, other])).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('a page is not rendered when its visitor left before its turn', async () => {
  started = [];
  let leaving = new AbortController();
  let first = Array.from({ length: pageLimit.atOnceOfOne }, () => visit('a'));
  while (started.length < pageLimit.atOnceOfOne) await pause(10);
  let left = visit('a', { signal: leaving.signal });
  await pause(100);
  leaving.abort();
  await expect(left).rejects.toThrow();
  await pause(100);
  await endAll();
  await Promise.all(first);
  expect(started).toHaveLength(pageLimit.atOnceOfOne);
});

test(
  'a large file is produced as fast as the client reads it, and stops when the client disconnects',
  { tags: 'slow' },
  async () => {
    let asked = get(`${origin}/large`);
    let [answer] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
    answer.pause();
    await pause(500);
    let made = partsMade;
    await pause(500);
    expect(partsMade).toBe(made);
    expect(made).toBeLessThan(parts / 2);
    answer.destroy();
    while (!isCanceled) await pause(10);
    expect(partsMade).toBeLessThan(parts / 2);
  },
);

test('a large file arrives complete', { tags: 'slow' }, async () => {
  let bytes = (await (await fetch(`${origin}/large`)).arrayBuffer()).byteLength;
  expect(bytes).toBe(parts * partBytes);
});
