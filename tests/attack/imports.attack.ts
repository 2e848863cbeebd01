/**
 * Files that accounts import: whatever is in them, and however often reading them fails, other
 * owners' counts go on, and no address of a visitor is stored.
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { costOf, startTarget, type Target } from './target';

let target: Target;
let tokens: Record<string, string>;
beforeAll(async () => {
  target = await startTarget();
  tokens = {};
  for (let person of ['ada', 'grace', 'linus']) tokens[person] = await target.signIn(person);
  for (let [person, owner] of [
    ['ada', 'ada'],
    ['grace', 'hopper-labs'],
    ['linus', 'linus'],
  ] as const)
    await addFiles(person, owner, 'kit', '/cases');
  // A package that has downloads of logs alone.
  await addFiles('ada', 'ada', 'logs', '/logs');
});
afterAll(() => target.close());

/** Adds a package of files below a path. */
async function addFiles(person: string, owner: string, name: string, below: string): Promise<void> {
  let outgoing_url = 'https://files.example/{version}/{file}';
  let fields = { type: 'file', name, incoming_path: `${below}/{version}/{file}`, outgoing_url };
  let { status, body } = await target.api('POST', `/v2/packages/${owner}`, fields, tokens[person]);
  expect([status, body]).toEqual([201, expect.anything()]);
}

const dayMs = 86_400_000;
const begin = Math.floor(Date.now() / dayMs) * dayMs - 3 * dayMs;

