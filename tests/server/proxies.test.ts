/**
 * What the gateway's listener trusts of proxies: the client's address, the host, and requests
 * without a host.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditApi } from 'contract/admin/audit';
import { addressBlock, clientAddress, plainAddress, readTrustProxy, settleHost } from 'net/proxies';
import { openEdge } from '../../server/edge';
import { openGateway } from '../../server/gateway';
import { hostSettings, readSettings } from '../../server/settings';

let port: number;
let close: () => Promise<void>;

/**
 * A gateway behind one proxy, whose `X-Forwarded-Host` it trusts. One registration an hour is
 * allowed for each address.
 */
beforeAll(async () => {
  let folder = mkdtempSync(path.join(tmpdir(), 'proxies-'));
  let settings = readSettings({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    GATEWAY_DOMAIN: 'stats.test',
    TRUST_PROXY: 'true',
    TRUST_FORWARDED_HOST: 'true',
    REGISTRATIONS_PER_HOUR: '1',
  });
  let log = pino({ level: 'silent' });
  let edge = await openEdge(settings, { salt: 'salt of the tests', visitorsApart: true }, log);
  let gateway = await openGateway(settings, { salt: 'salt of the tests', earlier: [] }, edge.take, log);
  let server = http.createServer(edge.listener({ passOn: gateway.answer, isConnected: () => true }));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
  close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await edge.close();
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  };
});
afterAll(() => close());

