/** The salts of visitors: periods, restarts, owners, and installations of earlier versions. */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Event } from 'contract/event-fields';
import { periodEnd, periodName } from 'contract/analytics/id-periods';
import { dayMs } from 'contract/floor/time';
import type { EdgeRequest } from 'edge/requests/edge-request';
import { createIdentify } from 'edge/identity';
import { openEventStore } from 'gateway/events/duckdb/open';
import { openEdge } from '../../server/edge';
import { edgeSecret, renewSecrets } from '../../server/secrets';
import { readSettings } from '../../server/settings';
import { openVisitorSalts, visitorIdsState, type StoredSalts, type StoredSaltsParts } from '../../server/visitor-salts';
import { giveAddressTables } from '../support/address-tables';

const log = pino({ level: 'silent' });
let folder: string;
let now: number;
let open: StoredSalts[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'salts-'));
  now = Date.parse('2026-11-22T09:30:00Z');
  open = [];
});
afterEach(() => {
  for (let salts of open) salts.close();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const file = () => path.join(folder, 'edge', 'salts.json');
const has = { packages: {}, pixels: [], pixelHosts: [] };

interface Written {
  format: number;
  period: { name: string; secret: string };
}
const written = () => JSON.parse(readFileSync(file(), 'utf8')) as Written;

function start(parts: Partial<StoredSaltsParts> = {}): StoredSalts {
  let salts = openVisitorSalts(folder, {
    rotation: undefined,
    firstSalt: () => undefined,
    clock: () => now,
    log,
    ...parts,
  });
  open.push(salts);
  return salts;
}

const request = { address: '192.0.2.1', userAgent: 'curl/8.4.0', language: '' } as EdgeRequest;

function idsOf(salts: StoredSalts, owner = 'ada') {
  return createIdentify(salts)(request, owner, now);
}

describe('a period', () => {
  it.each([
    ['monthly', '2026-11-22T09:30:00Z', '2026-11-22T09:30:00Z/2026-12-01'],
    ['monthly', '2026-12-31T23:59:59Z', '2026-12-31T23:59:59Z/2027-01-01'],
    ['daily', '2026-11-22T00:00:00Z', '2026-11-22T00:00:00Z/2026-11-23'],
    ['daily', '2028-02-28T23:59:59Z', '2028-02-28T23:59:59Z/2028-02-29'],
    ['never', '2026-11-22T09:30:00Z', '2026-11-22T09:30:00Z/..'],
  ] as const)('of %s rotation that begins at %s is named %s', (rotation, begin, name) => {
    expect(periodName(rotation, Date.parse(begin))).toBe(name);
  });

  it('ends at the start of the next UTC month or day', () => {
    let last = Date.parse('2026-11-30T23:59:59.999Z');
    for (let rotation of ['monthly', 'daily'] as const) {
      expect(periodEnd(rotation, last)).toBe(last + 1);
      expect(periodEnd(rotation, last + 1)).toBeGreaterThan(last + 1);
    }
  });
});

describe('while the edge runs', () => {
  it('ids change at the first request after the end of the month, and the old salts are deleted', () => {
    let salts = start();
    now = Date.parse('2026-11-30T23:59:59.999Z');
    let november = idsOf(salts);
    expect(idsOf(salts)).toEqual(november);
    let before = written();
    now += 1;
    let december = idsOf(salts);
    expect(december.originId).not.toBe(november.originId);
    expect(december.endpointId).not.toBe(november.endpointId);
    expect(december.idPeriod).toBe('2026-12-01T00:00:00Z/2027-01-01');
    expect(readFileSync(file(), 'utf8')).not.toContain(before.period.secret);
    expect(existsSync(`${file()}.new`)).toBe(false);
  });

  it('daily rotation changes ids at midnight UTC', () => {
    let salts = start({ rotation: 'daily' });
    now = Date.parse('2026-11-22T23:59:59.999Z');
    let sunday = idsOf(salts);
    now += 1;
    let monday = idsOf(salts);
    expect([sunday.originId === monday.originId, monday.idPeriod]).toEqual([false, '2026-11-23T00:00:00Z/2026-11-24']);
  });

  it('a clock that goes back by seconds across the end of a month changes nothing', () => {
    let salts = start();
    now = Date.parse('2026-12-01T00:00:00Z');
    let december = idsOf(salts);
    now -= 5_000;
    expect(idsOf(salts)).toEqual(december);
    salts.close();
    expect(idsOf(start())).toEqual(december);
  });

  it('salts that cannot be written are used, and written once writing works again', () => {
    writeFileSync(path.join(folder, 'edge'), 'a file where the folder belongs');
    let salts = start();
    let ids = idsOf(salts);
    expect(idsOf(salts)).toEqual(ids);
    rmSync(path.join(folder, 'edge'));
    salts.close();
    expect(idsOf(start())).toEqual(ids);
  });
});

describe('a restart', () => {
  it('within a period keeps ids', () => {
    let salts = start();
    salts.take(new Map([['ada', has]]));
    let ids = idsOf(salts);
    salts.close();
    now = Date.parse('2026-11-30T23:00:00Z');
    expect(idsOf(start())).toEqual(ids);
  });

  it('keeps ids after a kill too, because salts are on disk before they are used', () => {
    let ids = idsOf(start());
    expect(idsOf(start())).toEqual(ids);
  });

  it('in a later period begins with new salts for all owners, and deletes the old ones', () => {
    let salts = start();
    let [ada, grace] = [idsOf(salts, 'ada'), idsOf(salts, 'grace')];
    salts.close();
    let before = written();
    now = Date.parse('2027-02-03T04:05:06Z');
    let later = start();
    expect(idsOf(later, 'ada').idPeriod).toBe('2027-02-03T04:05:06Z/2027-03-01');
    expect(idsOf(later, 'ada').originId).not.toBe(ada.originId);
    expect(idsOf(later, 'grace').originId).not.toBe(grace.originId);
    expect(readFileSync(file(), 'utf8')).not.toContain(before.period.secret);
  });

  it('with a clock that was a year ahead ends the period that was started then', () => {
    now = Date.parse('2027-11-22T09:30:00Z');
    start().close();
    now = Date.parse('2026-11-22T09:30:00Z');
    expect(idsOf(start()).idPeriod).toBe('2026-11-22T09:30:00Z/2026-12-01');
  });

  it('without the file, or with a damaged one, begins a period with another name', () => {
    let first = idsOf(start());
    for (let lose of [() => rmSync(file()), () => writeFileSync(file(), '{"format":1,')]) {
      lose();
      now += 60_000;
      let next = idsOf(start());
      expect(next.originId).not.toBe(first.originId);
      expect(next.idPeriod).not.toBe(first.idPeriod);
    }
  });

  it('with another setting begins a new period at once', () => {
    let salts = start({ rotation: 'never' });
    let never = idsOf(salts);
    expect(never.idPeriod).toBe('2026-11-22T09:30:00Z/..');
    salts.close();
    now += 60_000;
    let daily = idsOf(start({ rotation: 'daily' }));
    expect(daily.idPeriod).toBe('2026-11-22T09:31:00Z/2026-11-23');
    expect(daily.originId).not.toBe(never.originId);
    expect(idsOf(start())).toEqual(daily);
  });
});

describe('owners', () => {
  it('have salts of their own by a random secret, readable by the user of the server only', () => {
    let salts = start();
    expect(idsOf(salts, 'ada').originId).not.toBe(idsOf(salts, 'grace').originId);
    expect(Buffer.from(written().period.secret, 'base64url').length).toBe(32);
    expect([statSync(file()).mode & 0o777, statSync(path.dirname(file())).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it('may be many: new ones, a new period and a restart are a small write', () => {
    let salts = start();
    let known = readFileSync(file(), 'utf8');
    let owners = Array.from({ length: 100_000 }, (_, number) => `owner-${number}`);
    salts.take(new Map(owners.map((owner) => [owner, has])));
    for (let owner of owners.slice(0, 20_000)) salts.of(owner, now);
    expect(readFileSync(file(), 'utf8')).toBe(known);
    let begun = process.cpuUsage();
    for (let month of [0, 1, 2]) {
      now = Date.UTC(2027, month, 1);
      salts.of('owner-0', now);
      salts.take(new Map([[`new-${month}`, has]]));
    }
    let { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(3 * 20);
    expect(readFileSync(file(), 'utf8').length).toBeLessThan(500);
    expect(idsOf(start(), 'owner-1')).toEqual(idsOf(salts, 'owner-1'));
  });
});

describe('a folder in which each owner has a random salt', () => {
  let kept = {
    format: 1,
    rotation: 'monthly',
    ends: Date.parse('2026-12-01T00:00:00Z'),
    owners: { ada: { salt: 'the salt of ada', period: '2026-11-03T00:00:00Z/2026-12-01' } },
  };
  beforeEach(() => {
    mkdirSync(path.dirname(file()));
    writeFileSync(file(), JSON.stringify(kept));
  });

  it('keeps them until the period ends, over restarts too', () => {
    let origin = createHmac('sha256', 'the salt of ada').update('origin\n192.0.2.1\ncurl/8.4.0\n').digest();
    let ada = { originId: origin.readBigUInt64BE(0), idPeriod: '2026-11-03T00:00:00Z/2026-12-01' };
    expect(visitorIdsState(folder)).toEqual({ rotation: 'monthly', ends: kept.ends, isFirst: false });
    let salts = start();
    let grace = idsOf(salts, 'grace');
    expect(grace.idPeriod).toBe('2026-11-22T09:30:00Z/2026-12-01');
    expect([idsOf(salts), idsOf(start())]).toEqual([expect.objectContaining(ada), expect.objectContaining(ada)]);
    expect(idsOf(start(), 'grace')).toEqual(grace);
    now = kept.ends;
    expect(idsOf(salts).idPeriod).toBe('2026-12-01T00:00:00Z/2027-01-01');
    expect(readFileSync(file(), 'utf8')).not.toContain('the salt of ada');
  });

  it('keeps its endless one, if it is from before there were periods', () => {
    writeFileSync(file(), JSON.stringify({ ...kept, rotation: 'never', ends: null, first: 'a salt', owners: {} }));
    let ids = idsOf(start());
    expect([ids.idPeriod, idsOf(start())]).toEqual(['', ids]);
    expect(visitorIdsState(folder)).toEqual({ rotation: 'never', ends: null, isFirst: true });
  });
});

describe('an installation from before periods existed', () => {
  const firstSalt = () => 'an old salt';

  it('keeps its ids, over months and when its secrets are replaced', () => {
    let salts = start({ firstSalt });
    salts.take(new Map([['ada', has]]));
    let ids = idsOf(salts);
    expect(ids.idPeriod).toBe('');
    expect(idsOf(salts, 'grace')).toEqual(ids);
    now = Date.parse('2027-02-03T04:05:06Z');
    expect(idsOf(salts)).toEqual(ids);
    expect(idsOf(start({ firstSalt: () => 'another salt' }))).toEqual(ids);
    expect(idsOf(start({ firstSalt, rotation: 'never' }))).toEqual(ids);
  });

  it('has salts for each owner and no old salt once a rotation is set', () => {
    let ids = idsOf(start({ firstSalt }));
    let salts = start({ firstSalt, rotation: 'monthly' });
    expect(idsOf(salts).originId).not.toBe(ids.originId);
    expect(idsOf(salts, 'grace').originId).not.toBe(idsOf(salts).originId);
    expect(readFileSync(file(), 'utf8')).not.toContain(firstSalt());
    expect(idsOf(start({ firstSalt })).idPeriod).toBe('2026-11-22T09:30:00Z/2026-12-01');
  });
});

const pixelId = '00000000-0000-4000-8000-000000000004';

/** Requests a pixel of ada from one edge on the folder at these times, without a store side. */
async function viewsAt(...times: number[]): Promise<void> {
  let settings = readSettings({ NODE_ENV: 'test', DATA_DIR: folder, GATEWAY_DOMAIN: 'localhost' });
  await giveAddressTables(folder);
  let edge = await openEdge(settings, edgeSecret(folder, log), log);
  let pixels = [{ pixelId, ownerId: 'ada', trackCompanies: true, keepReferrerQuery: false }];
  edge.take(new Map([['ada', { packages: {}, pixels, pixelHosts: [] }]]));
  let server = http.createServer(edge.listener({ passOn: () => undefined, isConnected: () => false }));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  let { port } = server.address() as AddressInfo;
  let headers = { host: 'static.localhost', 'user-agent': 'curl/8.4.0', 'accept-language': 'de' };
  for (let time of times) {
    vi.setSystemTime(time);
    let asked = http.get({ port, host: '127.0.0.1', path: `/a.png?x-pxid=${pixelId}`, headers, agent: false });
    let [answer] = (await once(asked, 'response')) as [http.IncomingMessage];
    expect(answer.statusCode).toBe(200);
    await once(answer.resume(), 'end');
  }
  await new Promise((done) => server.close(done));
  await edge.close();
}

const allViews = { artifactType: 'tracking-pixel' as const, artifactIds: [pixelId], from: 0, until: 4e12 };

/** The ids of the last view in the event store. */
async function idsOfView(): Promise<Pick<Event, 'originId' | 'endpointId' | 'idPeriod'>> {
  await viewsAt(Date.now());
  let store = await openEventStore({ folder });
  let events: Event[] = [];
  await vi.waitUntil(async () => {
    for await (let batch of store.export(allViews)) events.push(...batch);
    return events.length > 0;
  });
  await store.close();
  let { originId, endpointId, idPeriod } = events.at(-1)!;
  return { originId, endpointId, idPeriod };
}

describe('an edge', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));

  it(
    'that runs across the end of a month counts its visitors by month, while the store side is down',
    { tags: 'slow' },
    async () => {
      let end = Date.parse('2026-12-01T00:00:00Z');
      await viewsAt(now, end - 1, end, end + dayMs);
      let store = await openEventStore({ folder });
      let query = { ...allViews, breakdowns: ['by-total' as const], rollup: 'total' as const };
      let [row] = await store.aggregate({ ...query, groupByArtifact: false, includeLowConfidence: true });
      await store.close();
      expect(row).toMatchObject({
        total: 4,
        uniques: [
          { period: '2026-11-22T09:30:00Z/2026-12-01', origins: 1, endpoints: 1 },
          { period: '2026-12-01T00:00:00Z/2027-01-01', origins: 1, endpoints: 1 },
        ],
      });
    },
  );
});

describe('a folder of version f9e2e2d', () => {
  beforeEach(() => {
    execFileSync('tar', ['xzf', 'tests/fixtures/events-f9e2e2d.tar.gz', '-C', folder]);
    writeFileSync(path.join(folder, 'secrets.json'), JSON.stringify({ session: 'a session', salt: 'its salt' }));
  });

  it('keeps the ids of its visitors, which come from its salt', { tags: 'slow' }, async () => {
    expect(visitorIdsState(folder)).toBeUndefined();
    let old = (text: string) => createHmac('sha256', 'its salt').update(text).digest().readBigUInt64BE(0);
    let ids = await idsOfView();
    expect(ids).toEqual({
      originId: old('origin\n127.0.0.1\ncurl/8.4.0\nde'),
      endpointId: old('endpoint\n127.0.0.1'),
      idPeriod: '',
    });
    expect(visitorIdsState(folder)).toEqual({ rotation: 'never', ends: null, isFirst: true });
    renewSecrets(folder);
    expect(await idsOfView()).toEqual(ids);
  });
});

it('a new installation begins with a monthly salt', async () => {
  let ids = await idsOfView();
  let ends = periodEnd('monthly', Date.now());
  expect(visitorIdsState(folder)).toEqual({ rotation: 'monthly', ends, isFirst: false });
  expect(ids.idPeriod.slice(-10)).toBe(new Date(periodEnd('monthly', Date.now())).toISOString().slice(0, 10));
  expect(await idsOfView()).toEqual(ids);
});

it('the folder of the edge is created if it does not exist', () => {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  start();
  expect(existsSync(file())).toBe(true);
});
