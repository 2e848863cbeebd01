/**
 * Verified domains: they are served, change their owner and send mails, and checks run
 * automatically. The DNS is a server on loopback.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountApi } from 'contract/accounts/account';
import { administrationApi } from 'contract/admin/administration';
import { auditApi } from 'contract/admin/audit';
import { domainStatusApi } from 'contract/packages/domain-status';
import { domainCheckEveryMs } from 'gateway/packages/dns/domain-checks';
import { packageRoutesApi } from 'contract/packages/package-routes';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { loadRules } from 'gateway/packages/edge-rules';
import { type DnsServer, startDnsServer } from 'tests/support/dns-server';
import { createWorld, verified, type Caller, type World } from 'tests/support/world';
import { about, challenge, domainOf, addPixelOfGrace, recordsOf } from './custom-domains';

const params = { owner: 'ada' };

let dns: DnsServer;
let world: World;
let ada: Caller;

beforeAll(async () => {
  dns = await startDnsServer();
  world = await createWorld({ dnsServers: [dns.address], attemptLimits: { domainChecksPerOwner: 1_000 } });
  ada = await world.as('ada');
});
afterAll(async () => {
  await world.close();
  await dns.close();
});

/** The status of the edge's response for a path at a host. */
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

describe('a domain is served', () => {
  it('once it is verified, and until then at the owner’s default host', async () => {
    dns.records = {};
    let tool = 'waits';
    let body = { type: 'file' as const, name: tool, incoming_path: `/${tool}`, domain: 'waits.example.com' };
    await ada.ask(packagesApi.createPackage, { params, body });
    let statuses = async () => [
      await edgeAt('waits.example.com', `/${tool}`),
      await edgeAt('ada.gateway.localhost', `/${tool}`),
    ];
    expect(await statuses()).toEqual([404, 200]);
    dns.records = { CNAME: { 'waits.example.com': 'ada.gateway.localhost' } };
    await ada.ask(domainStatusApi.requestDomainVerification, about('waits.example.com'));
    expect(await statuses()).toEqual([200, 404]);
  });

  it('for a pixel whose CNAME record points to the host shown on the page', async () => {
    dns.records = {};
    let name = 'px.example.com';
    let { cname } = await addPixelOfGrace(world, name);
    let grace = await world.as('grace');
    let { results } = await grace.ask(pixelsApi.getPixelsOverview, {
      params: { owner: 'grace' },
      query: { per_page: 'max' },
    });
    let pixel = results.find(({ domains }) => domains.some((domain) => domain.name === name))?.tracking_pixel;
    expect(await edgeAt(name, `/a.png?x-pxid=${pixel?.id}`)).toBe(404);
    dns.records = { CNAME: { [name]: cname } };
    await grace.ask(domainStatusApi.requestDomainVerification, { params: { owner: 'grace', domain_ref: name } });
    expect(await edgeAt(name, `/a.png?x-pxid=${pixel?.id}`)).toBe(200);
  });

  it('with one Docker registry; unverified packages of another registry wait', async () => {
    dns.records = {};
    let image = (name: string, backend_registry: string, domain?: string) =>
      ada.ask(packagesApi.createPackage, { params, body: { type: 'docker' as const, name, backend_registry, domain } });
    await image('waiting/first', 'quay.io', 'first.example.com');
    await image('chosen/second', 'ghcr.io');
    let rules = await loadRules(world.records, { domain: 'localhost', publicUrl: 'http://dashboard.test' });
    let images = rules.get(world.ids.get('ada') ?? '')?.packages.docker ?? [];
    let here = images.filter(({ host }) => host === 'ada.docker.localhost');
    expect(here.flatMap((rule) => ('repositoryName' in rule ? rule.repositoryName : []))).toEqual(['chosen/second']);
  });

  it('never at the dashboard’s host, even if it was added before', async () => {
    let { id } = await domainOf(ada, 'early.example.com');
    await verified(world, 'ada', 'early.example.com');
    let before = { domain: 'localhost', publicUrl: 'http://dashboard.test' };
    let hosts = async (own: typeof before) =>
      (await loadRules(world.records, own)).get(world.ids.get('ada') ?? '')?.packages.file?.map(({ host }) => host);
    expect(await hosts(before)).toContain('early.example.com');
    expect(await hosts({ ...before, publicUrl: 'https://early.example.com' })).not.toContain('early.example.com');
    expect((await ada.ask(domainStatusApi.getDomainStatus, about(id))).state).toBe('verified');
  });
});

