/** Imports of access logs, which are counted by the rules of the edge. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventImportsApi, type ImportOptions } from 'contract/exports/event-imports';
import { eventsApi } from 'contract/analytics/events';
import { packagesApi } from 'contract/packages/packages';
import { withdrawnVersionsApi } from 'contract/packages/withdrawn-versions';
import { dayMs } from 'contract/floor/time';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { importNow, upload } from './import-world';

const params = { owner: 'ada' };
const curl = 'curl/8.5.0';
let world: World;
let ada: Caller;
let at: Date;

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  at = new Date(Math.floor((world.now() - dayMs) / 1_000) * 1_000);
  let file = { type: 'file' as const, name: 'engine', incoming_path: '/engine/{version}/{file}' };
  await ada.ask(packagesApi.createPackage, {
    params,
    body: { ...file, outgoing_url: 'https://files.example/{version}/{file}' },
  });
});
afterAll(() => world.close());

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function clf(time = at): string {
  let [day, clock] = [time.toISOString().slice(8, 10), time.toISOString().slice(11, 19)];
  return `${day}/${months[time.getUTCMonth()]}/${time.getUTCFullYear()}:${clock} +0000`;
}

interface Line {
  address?: string;
  request?: string;
  status?: number;
  agent?: string;
  host?: string;
}

function combined({ address = '203.0.113.9', request, status = 200, agent = curl, host = '' }: Line = {}): string {
  let asked = request ?? 'GET /engine/1.2/engine.tar.gz?os=linux HTTP/1.1';
  return `${host && `${host} `}${address} - - [${clf()}] "${asked}" ${status} 512 "https://docs.example/" "${agent}"\n`;
}

async function imported(text: string, body: ImportOptions = {}) {
  let sent = await upload(world, ada, text, { name: 'access.log' });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  await ada.ask(eventImportsApi.startEventImport, { params: { ...params, id: sent.body.id }, body });
  await world.gateway.imports.run();
  return importNow(ada, sent.body.id);
}

async function stored(version: string) {
  let { text } = await ada.call(eventsApi.exportEntityPackageEvents, {
    params,
    query: { format: 'ndjson', raw: 'true' },
  });
  let lines = text.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((one) => one.version === version);
}

describe('an access log', () => {
  it('has its requests counted by the routes and rules of the edge, and no address is stored', async () => {
    let one = await imported(combined());
    expect(one).toMatchObject({ status: 'done', format: 'log-combined', events_successfully_imported: 1 });
    let [event] = await stored('1.2');
    expect(event).toMatchObject({
      type: 'binary-download',
      package: 'engine',
      time: at.toISOString(),
      referer: 'https://docs.example/',
      user_agent: curl,
      client: 'curl',
      variables: { version: '1.2', file: 'engine.tar.gz', os: 'linux' },
      origin_id: expect.stringMatching(/^h[0-9a-f]{16}$/) as string,
      id_period: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00Z log\.[0-9a-f]{8}\/\d{4}-\d\d-01$/) as string,
    });
    expect(JSON.stringify(event)).not.toContain('203.0.113.9');
    let rows = await world.records.selectFrom('event_imports').selectAll().execute();
    expect(rows.map(({ secret }) => secret)).toEqual(rows.map(() => ''));
  });

  it('has downloads of versions that are withdrawn by now', async () => {
    let [item] = (await ada.ask(packagesApi.getPackages, { params })).results;
    let body = { version: '6.6', message: 'Bad.' };
    let at = { ...params, package_id: item!.id };
    await ada.ask(withdrawnVersionsApi.withdrawVersion, { params: at, body });
    await imported(combined({ request: 'GET /engine/6.6/a HTTP/1.1' }));
    expect(await stored('6.6')).toHaveLength(1);
    await ada.ask(withdrawnVersionsApi.restoreVersion, { params: at, body });
  });

  it.each([
    ['HEAD', { request: 'HEAD /engine/2/a HTTP/1.1' }],
    ['a request that failed', { request: 'GET /engine/2/a HTTP/1.1', status: 404 }],
    ['a file that the client already has', { request: 'GET /engine/2/a HTTP/1.1', status: 304 }],
    ['a part of a file', { request: 'GET /engine/2/a HTTP/1.1', status: 206 }],
    ['a path without a route', { request: 'GET /index.html HTTP/1.1' }],
    ['another host', { request: 'GET /engine/2/a HTTP/1.1', host: 'other.example' }],
    ['no request at all', { request: '\\x16\\x03\\x01', status: 400 }],
  ])('leaves out %s', async (_, line) => {
    let one = await imported(combined(line), { host: 'files.example' });
    expect(one).toMatchObject({ events_total: 1, events_left_out: 1, events_failed_to_import: 0 });
  });

  it.each([301, 302, 303, 307, 308])('counts a redirect (%i) and the request that follows it once', async (status) => {
    let request = `GET /engine/after-${status}/a HTTP/1.1`;
    await imported(combined({ request, status }) + combined({ request }));
    let events = await stored(`after-${status}`);
    expect(events.map(({ counted }) => counted).sort()).toEqual([false, true]);
  });

  it('is stored once, and identical lines count separately', async () => {
    let get = 'GET /engine/3/a HTTP/1.1';
    let text = combined({ request: get }).repeat(3) + combined({ request: get, agent: 'Wget/1.21' });
    expect(await imported(text)).toMatchObject({ events_successfully_imported: 4, events_known: 0 });
    expect(await imported(text)).toMatchObject({ events_successfully_imported: 4, events_known: 4 });
    expect(await imported(text, { source: 'second-server' })).toMatchObject({ events_known: 0 });
    let all = await stored('3');
    expect([all.length, all.filter(({ counted }) => counted === true).length]).toEqual([8, 4]);
  });

  it('distinguishes visitors within one file, and never compares those of two files', async () => {
    let get = (address: string) => combined({ request: 'GET /engine/4/a HTTP/1.1', address, agent: 'Mozilla' });
    await imported(get('203.0.113.1') + get('203.0.113.1') + get('203.0.113.2'));
    await imported(get('203.0.113.1'), { source: 'b' });
    let events = await stored('4');
    expect(new Set(events.map((event) => event.origin_id)).size).toBe(3);
    expect(new Set(events.map((event) => event.id_period)).size).toBe(2);
  });

  it('is previewed line by line before it starts, with the given host', async () => {
    let { id } = (await upload(world, ada, combined({ host: 'files.example' }) + combined({ host: 'www.example' })))
      .body;
    let any = await ada.ask(eventImportsApi.previewEventImport, { params: { ...params, id } });
    expect(any).toMatchObject({ looked_at: 2, events: 2, artifacts: [{ name: 'engine', events: 2 }] });
    let one = await ada.ask(eventImportsApi.previewEventImport, {
      params: { ...params, id },
      query: { host: 'files.example' },
    });
    expect(one.rows.map(({ outcome }) => outcome)).toEqual(['event', 'left-out']);
    await ada.ask(eventImportsApi.startEventImport, { params: { ...params, id }, body: {} });
    await world.gateway.imports.run();
  });
});

/** A line of each format for `GET /engine/<version>/a`, each with its own client. */
const lines: Record<string, (version: string) => string> = {
  'log-combined': (version) => combined({ host: 'files.example:443', request: `GET /engine/${version}/a HTTP/2.0` }),
  'log-caddy': (version) =>
    JSON.stringify({
      level: 'info',
      ts: at.getTime() / 1_000,
      logger: 'http.log.access',
      request: {
        remote_ip: '203.0.113.9',
        client_ip: '203.0.113.9',
        method: 'GET',
        host: 'files.example',
        uri: `/engine/${version}/a`,
        headers: { 'User-Agent': [curl] },
      },
      duration: 0.01,
      size: 5,
      status: 200,
    }),
  'log-nginx-json': (version) =>
    JSON.stringify({
      time_iso8601: at.toISOString().replace('.000Z', '+00:00'),
      remote_addr: '203.0.113.9',
      request: `GET /engine/${version}/a HTTP/1.1`,
      status: '200',
      body_bytes_sent: '5',
      http_referer: '-',
      http_user_agent: curl,
      host: 'files.example',
    }),
  'log-cloudfront': (version) => {
    let names =
      'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent)';
    let [day, clock] = [at.toISOString().slice(0, 10), at.toISOString().slice(11, 19)];
    let cells = [day, clock, 'AMS1', '5', '203.0.113.9', 'GET', 'd1.cdn.example', `/engine/${version}/a`, '200', '-'];
    return `#Version: 1.0\n#Fields: ${names}\n${[...cells, 'curl%2F8.5.0'].join('\t')}`;
  },
  'log-cloudflare': (version) =>
    JSON.stringify({
      ClientIP: '203.0.113.9',
      ClientRequestHost: 'files.example',
      ClientRequestMethod: 'GET',
      ClientRequestURI: `/engine/${version}/a`,
      ClientRequestUserAgent: curl,
      EdgeResponseBytes: 5,
      EdgeResponseStatus: 200,
      EdgeStartTimestamp: at.getTime() * 1_000_000,
      RayID: '7f00c0ffee',
    }),
  'log-fastly': (version) =>
    JSON.stringify({
      timestamp: at.toISOString().replace('.000Z', '+0000'),
      client_ip: '203.0.113.9',
      host: 'files.example',
      url: `/engine/${version}/a`,
      request_method: 'GET',
      request_referer: '',
      request_user_agent: curl,
      response_status: 200,
      response_body_size: 5,
    }),
  'log-s3': (version) => {
    let id = 'a'.repeat(64);
    let asked = `"GET /engine/${version}/a HTTP/1.1" 200 - 512 512 7 6 "-" "${curl}" - hostid= SigV4 -`;
    let before = `${id} files [${clf()}] 203.0.113.9 ${id} 3E57427F33A59F07 REST.GET.OBJECT engine/${version}/a`;
    return `${before} ${asked} AuthHeader files.s3.eu-west-1.example TLSv1.2 - -`;
  },
};

