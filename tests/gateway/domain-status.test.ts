/**
 * Custom domains and the DNS: what is needed, what was found, who may ask. The DNS is a server on
 * loopback.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateUser } from 'contract/account';
import { freeGivenUpName } from 'contract/administration';
import { getAuditEvents } from 'contract/audit';
import { createCollection } from 'contract/collections';
import * as domainAdministration from 'contract/domain-administration';
import * as domainStatus from 'contract/domain-status';
import * as limits from 'contract/limits';
import { createPackage, deletePackage } from 'contract/packages';
import { createPackageDomain, type Domain } from 'contract/domains';
import { getPackageRoutes } from 'contract/package-routes';
import { createPixelDomain, getPixelDomains } from 'contract/domains';
import { createTrackingPixel, getPixelsOverview } from 'contract/pixels';
import { createDns } from 'gateway/dns/dns';
import { loadRules } from 'gateway/packages/edge-rules';
import { routesOf, whoMay } from 'tests/support/authorization';
import { type DnsServer, startDnsServer } from 'tests/support/dns-server';
import { createWorld, verified, type Caller, type World } from 'tests/support/world';

const { getDomainStatus, requestDomainVerification } = domainStatus;
const { confirmDomain, getUnverifiedDomains } = domainAdministration;
const params = { owner: 'ada' };

let dns: DnsServer;
let world: World;
let ada: Caller;
let count = 0;

beforeAll(async () => {
  dns = await startDnsServer();
  world = await createWorld({ dnsServers: [dns.address], attemptLimits: { domainChecksPerOwner: 1_000 } });
  ada = await world.as('ada');
});
afterAll(async () => {
  await world.close();
  await dns.close();
});

/** A file package with one more domain. */
async function domainOf(name: string): Promise<Domain> {
  let tool = `tool-${++count}`;
  let body = { type: 'file' as const, name: tool, incoming_path: `/${tool}/{v}` };
  let made = await ada.ask(createPackage, { params, body });
  return ada.ask(createPackageDomain, { params: { ...params, package_id: made.id }, body: { name } });
}

function about(domain_ref: string) {
  return { params: { ...params, domain_ref } };
}

/** What the edge answers to a request for a file of a package there. */
async function edgeAt(host: string, path: string): Promise<number> {
  let server = http.createServer((req, res) => world.edge.handle(req, res));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  let { port } = server.address() as AddressInfo;
  let status = await new Promise<number>((done, fail) => {
    let at = { host: '127.0.0.1', port, path, headers: { host }, agent: false };
    http.get(at, (res) => done(res.resume().statusCode ?? 0)).on('error', fail);
  });
  await new Promise((done) => server.close(done));
  return status;
}

/** The records that verify a domain for an owner. */
async function recordsOf(who: Caller, owner: string, domain_ref: string): Promise<{ cname: string; txt: string }> {
  let { records } = await who.ask(getDomainStatus, { params: { owner, domain_ref } });
  return { cname: records[0]?.value ?? '', txt: records[1]?.value ?? '' };
}

const challenge = (name: string) => `_landfall-challenge.${name}`;

