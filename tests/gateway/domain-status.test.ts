/** Custom domains and the DNS: what is needed, what was found, who may ask. The DNS is a server on loopback. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCollection } from 'contract/collections';
import * as domainStatus from 'contract/domain-status';
import { createPackage, createPackageDomain, deletePackage, type Domain } from 'contract/packages';
import { createPixelDomain, createTrackingPixel, getPixelDomains } from 'contract/pixels';
import { createDns } from 'gateway/dns/dns';
import { routesOf, whoMay } from 'tests/support/who-may';
import { type DnsServer, startDnsServer } from 'tests/support/dns-server';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { getDomainStatus, requestDomainVerification } = domainStatus;
const params = { owner: 'ada' };

let dns: DnsServer;
let world: World;
let ada: Caller;
let count = 0;

beforeAll(async () => {
  dns = await startDnsServer();
  world = await createWorld({ dnsServers: [dns.address], attemptLimits: { domainChecksPerOwner: 30 } });
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

describe('answers', () => {
  it('says what is needed before anything was asked', async () => {
    let { id } = await domainOf('fresh.example.com');
    let status = await ada.ask(getDomainStatus, about(id));
    expect(status).toMatchObject({ domain: 'fresh.example.com', state: 'unchecked', checked_at: null });
    expect(status.records.map(({ type, name, found }) => [type, name, found])).toEqual([
      ['CNAME', 'fresh.example.com', []],
      ['TXT', '_landfall-challenge.fresh.example.com', []],
    ]);
    expect(status.records[0]?.value).toBe('ada.gateway.localhost');
    expect(status.records[1]?.value).toMatch(/^[A-Z2-7]{20}$/);
    expect(await ada.ask(getDomainStatus, about('FRESH.example.com'))).toEqual(status);
  });

  it('is verified by a CNAME record, and the result is kept with its time', async () => {
    let { id } = await domainOf('named.example.com');
    dns.records = { CNAME: { 'named.example.com': 'Ada.Gateway.localhost' } };
    let status = await ada.ask(requestDomainVerification, about(id));
    expect(status).toMatchObject({ state: 'verified' });
    expect(status.records[0]).toMatchObject({ found: ['ada.gateway.localhost'], matches: true });
    expect(Math.abs(Date.parse(status.checked_at ?? '') - world.now())).toBeLessThan(60_000);
    dns.records = {};
    expect(await ada.ask(getDomainStatus, about(id))).toEqual(status);
    world.later(60_000);
    expect(await ada.ask(requestDomainVerification, about(id))).toMatchObject({ state: 'missing' });
  });

  it('is verified by a TXT record, in pieces and beside others', async () => {
    let { id } = await domainOf('text.example.com');
    let [, txt] = (await ada.ask(getDomainStatus, about(id))).records;
    dns.records = { TXT: { '_landfall-challenge.text.example.com': ['x'.repeat(400), txt?.value ?? ''] } };
    let status = await ada.ask(requestDomainVerification, about(id));
    expect(status.state).toBe('verified');
    expect(status.records[1]).toMatchObject({ matches: true, found: ['x'.repeat(300), txt?.value] });
    expect(dns.asked).toContain('TXT _landfall-challenge.text.example.com');
  });

  it('is not verified by what belongs to somebody else', async () => {
    let { id } = await domainOf('astray.example.com');
    dns.records = { CNAME: { 'astray.example.com': 'grace.gateway.localhost' } };
    let status = await ada.ask(requestDomainVerification, about(id));
    expect(status).toMatchObject({
      state: 'missing',
      records: [{ found: ['grace.gateway.localhost'], matches: false }, {}],
    });
  });

  it('names the host of what is served there', async () => {
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
    expect(await needed('pixel.example.com')).toBe('static.localhost');
    expect(await needed('images.example.com')).toBe('ada.docker.localhost');
    let common = (await ada.ask(getPixelDomains, of)).find(({ is_default }) => is_default);
    expect(await ada.refusal(getDomainStatus, about(common?.id ?? ''))).toMatchObject({ code: 'domain-not-found' });
  });

  it('forgets what it found once the domain is gone', async () => {
    let { id, package_id } = await domainOf('gone.example.com');
    await ada.ask(requestDomainVerification, about(id));
    await ada.ask(deletePackage, { params: { ...params, package_id: package_id ?? '' } });
    expect(await ada.refusal(getDomainStatus, about(id))).toMatchObject({ status: 404, code: 'domain-not-found' });
    expect((await ada.ask(getDomainStatus, about((await domainOf('gone.example.com')).id))).state).toBe('unchecked');
  });
});

describe('refuses', () => {
  it('domains of others', async () => {
    let { id } = await domainOf('mine.example.com');
    let grace = await world.as('grace');
    for (let route of [getDomainStatus, requestDomainVerification])
      for (let domain_ref of [id, 'mine.example.com'])
        expect(await grace.refusal(route, { params: { owner: 'grace', domain_ref } })).toMatchObject({
          status: 404,
          code: 'domain-not-found',
        });
  });

  it('to ask all the time', async () => {
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
  it('that does not answer is waited for three seconds, and says nothing about the records', async () => {
    let { id } = await domainOf('silent.example.com');
    dns.records = { silent: ['silent.example.com'] };
    let started = performance.now();
    expect(await ada.ask(requestDomainVerification, about(id))).toMatchObject({ state: 'unanswered' });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('knows names that cannot be as little as others', async () => {
    dns.records = {};
    let tooLong = `${'a'.repeat(64)}.example.com`;
    expect(await createDns([dns.address]).ask(tooLong, tooLong)).toEqual({ cname: [], txt: [], answered: true });
  });
});

whoMay(routesOf(domainStatus));