describe('a log without user agents', () => {
  it('is previewed with the number of its requests that have none', async () => {
    let { id } = (await upload(world, ada, combined() + combined({ agent: '-' }) + combined({ agent: '-' }))).body;
    let preview = await ada.ask(eventImportsApi.previewEventImport, { params: { ...params, id } });
    expect(preview).toMatchObject({ events: 3, without_agent: 2 });
    await ada.ask(eventImportsApi.abortEventImport, { params: { ...params, id } });
  });
});

describe('the formats of logs', () => {
  it.each(Object.keys(lines))('%s is recognized and read', async (format) => {
    let one = await imported(`${lines[format]!(format)}\n`);
    expect(one).toMatchObject({ format, events_successfully_imported: 1, events_total: 1 });
    let [event] = await stored(format);
    expect(event).toMatchObject({ time: at.toISOString(), user_agent: curl, package: 'engine' });
  });

  it('damaged lines are refused by their number, and long ones are read in time', async () => {
    let long = `${'a.b '.repeat(250)}${'['.repeat(60_000)}`;
    let one = await imported(`${combined({ request: 'GET /engine/5/a HTTP/1.1' })}${long}\nnonsense\n`);
    expect(one).toMatchObject({ events_successfully_imported: 1, events_failed_to_import: 2 });
    expect(one.error_log_sample.map(({ line }) => line)).toEqual([2, 3]);
  });
});