describe('answers', () => {
  it('lists the required records before the first check', async () => {
    dns.records = {};
    let { id } = await domainOf('fresh.example.com');
    let status = await ada.ask(getDomainStatus, about(id));
    expect(status).toMatchObject({ domain: 'fresh.example.com', verified_at: null, verified_by: null });
    expect(status.records.map(({ type, name, found }) => [type, name, found])).toEqual([
      ['CNAME', 'fresh.example.com', []],
      ['TXT', '_landfall-challenge.fresh.example.com', []],
    ]);
    expect(status.records[0]?.value).toBe('ada.gateway.localhost');
    expect(status.records[1]?.value).toMatch(/^[A-Z2-7]{20}$/);
    expect((await ada.ask(getDomainStatus, about('FRESH.example.com'))).records).toEqual(status.records);
  });

  it('is verified by a CNAME record, and the result is kept with its time', async () => {
    let { id } = await domainOf('named.example.com');
    dns.records = { CNAME: { 'named.example.com': 'Ada.Gateway.localhost' } };
    let status = await ada.ask(requestDomainVerification, about(id));
    expect(status).toMatchObject({ state: 'verified', verified_by: 'cname', next_check_at: null });
    expect(status.records[0]).toMatchObject({ found: ['ada.gateway.localhost'], matches: true });
    expect(Math.abs(Date.parse(status.checked_at ?? '') - world.now())).toBeLessThan(60_000);
    dns.records = {};
    expect(await ada.ask(getDomainStatus, about(id))).toEqual(status);
  });

  it('is verified by a TXT record, also in parts and beside others', async () => {
    dns.records = {};
    let { id } = await domainOf('text.example.com');
    let { txt } = await recordsOf(ada, 'ada', id);
    dns.records = { TXT: { [challenge('text.example.com')]: ['x'.repeat(400), txt] } };
    let status = await ada.ask(requestDomainVerification, about(id));
    expect(status).toMatchObject({ state: 'verified', verified_by: 'txt' });
    expect(status.records[1]).toMatchObject({ matches: true, found: ['x'.repeat(300), txt] });
    expect(dns.asked).toContain('TXT _landfall-challenge.text.example.com');
  });

  it('is not verified by the records of another owner, nor by the host common to all pixels', async () => {
    dns.records = {};
    let { id } = await domainOf('astray.example.com');
    let theirs = await graceHas('astray.example.com');
    for (let CNAME of [theirs.cname, 'static.localhost']) {
      dns.records = {
        CNAME: { 'astray.example.com': CNAME },
        TXT: { [challenge('astray.example.com')]: [theirs.txt] },
      };
      let status = await ada.ask(requestDomainVerification, about(id));
      expect(status).toMatchObject({ state: expect.stringMatching('missing|taken'), verified_at: null });
      expect(status.records.map(({ matches }) => matches)).toEqual([false, false]);
    }
  });

  it('has the host for the type of package as CNAME target', async () => {
    let pixel = await ada.ask(createTrackingPixel, { params, body: { name: 'docs' } });
    let of = { params: { ...params, id: pixel.id } };
    await ada.ask(createPixelDomain, { ...of, body: { name: 'pixel.example.com' } });
    let body = {
      pattern: 'tools/*',
      backend_domain: 'ghcr.io',
      type: 'docker' as const,
      public_domain: 'images.example.com',
    };
    await ada.ask(createCollection, { params, body });
    let needed = async (name: string) => (await ada.ask(getDomainStatus, about(name))).records[0]?.value;
    expect(await needed('pixel.example.com')).toBe('ada.gateway.localhost');
    expect(await needed('images.example.com')).toBe('ada.docker.localhost');
    let common = (await ada.ask(getPixelDomains, of)).find(({ is_default }) => is_default);
    expect(await ada.refusal(getDomainStatus, about(common?.id ?? ''))).toMatchObject({ code: 'domain-not-found' });
  });

  it('loses its verification when the domain is deleted', async () => {
    let { id, package_id } = await domainOf('gone.example.com');
    dns.records = { CNAME: { 'gone.example.com': 'ada.gateway.localhost' } };
    expect((await ada.ask(requestDomainVerification, about(id))).state).toBe('verified');
    dns.records = {};
    await ada.ask(deletePackage, { params: { ...params, package_id: package_id ?? '' } });
    expect(await ada.refusal(getDomainStatus, about(id))).toMatchObject({ status: 404, code: 'domain-not-found' });
    let again = await ada.ask(getDomainStatus, about((await domainOf('gone.example.com')).id));
    expect(again).toMatchObject({ verified_at: null, verified_by: null });
    // The record that still leads to the former owner verifies nothing for anybody else.
    await graceHas('gone.example.com');
    dns.records = { CNAME: { 'gone.example.com': 'ada.gateway.localhost' } };
    let grace = await world.as('grace');
    let theirs = { params: { owner: 'grace', domain_ref: 'gone.example.com' } };
    expect((await grace.ask(requestDomainVerification, theirs)).verified_at).toBeNull();
  });
});

/** Grace uses the same name, for a pixel. */
async function graceHas(name: string): Promise<{ cname: string; txt: string }> {
  let grace = await world.as('grace');
  let pixel = await grace.ask(createTrackingPixel, { params: { owner: 'grace' }, body: { name: `p${++count}` } });
  await grace.ask(createPixelDomain, { params: { owner: 'grace', id: pixel.id }, body: { name } });
  return recordsOf(grace, 'grace', name);
}

