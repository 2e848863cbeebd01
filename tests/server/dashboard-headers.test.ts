/** The headers of every response of the dashboard, whichever part sends it. */
import type { Server } from 'node:http';
import { Writable } from 'node:stream';
import type { ServerBuild } from '@remix-run/node';
import type { Request, Response } from 'express';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDashboard } from '../../server/dashboard';
import { listen, portOf, stop } from '../../server/listener';
import { readSettings } from '../../server/settings';

let server: Server;
let logged = '';

beforeAll(async () => {
  let files = ({ path }: Request, response: Response, next: () => void) => {
    if (path === '/assets/a.js') return void response.writeHead(200, { 'content-type': 'text/javascript' }).end('1');
    if (path === '/framed') return void response.set('content-security-policy', 'frame-ancestors *').end();
    if (path !== '/page') return next();
    response.append('content-security-policy', "default-src 'self'").append('cache-control', 'private').end();
  };
  let pages = { files, build: { routes: {}, entry: { module: {} } } as ServerBuild, close: async () => undefined };
  let sink = new Writable({ write: (chunk, _, done) => ((logged += String(chunk)), done()) });
  let log = pino(sink);
  server = await listen(await createDashboard(readSettings({}), undefined, pages, log), { port: 0, host: '127.0.0.1' });
});
afterAll(() => stop(server));

async function headersOf(path: string, init?: RequestInit): Promise<Headers> {
  return (await fetch(`http://127.0.0.1:${portOf(server)}${path}`, init)).headers;
}

test('a built file and an error have headers that prevent their display as a page', async () => {
  let foreign = { method: 'POST', headers: { origin: 'https://elsewhere.example' } };
  for (let headers of [await headersOf('/assets/a.js'), await headersOf('/login', foreign)]) {
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  }
});

test('headers that a response sets itself are not replaced', async () => {
  let headers = await headersOf('/page');
  expect(headers.get('content-security-policy')).toBe("default-src 'self'");
  expect(headers.get('cache-control')).toBe('private');
});

test('only a page whose policy lets every site frame it has no X-Frame-Options', async () => {
  expect((await headersOf('/page')).get('x-frame-options')).toBe('DENY');
  let headers = await headersOf('/framed');
  expect(headers.get('x-frame-options')).toBeNull();
  expect(headers.get('content-security-policy')).toBe('frame-ancestors *');
});

test('a post from another site is logged', async () => {
  logged = '';
  await headersOf('/login?email=ada', { method: 'POST', headers: { origin: 'https://elsewhere.example' } });
  expect(JSON.parse(logged)).toMatchObject({
    level: 30,
    msg: 'post from another site refused',
    origin: 'https://elsewhere.example',
    path: '/login',
    address: '127.0.0.1',
  });
});
