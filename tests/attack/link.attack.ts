/** The link between edge and store side, attacked from the ports that strangers can reach. */
import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTarget, type Target } from './target';

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.close());

const hosts = ['localhost', 'api.localhost', 'ada.localhost', 'pixel.localhost', '127.0.0.1', '[::1]'];
const said = ['x', '{"has":0}', '{"asks":"rules"}', '{"asks":"rules"}\n'.repeat(10_000), '[', 'null', '\0'];

it.each(hosts)('is not reached by requests to %s', async (host) => {
  for (let body of said) {
    let answer = await target.gateway(host, '/rules', { method: 'POST', body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toMatch(/"owner"|"version"|"packages"/);
  }
  expect(target.isAlive()).toBe(true);
});

it('is not reached by what a request claims of itself', async () => {
  let claims = ['x-landfall-link', 'x-landfall-client', 'x-landfall-jobs'];
  for (let name of claims)
    for (let connection of ['close', `close, ${name}`]) {
      let answer = await target.gateway('localhost', '/rules', {
        method: 'POST',
        headers: { [name]: '127.0.0.1', connection },
        body: '{"has":0}',
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  // Nor is the address of a client that one names believed.
  let headers = { 'x-landfall-client': '203.0.113.9' };
  await target.api('POST', '/internal/login', { email: 'ada', password: 'not the one' }, undefined, headers);
  expect(target.said()).not.toContain('203.0.113.9');
  expect(target.isAlive()).toBe(true);
});

/** Sends bytes as they are; resolves with the answer once the connection has ended. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let socket = net.connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (part: string) => (answer += part));
    socket.on('error', () => undefined).on('close', () => resolve(answer));
    socket.end(Buffer.from(bytes, 'latin1'));
  });
}

const heads = [
  'GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n',
  'GET /a\tb HTTP/1.1\r\nHost: localhost\r\n',
  'GET //x HTTP/1.1\r\nHost: localhost\r\n',
  'GET * HTTP/1.1\r\nHost: localhost\r\n',
  'GET http:// HTTP/1.1\r\nHost: localhost\r\n',
  'GET /%E0%A4%A HTTP/1.1\r\nHost: ada.localhost\r\n',
  'GET / HTTP/1.1\r\nHost: [\r\n',
  'GET / HTTP/1.1\r\nHost: \xff\r\n',
  'CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n',
  'PROPFIND / HTTP/1.1\r\nHost: localhost\r\n',
  'POST /v2/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n',
  'POST /v2/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n',
  'POST /v2/x HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 1\r\n',
  'GET /v2/x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n',
  'GET /v2/x HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: \xff\r\nTraceparent: \xff\r\nCookie: a=%\xff\r\n',
  'rules AAAAAAAAAAAAAAAAAAAAAA\n',
  '{"has":0}\n',
];

it('no bytes at a public port end a process', async () => {
  for (let head of heads)
    for (let port of [target.gatewayPort, target.dashboardPort])
      await Promise.all([sendRaw(port, `${head}\r\n`), sendRaw(port, `${head}\r\nzz\r\n`)]);
  expect((await target.gateway('localhost', '/readyz')).body).toContain('store side: connected');
  expect((await target.dashboard('/login')).status).toBe(200);
  expect(target.isAlive()).toBe(true);
});