describe('a domain is served', () => {
  it('once it is verified, and until then at the owner’s default host', async () => {
    dns.records = {};
    let tool = `waits-${++count}`;
    let body = { type: 'file' as const, name: tool, incoming_path: `/${tool}`, domain: 'waits.example.com' };
    await ada.ask(createPackage, { params, body });
    let statuses = async () => [
      await edgeAt('waits.example.com', `/${tool}`),
      await edgeAt('ada.gateway.localhost', `/${tool}`),
    ];
    expect(await statuses()).toEqual([404, 200]);
    dns.records = { CNAME: { 'waits.example.com': 'ada.gateway.localhost' } };
    await ada.ask(requestDomainVerification, about('waits.example.com'));
    expect(await statuses()).toEqual([200, 404]);
  });

  it('for a pixel whose CNAME record leads to the host that is shown', async () => {
    dns.records = {};
    let name = 'px.example.com';
    let { cname } = await graceHas(name);
    let grace = await world.as('grace');
    let { results } = await grace.ask(getPixelsOverview, { params: { owner: 'grace' }, query: { per_page: 'max' } });
    let pixel = results.find(({ domains }) => domains.some((domain) => domain.name === name))?.tracking_pixel;
    expect(await edgeAt(name, `/a.png?x-pxid=${pixel?.id}`)).toBe(404);
    dns.records = { CNAME: { [name]: cname } };
    await grace.ask(requestDomainVerification, { params: { owner: 'grace', domain_ref: name } });
    expect(await edgeAt(name, `/a.png?x-pxid=${pixel?.id}`)).toBe(200);
  });

  it('with one docker registry; unverified packages of another registry wait', async () => {
    dns.records = {};
    let image = (name: string, backend_registry: string, domain?: string) =>
      ada.ask(createPackage, { params, body: { type: 'docker' as const, name, backend_registry, domain } });
    await image('waiting/first', 'quay.io', 'first.example.com');
    await image('chosen/second', 'ghcr.io');
    let rules = await loadRules(world.records, { domain: 'localhost', publicUrl: 'http://dashboard.test' });
    let images = rules.get(world.ids.get('ada') ?? '')?.packages.docker ?? [];
    let here = images.filter(({ host }) => host === 'ada.docker.localhost');
    expect(here.flatMap((rule) => ('repositoryName' in rule ? rule.repositoryName : []))).toEqual(['chosen/second']);
  });

  it('never at the dashboard’s host, also if it was added before', async () => {
    let { id } = await domainOf('early.example.com');
    await verified(world, 'ada', 'early.example.com');
    let before = { domain: 'localhost', publicUrl: 'http://dashboard.test' };
    let hosts = async (own: typeof before) =>
      (await loadRules(world.records, own)).get(world.ids.get('ada') ?? '')?.packages.file?.map(({ host }) => host);
    expect(await hosts(before)).toContain('early.example.com');
    expect(await hosts({ ...before, publicUrl: 'https://early.example.com' })).not.toContain('early.example.com');
    expect((await ada.ask(getDomainStatus, about(id))).state).toBe('verified');
  });
});

describe('a verified domain', () => {
  it('stays verified when its record is removed, and when the DNS fails', async () => {
    let { id } = await domainOf('steady.example.com');
    dns.records = { CNAME: { 'steady.example.com': 'ada.gateway.localhost' } };
    await ada.ask(requestDomainVerification, about(id));
    dns.records = {};
    let without = await ada.ask(requestDomainVerification, about(id));
    expect(without).toMatchObject({ state: 'verified', answered: true, verified_by: 'cname' });
    expect(without.records.some(({ matches }) => matches)).toBe(false);
    dns.records = { silent: ['steady.example.com'] };
    expect(await ada.ask(requestDomainVerification, about(id))).toMatchObject({ state: 'verified', answered: false });
  });

  it('is transferred to another owner who verifies it, and the former holder gets a mail', async () => {
    let name = 'moves.example.com';
    dns.records = {};
    let { package_id } = await domainOf(name);
    let { incoming_path } = (
      await ada.ask(getPackageRoutes, { params: { ...params, package_id: package_id ?? '' } })
    )[0]!;
    let path = incoming_path.replace('{v}', '1');
    await verified(world, 'ada', name);
    let theirs = await graceHas(name);
    expect(await edgeAt(name, path)).toBe(200);
    dns.records = { TXT: { [challenge(name)]: [theirs.txt] } };
    let grace = await world.as('grace');
    await grace.ask(requestDomainVerification, { params: { owner: 'grace', domain_ref: name } });
    expect(await ada.ask(getDomainStatus, about(name))).toMatchObject({ state: 'taken', verified_by: null });
    expect(await edgeAt(name, path)).toBe(404);
    let { results } = await ada.ask(getAuditEvents, { params, query: { action: ['domain-lost'] } });
    expect(results[0]).toMatchObject({ target: name, actor: null, address: '' });
    let letters = await world.lettersTo('ada@example.com');
    expect(letters.at(-1)?.subject).toBe(`${name} is no longer verified for ada`);
    let gained = await grace.ask(getAuditEvents, {
      params: { owner: 'grace' },
      query: { action: ['domain-verified'] },
    });
    expect(gained.results[0]).toMatchObject({ target: `${name} (TXT record)`, actor: 'grace' });
  });

  it('stays with the owner whose TXT record is still there', async () => {
    let name = 'both.example.com';
    dns.records = {};
    await domainOf(name);
    let [mine, theirs] = [await recordsOf(ada, 'ada', name), await graceHas(name)];
    dns.records = { TXT: { [challenge(name)]: [mine.txt] } };
    await ada.ask(requestDomainVerification, about(name));
    dns.records = { CNAME: { [name]: theirs.cname }, TXT: { [challenge(name)]: [mine.txt, theirs.txt] } };
    let grace = await world.as('grace');
    let tried = await grace.ask(requestDomainVerification, { params: { owner: 'grace', domain_ref: name } });
    expect(tried).toMatchObject({ state: 'taken', records: [{ matches: true }, { matches: true }] });
    expect((await ada.ask(getDomainStatus, about(name))).state).toBe('verified');
  });
});