/** Downloads of one visitor and file, twenty seconds apart, the newest first. */
function newestFirst(count: number, origin = 'h00c0ffee00c0ffee'): string {
  let rows = Array.from({ length: count }, (_, i) => ({
    id: uuidv7(),
    type: 'binary-download',
    package: 'kit',
    version: '1.0.0',
    time: new Date(begin + (count - i) * 20_000).toISOString(),
    origin_id: origin,
    request_path: '/cases/1.0.0/kit.zip',
  }));
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** The same, each by a visitor of its own. */
function apart(count: number): string {
  let visitor = 0;
  return newestFirst(count).replaceAll('00c0ffee00c0ffee', () => (visitor += 1).toString(16).padStart(16, '0'));
}

async function send(person: string, owner: string, file: string): Promise<{ status: number; body: any }> {
  let headers = { authorization: `Bearer ${tokens[person]}`, 'content-type': 'application/x-ndjson' };
  let answer = await target.gateway('localhost', `/v2/imports/${owner}`, { method: 'POST', headers, body: file });
  return { status: answer.status, body: JSON.parse(answer.body) };
}

/** Sends a file for an import in the background. */
async function sent(person: string, owner: string, file: string | Buffer): Promise<{ status: number; body: string }> {
  let headers = { authorization: `Bearer ${tokens[person]}`, 'content-type': 'application/octet-stream' };
  let at = `/v2/imports/${owner}/files?file_name=access.log`;
  return target.gateway('localhost', at, { method: 'POST', headers, body: file });
}

/** The same for one that is taken; gives its id. */
async function upload(person: string, owner: string, file: string | Buffer): Promise<string> {
  let { status, body } = await sent(person, owner, file);
  expect([status, body]).toEqual([201, expect.any(String)]);
  return (JSON.parse(body) as { id: string }).id;
}

async function begun(person: string, owner: string, file: string | Buffer): Promise<string> {
  let id = await upload(person, owner, file);
  let { status } = await target.api('POST', `/v2/imports/${owner}/${id}/start`, {}, tokens[person]);
  expect(status).toBe(200);
  return id;
}

const patiently = { timeout: 60_000, interval: 100 };

async function importNow(person: string, owner: string, id: string): Promise<any> {
  return (await target.api('GET', `/v2/imports/${owner}/${id}`, undefined, tokens[person])).body;
}

async function ended(person: string, owner: string, id: string): Promise<any> {
  await expect.poll(async () => (await importNow(person, owner, id)).status, patiently).not.toBe('importing');
  return importNow(person, owner, id);
}

async function read(person: string, at: string): Promise<{ status: number; body: string }> {
  return target.gateway('localhost', at, { headers: { authorization: `Bearer ${tokens[person]}` } });
}

/** Everything that is stored of a package of ada, as text. */
async function stored(name: string): Promise<string> {
  let { status, body } = await read('ada', `/v2/packages/ada/events?format=ndjson&raw=true&query=${name}`);
  expect(status).toBe(200);
  return body;
}

/** Nobody is kept from counting, nor from what was counted. */
async function expectOthersGoOn(): Promise<void> {
  let report = '/v3/insights/hopper-labs/aggregations/export?rollup=daily&breakdown_set=by-total&package_id=all';
  let { status } = await read('grace', report);
  expect([status, (await target.dashboard('/readyz')).status]).toEqual([200, 200]);
  expect((await target.gateway('localhost', '/readyz')).body).toContain('store side: connected');
  expect(target.isAlive()).toBe(true);
}

describe('a thousand downloads of one visitor, the newest first', () => {
  it('are stored, others go on, and the same after a kill', async () => {
    expect(await send('ada', 'ada', newestFirst(1_000))).toMatchObject({ status: 200, body: { stored: 1_000 } });
    await expectOthersGoOn();
    await target.restart();
    await expectOthersGoOn();
  });

  it('are stored from a packed file in the background, killed meanwhile', async () => {
    let id = await begun('ada', 'ada', gzipSync(newestFirst(10_000, 'h00c0ffee00c0ff00')));
    await expectOthersGoOn();
    await target.restart();
    await expectOthersGoOn();
    expect(await ended('ada', 'ada', id)).toMatchObject({ status: 'done', events_successfully_imported: 10_000 });
    expect((await stored('kit')).match(/"origin_id":"h00c0ffee00c0ff00"/g)).toHaveLength(10_000);
    await expectOthersGoOn();
  });

  it('cost little more than those of as many visitors', async () => {
    let visitor = 0;
    let usual = await costOf(target, () => send('ada', 'ada', apart(1_000)));
    let hostile = () => send('ada', 'ada', newestFirst(1_000, `h00000000c0ffee${(visitor += 1) + 10}`));
    expect(await costOf(target, hostile)).toBeLessThan(3 * usual);
  });
});

/** Below this, differences are those of garbage collection and timers. */
const noiseMs = 60;

describe('a file of rows that are all wrong', () => {
  // Their number, and not their bytes, is what they cost.
  it.each([
    ['CSV', 'text/csv', (rows: number) => `id,type,time,package\n${'x\n'.repeat(rows)}`],
    ['CSV with an open quote', 'text/csv', (rows: number) => `id,type,time,package\n"\n${'x\n'.repeat(rows)}`],
    ['NDJSON', 'application/x-ndjson', (rows: number) => '{}\n'.repeat(rows)],
  ])('costs no more than one of events: %s', async (_, type, file) => {
    let headers = { authorization: `Bearer ${tokens.ada}`, 'content-type': type };
    let question = { method: 'POST', headers, body: file(32_000) };
    let usual = await costOf(target, () => send('ada', 'ada', apart(400)));
    let cost = await costOf(target, () => target.gateway('localhost', '/v2/imports/ada', question));
    expect(cost).toBeLessThan(3 * usual + noiseMs);
    await expectOthersGoOn();
  });
});

let versions = 0;
const second = Math.floor(begin / 1_000);
function caddyLine(i: number): string {
  let headers = { 'User-Agent': ['curl/8.5.0'] };
  let request = {
    remote_ip: `198.51.100.${i}`,
    method: 'GET',
    host: 'files.example',
    uri: '/cases/2.0.0/kit.zip',
    headers,
  };
  return `${JSON.stringify({ level: 'info', ts: second + i, logger: 'http.log.access', request, status: 200, size: 9 })}\n`;
}
const runtimeLine = `{"level":"info","ts":${second}.1,"logger":"tls.cache.maintenance","msg":"x"}\n`;

describe('an import', () => {
  it('of a log of Caddy with lines of its own between and before requests ends', async () => {
    let file = runtimeLine + caddyLine(1) + runtimeLine + caddyLine(2);
    let id = await upload('ada', 'ada', file);
    let preview = await target.api('GET', `/v2/imports/ada/${id}/preview`, undefined, tokens.ada);
    expect(preview).toMatchObject({ status: 200, body: { format: 'log-caddy', events: 2 } });
    await target.api('POST', `/v2/imports/ada/${id}/start`, {}, tokens.ada);
    expect(await ended('ada', 'ada', id)).toMatchObject({ status: 'done', events_successfully_imported: 2 });
  });

  it('that always fails is tried a few times, and others end meanwhile', async () => {
    let broken: string[] = [];
    for (let [person, owner] of [
      ['ada', 'ada'],
      ['grace', 'hopper-labs'],
    ] as const) {
      let id = await upload(person, owner, caddyLine(3));
      // A file that cannot be read, whatever is in it.
      let place = path.join(target.folder, 'imports', id);
      rmSync(place);
      mkdirSync(place);
      expect((await target.api('POST', `/v2/imports/${owner}/${id}/start`, {}, tokens[person])).status).toBe(200);
      broken.push(id);
    }
    let failures = (id: string) =>
      target
        .said()
        .split('\n')
        .filter((line) => line.includes('an import failed') && line.includes(id)).length;
    for (let one of broken) await expect.poll(() => failures(one), patiently).toBeGreaterThan(0);
    let id = await begun('linus', 'linus', newestFirst(6_000));
    expect(await ended('linus', 'linus', id)).toMatchObject({ status: 'done', events_successfully_imported: 6_000 });
    for (let one of broken) expect(failures(one)).toBeLessThan(6);
    await expectOthersGoOn();
  });

  it.each([
    ['with forwarded addresses first', '203.0.113.9, 10.183.250.139 - -'],
    ['with several of them', '203.0.113.9, 198.51.100.200, 10.183.250.139 - -'],
    ['without a space between', '203.0.113.9,10.183.250.139 - -'],
    ['with a port and a mapped address', '203.0.113.9:51008, ::ffff:10.183.250.139 - -'],
    ['with an address of IPv6 and a zone', '2001:db8::203:9, fe80::10:183%eth0 - -'],
    ['with a word that is no address', 'unknown, 203.0.113.9 - -'],
    ['with the address in quotes', '"203.0.113.9" 10.183.250.139 - -'],
    ['with an address before the host', '203.0.113.9 files.example 10.183.250.139 - -'],
    ['with a user name that is one', '10.183.250.139 - 203.0.113.9'],
  ])('of a log %s stores no address', async (_, visitor) => {
    let [, day, month, year, time] = new Date(begin).toUTCString().split(/[ ,]+/);
    let clf = `[${day}/${month}/${year}:${time} +0000]`;
    let version = `v${(versions += 1)}`;
    let line = `${visitor} ${clf} "GET /logs/${version}/kit.zip HTTP/1.1" 200 512 "-" "curl/8.5.0"\n`;
    let { status, body } = await sent('ada', 'ada', line.repeat(3));
    // What is no access log is refused; what is one has no address in it afterwards.
    expect([201, 422]).toContain(status);
    if (status === 201) {
      let { id } = JSON.parse(body) as { id: string };
      await target.api('POST', `/v2/imports/ada/${id}/start`, {}, tokens.ada);
      await ended('ada', 'ada', id);
    }
    let lines = (await stored('logs')).split('\n').filter((one) => one.includes(`/logs/${version}/`));
    expect(lines).toHaveLength(status === 201 ? 3 : 0);
    for (let one of lines) {
      // The name of the server may be kept, never an address.
      expect(['', 'files.example']).toContain((JSON.parse(one) as { request_domain: string }).request_domain);
      expect(one).not.toMatch(/203\.0\.113|198\.51\.100|10\.183\.250|2001:db8|203:9|fe80/);
    }
  });
});
