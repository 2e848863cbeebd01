/** Custom domains of ada and grace, for tests of domain verification. */
import { domainStatusApi } from 'contract/packages/domain-status';
import { domainsApi, type Domain } from 'contract/packages/domains';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import type { Caller, World } from 'tests/support/world';

const params = { owner: 'ada' };
let count = 0;

/** Creates a file package of ada with an additional domain. */
export async function domainOf(ada: Caller, name: string): Promise<Domain> {
  let tool = `tool-${++count}`;
  let body = { type: 'file' as const, name: tool, incoming_path: `/${tool}/{v}` };
  let made = await ada.ask(packagesApi.createPackage, { params, body });
  return ada.ask(domainsApi.createPackageDomain, { params: { ...params, package_id: made.id }, body: { name } });
}

/** The path parameters of a call about a domain of ada. */
export function about(domain_ref: string) {
  return { params: { ...params, domain_ref } };
}

/** The records that verify a domain for an owner. */
export async function recordsOf(
  who: Caller,
  owner: string,
  domain_ref: string,
): Promise<{ cname: string; txt: string }> {
  let { records } = await who.ask(domainStatusApi.getDomainStatus, { params: { owner, domain_ref } });
  return { cname: records[0]?.value ?? '', txt: records[1]?.value ?? '' };
}

/** Gives grace a pixel with this domain. */
export async function addPixelOfGrace(world: World, name: string): Promise<{ cname: string; txt: string }> {
  let grace = await world.as('grace');
  let pixel = await grace.ask(pixelsApi.createTrackingPixel, {
    params: { owner: 'grace' },
    body: { name: `p${++count}` },
  });
  await grace.ask(domainsApi.createPixelDomain, { params: { owner: 'grace', id: pixel.id }, body: { name } });
  return recordsOf(grace, 'grace', name);
}

/** The name of the TXT record that verifies a domain. */
export const challenge = (name: string) => `_landfall-challenge.${name}`;
