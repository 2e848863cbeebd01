/** Domains of packages and of tracking pixels. */
import { createDomain, deletePackageDomain, deletePixelDomain, domainById, domainsOf } from '../records/domains';
import { packageById } from '../records/packages';
import { pixelById } from '../records/pixels';
import type { Handlers } from './handler';
import { presentPackageDomain, presentPixelDomain } from './present';

export const domainHandlers = {
  async getPackageDomains({ parts, owner, params }) {
    let of = await packageById(parts.records, owner.id, params.package_id);
    let rows = await domainsOf(parts.records, 'package_id', [of.id]);
    return rows.map((row) => presentPackageDomain(row, of, owner, parts.domain));
  },

  async createPackageDomain({ parts: { records, domain, clock }, owner, params, body }) {
    let find = async (change: typeof records) => ({ package: await packageById(change, owner.id, params.package_id) });
    let row = await createDomain(records, owner.id, find, body.name, domain, clock());
    return presentPackageDomain(row, (await find(records)).package, owner, domain);
  },

  async getPackageDomain({ parts, owner, params }) {
    let of = await packageById(parts.records, owner.id, params.package_id);
    let row = await domainById(parts.records, 'package_id', of.id, params.domain_id);
    return presentPackageDomain(row, of, owner, parts.domain);
  },

  async deletePackageDomain({ parts, owner, params }) {
    let of = await packageById(parts.records, owner.id, params.package_id);
    await deletePackageDomain(parts.records, owner.id, of.id, params.domain_id);
    return undefined;
  },

  async getPixelDomains({ parts, owner, params }) {
    let of = await pixelById(parts.records, owner.id, params.id);
    let rows = await domainsOf(parts.records, 'pixel_id', [of.id]);
    return rows.map((row) => presentPixelDomain(row, of, owner, parts.domain));
  },

  async createPixelDomain({ parts: { records, domain, clock }, owner, params, body }) {
    let find = async (change: typeof records) => ({ pixel: await pixelById(change, owner.id, params.id) });
    let row = await createDomain(records, owner.id, find, body.name, domain, clock());
    return presentPixelDomain(row, { id: params.id }, owner, domain);
  },

  async getPixelDomain({ parts, owner, params }) {
    let of = await pixelById(parts.records, owner.id, params.id);
    let row = await domainById(parts.records, 'pixel_id', of.id, params.domain_id);
    return presentPixelDomain(row, of, owner, parts.domain);
  },

  async deletePixelDomain({ parts, owner, params }) {
    let of = await pixelById(parts.records, owner.id, params.id);
    await deletePixelDomain(parts.records, owner.id, of.id, params.domain_id);
    return undefined;
  },
} satisfies Partial<Handlers>;
