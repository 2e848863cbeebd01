/**
 * The status of custom domains: required records, found records and permissions. The DNS is a
 * server on loopback.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditApi } from 'contract/admin/audit';
import { collectionsApi } from 'contract/packages/collections';
import { domainAdministrationApi } from 'contract/admin/domain-administration';
import { domainStatusApi } from 'contract/packages/domain-status';
import { domainsApi } from 'contract/packages/domains';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { createDns } from 'gateway/packages/dns/dns';
import { whoMay } from 'tests/support/authorization';
import { type DnsServer, startDnsServer } from 'tests/support/dns-server';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { about, challenge, domainOf, addPixelOfGrace, recordsOf } from './custom-domains';

const { getDomainStatus, requestDomainVerification } = domainStatusApi;
const { confirmDomain, getUnverifiedDomains } = domainAdministrationApi;
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

describe('answers', () => {
  it('lists the required records before the first check', async () => {
    dns.records = {};
    let { id } = await domainOf(ada, 'fresh.example.com');
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

  // @spec 6: The gateway asks the DNS, with a time limit and a rate limit, and keeps the result
  //   with its time
  it('is verified by a CNAME record, and the result is kept with its time', async () => {
    let { id } = await domainOf(ada, 'named.example.com');
    dns.records = { CNAME: { 'named.example.com': 'Ada.Gateway.localhost' } };
    let status = await ada.ask(requestDomainVerification, about(id));
    expect(status).toMatchObject({ state: 'verified', verified_by: 'cname', next_check_at: null });
    expect(status.records[0]).toMatchObject({ found: ['ada.gateway.localhost'], matches: true });
    expect(Math.abs(Date.parse(status.checked_at ?? '') - world.now())).toBeLessThan(60_000);
    dns.records = {};
    expect(await ada.ask(getDomainStatus, about(id))).toEqual(status);
  });

  it('is verified by a TXT record, also in parts and among others', async () => {
    dns.records = {};
    let { id } = await domainOf(ada, 'text.example.com');
    let { txt } = await recordsOf(ada, 'ada', id);
    dns.records = { TXT: { [challenge('text.example.com')]: ['x'.repeat(400), txt] } };
    let status = await ada.ask(requestDomainVerification, about(id));
    expect(status).toMatchObject({ state: 'verified', verified_by: 'txt' });
    expect(status.records[1]).toMatchObject({ matches: true, found: ['x'.repeat(300), txt] });
    expect(dns.asked).toContain('TXT _landfall-challenge.text.example.com');
  });

  it('is not verified by the records of another owner, nor by the common host of all pixels', async () => {
    dns.records = {};
    let { id } = await domainOf(ada, 'astray.example.com');
    let theirs = await addPixelOfGrace(world, 'astray.example.com');
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
    let pixel = await ada.ask(pixelsApi.createTrackingPixel, { params, body: { name: 'docs' } });
    let of = { params: { ...params, id: pixel.id } };
    await ada.ask(domainsApi.createPixelDomain, { ...of, body: { name: 'pixel.example.com' } });
    let body = {
      pattern: 'tools/*',
      backend_domain: 'ghcr.io',
      type: 'docker' as const,
      public_domain: 'images.example.com',
    };
    await ada.ask(collectionsApi.createCollection, { params, body });
    let needed = async (name: string) => (await ada.ask(getDomainStatus, about(name))).records[0]?.value;
    expect(await needed('pixel.example.com')).toBe('ada.gateway.localhost');
    expect(await needed('images.example.com')).toBe('ada.docker.localhost');
    let common = (await ada.ask(domainsApi.getPixelDomains, of)).find(({ is_default }) => is_default);
    expect(await ada.refusal(getDomainStatus, about(common?.id ?? ''))).toMatchObject({ code: 'domain-not-found' });
  });

  it('loses its verification when the domain is deleted', async () => {
    let { id, package_id } = await domainOf(ada, 'gone.example.com');
    dns.records = { CNAME: { 'gone.example.com': 'ada.gateway.localhost' } };
    expect((await ada.ask(requestDomainVerification, about(id))).state).toBe('verified');
    dns.records = {};
    await ada.ask(packagesApi.deletePackage, { params: { ...params, package_id: package_id ?? '' } });
    expect(await ada.refusal(getDomainStatus, about(id))).toMatchObject({ status: 404, code: 'domain-not-found' });
    let again = await ada.ask(getDomainStatus, about((await domainOf(ada, 'gone.example.com')).id));
    expect(again).toMatchObject({ verified_at: null, verified_by: null });
    // The record that still names the former owner does not verify the domain for another owner.
    await addPixelOfGrace(world, 'gone.example.com');
    dns.records = { CNAME: { 'gone.example.com': 'ada.gateway.localhost' } };
    let grace = await world.as('grace');
    let theirs = { params: { owner: 'grace', domain_ref: 'gone.example.com' } };
    expect((await grace.ask(requestDomainVerification, theirs)).verified_at).toBeNull();
  });
});

describe('administrators', () => {
  it('list unverified domains and confirm one by hand, which removes it from its other owner', async () => {
    dns.records = {};
    let name = 'confirmed.example.com';
    await domainOf(ada, name);
    await addPixelOfGrace(world, name);
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
    let { results } = await ada.ask(auditApi.getAuditEvents, {
      params,
      query: { action: ['domain-confirmed', 'domain-lost'] },
    });
    expect(results.slice(0, 2).map(({ action, actor }) => [action, actor])).toEqual([
      ['domain-lost', null],
      ['domain-confirmed', 'root'],
    ]);
  });
});

describe('refuses', () => {
  it('domains of other owners', async () => {
    let { id } = await domainOf(ada, 'mine.example.com');
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
    await grace.ask(packagesApi.createPackage, { params: { owner: 'grace' }, body });
    let often = { params: { owner: 'grace', domain_ref: 'often.example.com' } };
    await grace.ask(requestDomainVerification, often);
    let refusal = await grace.call(requestDomainVerification, often);
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    await strict.close();
  });
});

describe('the DNS', () => {
  it('without an answer within three seconds gives the state unanswered', { tags: 'slow' }, async () => {
    let { id } = await domainOf(ada, 'silent.example.com');
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

whoMay(Object.values(domainStatusApi));
whoMay(Object.values(domainAdministrationApi));