describe('the addresses of a line', () => {
  const forms = [
    '198.51.100.1',
    '::ffff:198.51.100.1',
    '198.51.100.1:51008',
    '198.51.100.1, 10.183.250.139',
    '198.51.100.1,10.0.0.1 172.16.0.9',
    'files.example 198.51.100.1, 10.0.0.1',
    '- 198.51.100.1',
    '198.51.100.9, 198.51.100.1, 127.0.0.1',
  ];

  it('name one visitor in all spellings, and are never stored', async () => {
    let text = forms.map((address) => combined({ address, request: 'GET /engine/addresses/a HTTP/1.1' })).join('');
    expect(await imported(text)).toMatchObject({ events_successfully_imported: forms.length });
    let events = await stored('addresses');
    expect(events).toHaveLength(forms.length);
    expect(new Set(events.map(({ endpoint_id }) => endpoint_id)).size).toBe(1);
    expect(events.map(({ request_domain }) => request_domain).filter((host) => host !== 'files.example')).toEqual(
      forms.slice(1).map(() => ''),
    );
    expect(JSON.stringify(events)).not.toMatch(/198\.51|10\.183|10\.0\.0/);
  });

  it('of Caddy may have a port, and IPv6 ones a zone', async () => {
    let line = (request: object) =>
      `${JSON.stringify({ ts: at.getTime() / 1_000, status: 200, request: { method: 'GET', uri: '/engine/caddy/a', ...request } })}\n`;
    let text =
      line({ remote_addr: '198.51.100.1:51008' }) +
      line({ remote_ip: '198.51.100.1' }) +
      line({ remote_ip: 'fe80::1%eth0', headers: { 'X-Forwarded-For': ['198.51.100.1'] } }) +
      // What a client claims stands in a header of its own, before that of the proxy.
      line({ remote_ip: '10.0.0.1', headers: { 'X-Forwarded-For': ['203.0.113.80', '198.51.100.1', '10.0.0.2'] } });
    await imported(text);
    let events = await stored('caddy');
    expect([events.length, new Set(events.map(({ endpoint_id }) => endpoint_id)).size]).toEqual([4, 1]);
  });

  it.each([
    '203.0.113.7',
    '203.0.113.7:443',
    '203.0.113.7,',
    '203.0.113.7.443',
    '[fe80::7]:443',
    'fe80::7',
    'a b',
    '-',
  ])('are no host, whatever a client says it asked: %s', async (host) => {
    let headers = { 'User-Agent': [host] };
    let request = { method: 'GET', uri: '/engine/hosts/a', remote_ip: '198.51.100.1', host, headers };
    await imported(`${JSON.stringify({ ts: at.getTime() / 1_000, status: 200, request })}\n`);
    let events = (await stored('hosts')).filter(({ user_agent }) => user_agent === host);
    expect(events.map(({ request_domain }) => request_domain)).toEqual(['']);
  });

  it('with a port behind a dot are no host before the address', async () => {
    let request = 'GET /engine/dots/a HTTP/1.1';
    let dotted = combined({ address: '203.0.113.7.51008 198.51.100.1', request });
    expect(await imported(combined({ request }) + dotted)).toMatchObject({ events_failed_to_import: 1 });
    expect((await stored('dots')).map(({ request_domain }) => request_domain)).toEqual(['']);
  });
});

