/** How answers of Remix are sent: a body that is there as a whole, and the end of each request. */
import type { Server } from 'node:http';
import type { AppLoadContext, LoaderFunctionArgs, ServerBuild } from '@remix-run/node';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, portOf, stop } from '../../server/listener';
import { remixHandler } from '../../server/remix-handler';

const page = '<p>Zoë</p>';
let server: Server;
let signals: AbortSignal[] = [];

function handleRequest(_: Request, status: number, headers: Headers, ...rest: [unknown, AppLoadContext]): Response {
  headers.set('content-type', 'text/html; charset=utf-8');
  rest[1].rawBody = Buffer.from(page);
  return new Response(null, { status, headers });
}

const build = {
  entry: { module: { default: handleRequest } },
  routes: {
    root: { id: 'root', path: '', module: { default: () => null } },
    file: {
      id: 'file',
      parentId: 'root',
      path: 'file',
      module: {
        loader({ request }: LoaderFunctionArgs) {
          signals.push(request.signal);
          return new Response('a file');
        },
      },
    },
    page: { id: 'page', parentId: 'root', path: 'page', module: { default: () => null } },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: { v3_singleFetch: true },
  isSpaMode: false,
} as unknown as ServerBuild;

beforeAll(async () => {
  let app = express();
  app.use(remixHandler({ build, mode: 'production', contextOf: () => ({ rawBody: null }) }));
  server = await listen(app, { port: 0, host: '127.0.0.1' });
});
afterAll(() => stop(server));

let ask = (path: string) => fetch(`http://127.0.0.1:${portOf(server)}${path}`);

test('a body that the page leaves in its context is sent with its length and its headers', async () => {
  let answer = await ask('/page');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(page)));
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await answer.text()).toBe(page);
});

test('the signal of a request is aborted once its answer is over', async () => {
  expect(await (await ask('/file')).text()).toBe('a file');
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true]);
});