describe('a mail to the owners', () => {
  it('is sent when a domain is verified, confirmed or lost, also to an unconfirmed address', async () => {
    let own = await createWorld({ dnsServers: [dns.address] });
    let name = 'told.example.com';
    dns.records = { CNAME: { [name]: 'ada.gateway.localhost' } };
    for (let owner of ['ada', 'grace'] as const) {
      let body = { type: 'file' as const, name: 'told', incoming_path: '/told', domain: name };
      await (await own.as(owner)).ask(createPackage, { params: { owner }, body });
    }
    await own.gateway.domainChecks.runDue();
    await own.records.updateTable('users').set({ email_verified_at: null }).execute();
    await verified(own, 'grace', name);
    // Said again, and nothing moves.
    await verified(own, 'grace', name);
    await own.gateway.close();
    let told = async (email: string) => (await own.lettersTo(email)).map(({ subject, text }) => `${subject}\n${text}`);
    let [gained, lost, ...more] = await told('ada@example.com');
    expect(gained).toContain(`Domain verified: ${name} (CNAME record)`);
    expect(gained).toContain('By: an automatic check');
    expect(lost).toContain(`${name} is no longer verified for ada`);
    expect(more).toEqual([]);
    let [confirmed, ...again] = await told('grace@example.com');
    expect(confirmed).toContain(`Domain confirmed by an administrator: ${name}`);
    expect(confirmed).toContain('By: root');
    expect(again).toEqual([]);
    await own.close();
  });
});

describe('a CNAME record that leads to an earlier name of the owner', () => {
  it('is valid until the name is released, and verifies a domain too', async () => {
    let own = await createWorld({ dnsServers: [dns.address] });
    let person = await own.as('ada');
    let owner = 'countess';
    await person.ask(updateUser, { params: { username: 'ada' }, body: { username: owner } });
    let name = 'earlier.example.com';
    dns.records = { CNAME: { [name]: 'ada.gateway.localhost' } };
    let body = { type: 'file' as const, name: 'tool', incoming_path: '/tool', domain: name };
    await person.ask(createPackage, { params: { owner }, body });
    let check = () => person.ask(requestDomainVerification, { params: { owner, domain_ref: name } });
    let record = { type: 'CNAME', value: 'countess.gateway.localhost', found: ['ada.gateway.localhost'] };
    let status = await check();
    expect(status).toMatchObject({ state: 'verified', verified_by: 'cname' });
    expect(status.records[0]).toMatchObject({ ...record, matches: true, has_earlier_name: true });
    dns.records = { CNAME: { [name]: 'countess.gateway.localhost' } };
    expect((await check()).records[0]).toMatchObject({ matches: true, has_earlier_name: false });
    dns.records = { CNAME: { [name]: 'ada.gateway.localhost' } };
    await (await own.as('root')).ask(freeGivenUpName, { params: { name: 'ada' } });
    expect((await check()).records[0]).toMatchObject({ ...record, matches: false, has_earlier_name: false });
    await own.close();
  });
});