/** A request as a listener on 127.0.0.1 receives it. */
function arriving(headers: Record<string, string>, url = '/'): http.IncomingMessage {
  return { headers, url, socket: { remoteAddress: '127.0.0.1' } } as unknown as http.IncomingMessage;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

function ask(target: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    let given = { host: '127.0.0.1', port, path: target, method, headers: { host: 'api.stats.test', ...headers } };
    let request = http.request(given, (answer) => {
      let text = '';
      answer.on('data', (part: Buffer) => (text += part.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

let people = 0;
function register(forwardedFor: string) {
  people += 1;
  let body = { username: `p${people}`, email: `p${people}@people.test`, password: 'long enough for anybody 1' };
  let headers = { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor };
  return ask('/internal/register', { method: 'POST', headers, body });
}

describe('TRUST_PROXY', () => {
  test.each([
    ['false', [false, false, false]],
    ['true', [true, false, false]],
    ['0', [false, false, false]],
    ['2', [true, true, false]],
    ['10.0.0.0/8', [false, true, false]],
    ['loopback, 2001:db8::/32', [true, false, true]],
    ['127.0.0.1,uniquelocal', [true, true, false]],
  ])('%s', (setting, trusted) => {
    let trust = readTrustProxy(setting);
    expect(['::ffff:127.0.0.1', '10.0.0.5:4711', '2001:db8::1'].map((address, hop) => trust(address, hop))).toEqual(
      trusted,
    );
  });

  test.each(['yes', '-1', '10.0.0.0/33', '0.0.0.0/0', 'loopback,', 'proxy.example.com', '10.0.0'])(
    '%s stops the start with a message that names it',
    (setting) => {
      expect(() => readSettings({ TRUST_PROXY: setting })).toThrow(/TRUST_PROXY must be false, true, a number/);
    },
  );

  test.each([
    ['false', '192.0.2.66, 203.0.113.9, 10.0.0.1', '127.0.0.1'],
    ['true', '192.0.2.66, 203.0.113.9, 10.0.0.1', '10.0.0.1'],
    ['2', '192.0.2.66, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
    ['loopback,10.0.0.0/8', '192.0.2.66, 203.0.113.9, 10.0.0.1:99', '203.0.113.9'],
    ['2', '203.0.113.9', '203.0.113.9'],
    ['true', 'unknown', '127.0.0.1'],
  ])('%s takes the address of %s from the right', (setting, forwarded, address) => {
    expect(clientAddress(arriving({ 'x-forwarded-for': forwarded }), readTrustProxy(setting))).toBe(address);
  });

  test('does not let a client choose its address, for the limits or the audit log', { tags: 'slow' }, async () => {
    let first = await register('192.0.2.1, 198.51.100.7');
    expect(first.status).toBe(201);
    expect((await register('192.0.2.2, 198.51.100.7')).status).toBe(429);
    expect((await register('192.0.2.3, 198.51.100.8')).status).toBe(201);
    let { token } = JSON.parse(first.text) as { token: string };
    let audit = auditApi.getAuditEvents.path.replace('{owner}', 'p1');
    let log = await ask(audit, { headers: { authorization: `Bearer ${token}` } });
    expect(log.text).toContain('198.51.100.7');
    expect(log.text).not.toContain('192.0.2.1');
  });

  test('counts IPv6 addresses by their /64 network', { tags: 'slow' }, async () => {
    expect((await register('2001:db8:1:2::1')).status).toBe(201);
    expect((await register('2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await register('2001:db8:1:3::1')).status).toBe(201);
  });
});

test('treats an IPv4 address inside an IPv6 one as an IPv4 address', async () => {
  expect((await register('2001:db8:9::192.0.2.1')).status).toBe(201);
});

describe('the host', () => {
  test('of an absolute target wins over Host', async () => {
    let headers = { host: 'ada.gateway.stats.test' };
    expect((await ask('http://api.stats.test/healthz', { headers })).text).toBe('ok');
    expect((await ask('http://ada.gateway.stats.test/healthz')).status).toBe(404);
  });

  test.each([
    [{}, 'inner.test'],
    [{ TRUST_PROXY: 'true' }, 'inner.test'],
    [{ TRUST_PROXY: '10.0.0.0/8', TRUST_FORWARDED_HOST: 'true' }, 'inner.test'],
    [{ TRUST_PROXY: 'true', TRUST_FORWARDED_HOST: 'true' }, 'outer.test'],
  ])('comes from X-Forwarded-Host only with its own setting and from a trusted proxy: %j', (given, host) => {
    let request = arriving({ host: 'inner.test', 'x-forwarded-host': 'client.test, outer.test' });
    settleHost(request, hostSettings(readSettings(given), 'own.test'));
    expect(request.headers).toEqual({ host });
  });

  test.each([
    [{}, {}],
    [{ TRUST_PROXY: '10.0.0.0/8' }, {}],
    [{ TRUST_PROXY: 'true' }, { traceparent: '00-a-b-01', tracestate: 'c', 'x-request-id': 'd' }],
  ])('takes the trace and the id of a request from a trusted proxy only: %j', (given, kept) => {
    let request = arriving({ host: 'inner.test', traceparent: '00-a-b-01', tracestate: 'c', 'x-request-id': 'd' });
    settleHost(request, hostSettings(readSettings(given), 'own.test'));
    expect(request.headers).toEqual({ host: 'inner.test', ...kept });
  });

  test('is the same for edge and API on one listener', async () => {
    let headers = { host: 'ada.gateway.stats.test', 'x-forwarded-host': 'api.stats.test' };
    expect((await ask('/healthz', { headers })).text).toBe('ok');
    headers = { host: 'api.stats.test', 'x-forwarded-host': 'ada.gateway.stats.test' };
    expect((await ask('/healthz', { headers })).text).toContain('No packages are served at this host');
  });

  test('TRUST_FORWARDED_HOST without a trusted proxy stops the start', () => {
    expect(() => readSettings({ TRUST_FORWARDED_HOST: 'true' })).toThrow(/TRUST_FORWARDED_HOST needs TRUST_PROXY/);
  });

  test('can be missing: a health probe of HTTP/1.0 is answered', async () => {
    let answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      let socket = connect(port, '127.0.0.1', () => socket.write('GET /healthz HTTP/1.0\r\n\r\n'));
      socket.on('data', (part) => (text += part.toString()));
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.\d 200 /);
  });
});

test('addresses are compared in canonical form', () => {
  let spelled = ['::ffff:192.0.2.1', '::ffff:c000:201', '192.0.2.1:80', '[2001:DB8::1]:80', 'fe80::1%eth0', 'unknown'];
  expect(spelled.map(plainAddress)).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.1', '2001:db8::1', 'fe80::1', '']);
  let mixed = ['::192.0.2.1', '64:ff9b::192.0.2.1', '2001:0db8:0:0::1'];
  expect(mixed.map(plainAddress)).toEqual(['::c000:201', '64:ff9b::c000:201', '2001:db8::1']);
  let blocks = ['192.0.2.1', '2001:db8:1:2:3::4', '64:ff9b::192.0.2.1', ''].map(addressBlock);
  expect(blocks).toEqual(['192.0.2.1', '2001:db8:1:2::/64', '64:ff9b:0:0::/64', '']);
});