describe('the request of a line', () => {
  it.each([
    ['text', 'GET /engine/unicode/я é.zip HTTP/1.1'],
    ['escapes of bytes', String.raw`GET /engine/unicode/\xd1\x8f \xC3\xA9.zip HTTP/1.1`],
    ['percent-encoding', 'GET /engine/unicode/%D1%8F%20%C3%A9.zip HTTP/1.1'],
    ['no protocol', 'GET /engine/unicode/я é.zip'],
  ])('has the same file from %s', async (name, request) => {
    await imported(combined({ request, agent: name }));
    let [event] = (await stored('unicode')).filter(({ user_agent }) => user_agent === name);
    expect(event).toMatchObject({ variables: { file: 'я é.zip' } });
  });

  it('and its agent have the escapes of Apache', async () => {
    let agent = String.raw`a \"b\" \\x41 \t \xd1\x8f`;
    await imported(combined({ request: 'GET /engine/escapes/a HTTP/1.1', agent }));
    expect((await stored('escapes'))[0]).toMatchObject({ user_agent: String.raw`a "b" \x41 ${'\t'} я` });
  });
});

const odd = [null, true, -1, 1e308, '', '-', '\0', '\ud800', '\\x', '%', 'x'.repeat(5_000), [], [[null]], {}];
const oddObject = { toString: 1, valueOf: null, length: -1 };

/** The JSON objects that differ from one in a single value, at any depth. */
function* withOddValues(value: unknown, build: (inner: unknown) => unknown): Generator<unknown> {
  for (let one of [...odd, oddObject]) yield build(one);
  if (typeof value !== 'object' || value === null) return;
  for (let [name, inner] of Object.entries(value))
    yield* withOddValues(inner, (changed) =>
      build(Array.isArray(value) ? [changed] : { ...(value as object), [name]: changed }),
    );
}

describe('odd values in every field', () => {
  it.each(['log-caddy', 'log-nginx-json', 'log-cloudflare', 'log-fastly'])('of %s end an import', async (format) => {
    let good = lines[format]!(`odd-${format}`);
    let all = [...withOddValues(JSON.parse(good), (changed) => changed)].map((value) => JSON.stringify(value));
    let one = await imported(`${good}\n${all.join('\n')}\n`);
    expect(one).toMatchObject({ format, status: 'done', events_total: all.length + 1 });
    expect(JSON.stringify(one.error_log_sample)).not.toContain('This row could not be parsed.');
  });

  it.each(['log-combined', 'log-cloudfront', 'log-s3'])('of %s end an import', async (format) => {
    let good = lines[format]!(`odd-${format}`);
    let last = good.split('\n').at(-1)!;
    let words = last.split(/([ \t"[\]]+)/);
    let texts = odd.filter((value) => typeof value === 'string');
    let all = words.flatMap((_, i) => texts.map((text) => words.with(i, text).join('')));
    let one = await imported(`${good}\n${all.join('\n')}\n`);
    expect(one).toMatchObject({ format, status: 'done' });
    expect(one.events_total).toBeGreaterThan(all.length / 2);
  });

  it('lines about no request are left out, also at the beginning', async () => {
    let other = JSON.stringify({ level: 'info', ts: 1_795_514_391.1, logger: 'tls.cache.maintenance', msg: 'x' });
    let text = `${`${other}\n`.repeat(30)}${lines['log-caddy']!('begun')}\n${other}\n${JSON.stringify({ request: null, ts: 1 })}\n`;
    expect(await imported(text)).toMatchObject({
      format: 'log-caddy',
      status: 'done',
      events_successfully_imported: 1,
      events_left_out: 32,
      events_failed_to_import: 0,
    });
  });
});