describe('a verified domain', () => {
  it('stays verified when its record is removed, and when the DNS fails', { tags: 'slow' }, async () => {
    let { id } = await domainOf(ada, 'steady.example.com');
    dns.records = { CNAME: { 'steady.example.com': 'ada.gateway.localhost' } };
    await ada.ask(domainStatusApi.requestDomainVerification, about(id));
    dns.records = {};
    let without = await ada.ask(domainStatusApi.requestDomainVerification, about(id));
    expect(without).toMatchObject({ state: 'verified', answered: true, verified_by: 'cname' });
    expect(without.records.some(({ matches }) => matches)).toBe(false);
    dns.records = { silent: ['steady.example.com'] };
    expect(await ada.ask(domainStatusApi.requestDomainVerification, about(id))).toMatchObject({
      state: 'verified',
      answered: false,
    });
  });

  it('is transferred to another owner who verifies it, and the former holder gets a mail', async () => {
    let name = 'moves.example.com';
    dns.records = {};
    let { package_id } = await domainOf(ada, name);
    let { incoming_path } = (
      await ada.ask(packageRoutesApi.getPackageRoutes, { params: { ...params, package_id: package_id ?? '' } })
    )[0]!;
    let path = incoming_path.replace('{v}', '1');
    await verified(world, 'ada', name);
    let theirs = await addPixelOfGrace(world, name);
    expect(await edgeAt(name, path)).toBe(200);
    dns.records = { TXT: { [challenge(name)]: [theirs.txt] } };
    let grace = await world.as('grace');
    await grace.ask(domainStatusApi.requestDomainVerification, { params: { owner: 'grace', domain_ref: name } });
    expect(await ada.ask(domainStatusApi.getDomainStatus, about(name))).toMatchObject({
      state: 'taken',
      verified_by: null,
    });
    expect(await edgeAt(name, path)).toBe(404);
    let { results } = await ada.ask(auditApi.getAuditEvents, { params, query: { action: ['domain-lost'] } });
    expect(results[0]).toMatchObject({ target: name, actor: null, address: '' });
    let letters = await world.lettersTo('ada@example.com');
    expect(letters.at(-1)?.subject).toBe(`${name} is no longer verified for ada`);
    let gained = await grace.ask(auditApi.getAuditEvents, {
      params: { owner: 'grace' },
      query: { action: ['domain-verified'] },
    });
    expect(gained.results[0]).toMatchObject({ target: `${name} (TXT record)`, actor: 'grace' });
  });

  it('stays with the owner whose TXT record is still there', async () => {
    let name = 'both.example.com';
    dns.records = {};
    await domainOf(ada, name);
    let [mine, theirs] = [await recordsOf(ada, 'ada', name), await addPixelOfGrace(world, name)];
    dns.records = { TXT: { [challenge(name)]: [mine.txt] } };
    await ada.ask(domainStatusApi.requestDomainVerification, about(name));
    dns.records = { CNAME: { [name]: theirs.cname }, TXT: { [challenge(name)]: [mine.txt, theirs.txt] } };
    let grace = await world.as('grace');
    let tried = await grace.ask(domainStatusApi.requestDomainVerification, {
      params: { owner: 'grace', domain_ref: name },
    });
    expect(tried).toMatchObject({ state: 'taken', records: [{ matches: true }, { matches: true }] });
    expect((await ada.ask(domainStatusApi.getDomainStatus, about(name))).state).toBe('verified');
  });
});

