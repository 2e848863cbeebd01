/** Domains of packages and of tracking pixels. */
import { domainsApi } from 'contract/packages/domains';
import { createDomain, deletePackageDomain, deletePixelDomain, domainById, domainsOf } from '../../packages/domains';
import { packageById } from '../../packages/packages';
import { pixelById } from '../../packages/pixels';
import type { Records } from '../../floor/db/schema';
import { serve } from '../http/handler';
import { presentPackageDomain, presentPixelDomain } from '../../packages/present';

export const domainEndpoints = serve(domainsApi, {
  async getPackageDomains({ parts, owner, params }) {
    let of = await packageById(parts.records, owner.id, params.package_id);
    let rows = await domainsOf(parts.records, 'package_id', [of.id]);
    return rows.map((row) => presentPackageDomain(row, of, owner, parts));
  },

  async createPackageDomain({ parts, owner, params, body, act }) {
    let { records } = parts;
    let find = async (change: Records) => ({ package: await packageById(change, owner.id, params.package_id) });
    let row = await createDomain(parts, owner, { find, name: body.name }, act);
    return presentPackageDomain(row, (await find(records)).package, owner, parts);
  },

  async getPackageDomain({ parts, owner, params }) {
    let of = await packageById(parts.records, owner.id, params.package_id);
    let row = await domainById(parts.records, 'package_id', of.id, params.domain_id);
    return presentPackageDomain(row, of, owner, parts);
  },

  async deletePackageDomain({ parts, owner, params, act }) {
    let of = await packageById(parts.records, owner.id, params.package_id);
    await deletePackageDomain(parts.records, owner, { of, id: params.domain_id }, act);
    return undefined;
  },

  async getPixelDomains({ parts, owner, params }) {
    let of = await pixelById(parts.records, owner.id, params.id);
    let rows = await domainsOf(parts.records, 'pixel_id', [of.id]);
    return rows.map((row) => presentPixelDomain(row, of, owner, parts));
  },

  async createPixelDomain({ parts, owner, params, body, act }) {
    let find = async (change: Records) => ({ pixel: await pixelById(change, owner.id, params.id) });
    let row = await createDomain(parts, owner, { find, name: body.name }, act);
    return presentPixelDomain(row, { id: params.id }, owner, parts);
  },

  async getPixelDomain({ parts, owner, params }) {
    let of = await pixelById(parts.records, owner.id, params.id);
    let row = await domainById(parts.records, 'pixel_id', of.id, params.domain_id);
    return presentPixelDomain(row, of, owner, parts);
  },

  async deletePixelDomain({ parts, owner, params, act }) {
    let of = await pixelById(parts.records, owner.id, params.id);
    await deletePixelDomain(parts.records, owner, { of, id: params.domain_id }, act);
    return undefined;
  },
});