describe('automatic checks', () => {
  it('verify a domain as soon as it is added, or when its record appears', async () => {
    dns.records = { CNAME: { 'ready.example.com': 'ada.gateway.localhost' } };
    await domainOf('ready.example.com');
    await world.gateway.domainChecks.runDue();
    expect((await ada.ask(getDomainStatus, about('ready.example.com'))).state).toBe('verified');
    dns.records = {};
    await domainOf('later.example.com');
    await world.gateway.domainChecks.runDue();
    let first = await ada.ask(getDomainStatus, about('later.example.com'));
    expect(first).toMatchObject({ state: 'missing', next_check_at: expect.any(String) });
    dns.records = { CNAME: { 'later.example.com': 'ada.gateway.localhost' } };
    await world.gateway.domainChecks.runDue();
    expect((await ada.ask(getDomainStatus, about('later.example.com'))).state).toBe('missing');
    world.later(limits.domainCheckEveryMs + 60_000);
    await world.gateway.domainChecks.runDue();
    expect((await ada.ask(getDomainStatus, about('later.example.com'))).verified_by).toBe('cname');
    let { results } = await ada.ask(getAuditEvents, { params, query: { action: ['domain-verified'] } });
    expect(results[0]).toMatchObject({ target: 'later.example.com (CNAME record)', actor: null });
  });

  it('have growing intervals, and end after 30 days', async () => {
    let lone = await createWorld({ dnsServers: [dns.address] });
    dns.records = {};
    let body = { type: 'file' as const, name: 'lone', incoming_path: '/lone', domain: 'lone.example.com' };
    let person = await lone.as('ada');
    await person.ask(createPackage, { params, body });
    let nextCheck = async () => {
      await lone.gateway.domainChecks.runDue();
      let row = await lone.records.selectFrom('custom_domains').select('next_check_at').executeTakeFirstOrThrow();
      return row.next_check_at;
    };
    let checks = 0;
    for (let next = await nextCheck(); next !== null; next = await nextCheck()) {
      lone.later(next - lone.now() + 1_000);
      checks++;
    }
    expect(checks).toBeGreaterThan(20);
    expect(checks).toBeLessThan(60);
    await lone.close();
  });
});

describe('administrators', () => {
  it('list unverified domains and confirm one by hand, which removes it from another owner', async () => {
    dns.records = {};
    let name = 'confirmed.example.com';
    await domainOf(name);
    await graceHas(name);
    let root = await world.as('root');
    let find = async (q: string) => (await root.ask(getUnverifiedDomains, { query: { q } })).results;
    expect((await find('CONFIRMED.ex')).map(({ owner, verified_for }) => [owner, verified_for])).toEqual([
      ['ada', null],
      ['grace', null],
    ]);
    let confirm = (owner: string) => root.ask(confirmDomain, { params: { owner, domain_ref: name } });
    expect(await confirm('ada')).toMatchObject({ state: 'verified', verified_by: 'administrator' });
    expect(await find('confirmed')).toMatchObject([{ owner: 'grace', state: 'taken', verified_for: 'ada' }]);
    await confirm('grace');
    expect(await find('confirmed')).toMatchObject([{ owner: 'ada', state: 'taken', verified_for: 'grace' }]);
    let { results } = await ada.ask(getAuditEvents, { params, query: { action: ['domain-confirmed', 'domain-lost'] } });
    expect(results.slice(0, 2).map(({ action, actor }) => [action, actor])).toEqual([
      ['domain-lost', null],
      ['domain-confirmed', 'root'],
    ]);
  });
});

describe('refuses', () => {
  it('domains of other owners', async () => {
    let { id } = await domainOf('mine.example.com');
    let grace = await world.as('grace');
    for (let route of [getDomainStatus, requestDomainVerification])
      for (let domain_ref of [id, 'mine.example.com'])
        expect(await grace.refusal(route, { params: { owner: 'grace', domain_ref } })).toMatchObject({
          status: 404,
          code: 'domain-not-found',
        });
  });

  it('too many checks', async () => {
    let strict = await createWorld({ dnsServers: [dns.address], attemptLimits: { domainChecksPerOwner: 1 } });
    let grace = await strict.as('grace');
    let body = { type: 'file' as const, name: 'often', incoming_path: '/often', domain: 'often.example.com' };
    await grace.ask(createPackage, { params: { owner: 'grace' }, body });
    let often = { params: { owner: 'grace', domain_ref: 'often.example.com' } };
    await grace.ask(requestDomainVerification, often);
    let refusal = await grace.call(requestDomainVerification, often);
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    await strict.close();
  });
});

describe('the DNS', () => {
  it('without an answer in three seconds gives the state unanswered', async () => {
    let { id } = await domainOf('silent.example.com');
    dns.records = { silent: ['silent.example.com'] };
    let started = performance.now();
    expect(await ada.ask(requestDomainVerification, about(id))).toMatchObject({ state: 'unanswered' });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('gives the state missing for impossible names', async () => {
    dns.records = {};
    let tooLong = `${'a'.repeat(64)}.example.com`;
    expect(await createDns([dns.address]).ask(tooLong, tooLong)).toEqual({ cname: [], txt: [], answered: true });
  });
});

whoMay(routesOf(domainStatus));
whoMay(routesOf(domainAdministration));
