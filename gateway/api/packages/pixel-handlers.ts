/** Tracking pixels of an owner. */
import type { z } from 'zod';
import { pixelsApi, type SaveTrackingPixel } from 'contract/packages/pixels';
import { domainsOf } from '../../packages/domains';
import { packageById } from '../../packages/packages';
import {
  createPixel,
  deletePixel,
  pixelById,
  pixelsOf,
  pixelsOfPackage,
  updatePixel,
  type PixelFields,
} from '../../packages/pixels';
import { serve } from '../http/handler';
import { presentPage } from '../http/pagination';
import { presentPixel, presentPixelDomain } from '../../packages/present';

export const pixelEndpoints = serve(pixelsApi, {
  async getTrackingPixels({ parts, owner, query, url }) {
    let page = await pixelsOf(parts.records, owner.id, query);
    return presentPage(
      page,
      { query, url },
      (row) => row.id,
      (row) => presentPixel(row, owner),
    );
  },

  async getPixelsOverview({ parts, owner, query, url }) {
    let page = await pixelsOf(parts.records, owner.id, query);
    let ids = page.rows.map((row) => row.id);
    let domains = await domainsOf(parts.records, 'pixel_id', ids);
    return presentPage(
      page,
      { query, url },
      (row) => row.id,
      (row) => ({
        tracking_pixel: presentPixel(row, owner),
        domains: domains
          .filter((domain) => domain.pixel_id === row.id)
          .map((domain) => presentPixelDomain(domain, row, owner, parts)),
      }),
    );
  },

  async createTrackingPixel({ parts, owner, body }) {
    return presentPixel(await createPixel(parts, owner, fieldsOf(body), parts.clock()), owner);
  },

  async getTrackingPixel({ parts, owner, params }) {
    return presentPixel(await pixelById(parts.records, owner.id, params.id), owner);
  },

  async updateTrackingPixel({ parts, owner, params, body }) {
    return presentPixel(
      await updatePixel(parts.records, { ownerId: owner.id, id: params.id }, fieldsOf(body), parts.clock()),
      owner,
    );
  },

  async deleteTrackingPixel({ parts, owner, params, act }) {
    await deletePixel(parts.records, owner, params.id, act);
    return undefined;
  },

  async getPackageTrackingPixels({ parts, owner, params }) {
    let of = await packageById(parts.records, owner.id, params.package_id);
    let rows = await pixelsOfPackage(parts.records, of.id);
    return rows.map((row) => presentPixel(row, owner));
  },
});

function fieldsOf(body: z.output<typeof SaveTrackingPixel>): PixelFields {
  return {
    name: body.name,
    package_id: body.package_id ?? null,
    importance: body.importance,
    track_companies: Number(body.track_companies),
    keep_referrer_query: Number(body.keep_referrer_query),
    short_description: body.short_description ?? '',
    long_description: body.long_description ?? '',
  };
}