describe('a mail to the owners', () => {
  it('is sent when a domain is verified, confirmed or lost, also to an unconfirmed address', async () => {
    let own = await createWorld({ dnsServers: [dns.address] });
    let name = 'told.example.com';
    dns.records = { CNAME: { [name]: 'ada.gateway.localhost' } };
    for (let owner of ['ada', 'grace'] as const) {
      let body = { type: 'file' as const, name: 'told', incoming_path: '/told', domain: name };
      await (await own.as(owner)).ask(packagesApi.createPackage, { params: { owner }, body });
    }
    await own.gateway.domainChecks.runDue();
    await expect.poll(() => own.lettersTo('ada@example.com')).toHaveLength(1);
    await own.records.updateTable('users').set({ email_verified_at: null }).execute();
    await verified(own, 'grace', name);
    // Confirming it again changes nothing.
    await verified(own, 'grace', name);
    await own.gateway.close();
    let told = async (email: string) => (await own.lettersTo(email)).map(({ subject, text }) => `${subject}\n${text}`);
    let [gained, lost, ...more] = await told('ada@example.com');
    expect(gained).toContain(`Domain verified: ${name} (CNAME record)`);
    expect(gained).toContain('By: an automatic check');
    expect(lost).toContain(`${name} is no longer verified for ada`);
    expect(more).toEqual([]);
    let [confirmed, ...again] = await told('grace@example.com');
    expect(confirmed).toContain(`Domain verified by an administrator: ${name}`);
    expect(confirmed).toContain('By: root');
    expect(again).toEqual([]);
    await own.close();
  });
});

describe('a CNAME record that points to an earlier name of the owner', () => {
  it('is valid until the name is released, and also verifies a domain', async () => {
    let own = await createWorld({ dnsServers: [dns.address] });
    let person = await own.as('ada');
    let owner = 'countess';
    await person.ask(accountApi.updateUser, { params: { username: 'ada' }, body: { username: owner } });
    let name = 'earlier.example.com';
    dns.records = { CNAME: { [name]: 'ada.gateway.localhost' } };
    let body = { type: 'file' as const, name: 'tool', incoming_path: '/tool', domain: name };
    await person.ask(packagesApi.createPackage, { params: { owner }, body });
    let check = () => person.ask(domainStatusApi.requestDomainVerification, { params: { owner, domain_ref: name } });
    let record = { type: 'CNAME', value: 'countess.gateway.localhost', found: ['ada.gateway.localhost'] };
    let status = await check();
    expect(status).toMatchObject({ state: 'verified', verified_by: 'cname' });
    expect(status.records[0]).toMatchObject({ ...record, matches: true, has_earlier_name: true });
    dns.records = { CNAME: { [name]: 'countess.gateway.localhost' } };
    expect((await check()).records[0]).toMatchObject({ matches: true, has_earlier_name: false });
    dns.records = { CNAME: { [name]: 'ada.gateway.localhost' } };
    await (await own.as('root')).ask(administrationApi.freeGivenUpName, { params: { name: 'ada' } });
    expect((await check()).records[0]).toMatchObject({ ...record, matches: false, has_earlier_name: false });
    await own.close();
  });
});

describe('automatic checks', () => {
  it('verify a domain as soon as it is added, or when its record appears', async () => {
    dns.records = { CNAME: { 'ready.example.com': 'ada.gateway.localhost' } };
    await domainOf(ada, 'ready.example.com');
    await world.gateway.domainChecks.runDue();
    expect((await ada.ask(domainStatusApi.getDomainStatus, about('ready.example.com'))).state).toBe('verified');
    dns.records = {};
    await domainOf(ada, 'later.example.com');
    await world.gateway.domainChecks.runDue();
    let first = await ada.ask(domainStatusApi.getDomainStatus, about('later.example.com'));
    expect(first).toMatchObject({ state: 'missing', next_check_at: expect.any(String) });
    dns.records = { CNAME: { 'later.example.com': 'ada.gateway.localhost' } };
    await world.gateway.domainChecks.runDue();
    expect((await ada.ask(domainStatusApi.getDomainStatus, about('later.example.com'))).state).toBe('missing');
    world.later(domainCheckEveryMs + 60_000);
    await world.gateway.domainChecks.runDue();
    expect((await ada.ask(domainStatusApi.getDomainStatus, about('later.example.com'))).verified_by).toBe('cname');
    let { results } = await ada.ask(auditApi.getAuditEvents, { params, query: { action: ['domain-verified'] } });
    expect(results[0]).toMatchObject({ target: 'later.example.com (CNAME record)', actor: null });
  });

  it('have growing intervals, and end after 30 days', { tags: 'slow' }, async () => {
    let lone = await createWorld({ dnsServers: [dns.address] });
    dns.records = {};
    let body = { type: 'file' as const, name: 'lone', incoming_path: '/lone', domain: 'lone.example.com' };
    let person = await lone.as('ada');
    await person.ask(packagesApi.createPackage, { params, body });
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
