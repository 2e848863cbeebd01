/** Tracking pixels: cookie-free 1×1 images for documentation pages. */
import { z } from 'zod';
import { Importance, optionalText, PixelName } from '../rules/fields';
import * as limits from '../floor/limits';
import { Domain } from './domains';
import { PackageTypeName } from './packages';
import { ours, PageQuery, pageOf, route } from '../rules/route';

export const PackageLabel = z.object({ id: z.string(), name: z.string(), owner: z.string(), type: PackageTypeName });

/**
 * The package a pixel belongs to, if any. A union, because the OpenAPI generator cannot make a
 * named schema nullable.
 */
export const MaybePackageLabel = z.union([PackageLabel, z.null()]);

export const TrackingPixel = z.object({
  id: z.string(),
  owner: z.string(),
  name: z.string(),
  package: ours(MaybePackageLabel, null),
  importance: ours(Importance, 'mid'),
  track_companies: ours(z.boolean(), true),
  /** Whether the referrer is kept with its query string. */
  keep_referrer_query: ours(z.boolean(), false),
  short_description: ours(z.string(), ''),
  long_description: ours(z.string(), ''),
  created_at: z.string().datetime(),
  updated_at: z.string().datetime(),
});
export type TrackingPixel = z.infer<typeof TrackingPixel>;

export const SaveTrackingPixel = z.object({
  name: PixelName,
  package_id: z.preprocess((v) => (v === '' || v === null ? undefined : v), z.string().max(100).optional()),
  importance: Importance.default('mid'),
  track_companies: z.boolean().default(true),
  keep_referrer_query: z.boolean().default(false),
  short_description: optionalText(limits.descriptionMax),
  long_description: optionalText(limits.longDescriptionMax),
});

const OwnerParams = z.object({ owner: z.string() });
const PixelParams = OwnerParams.extend({ id: z.string() });
const pixels = { tag: 'Tracking pixels' } as const;
const saveErrors = ['name-is-empty', 'name-already-exists', 'invalid-package-owner', 'field-is-too-long'] as const;

export const pixelsApi = {
  getPixelsOverview: route({
    ...pixels,
    id: 'getPixelsOverview',
    method: 'GET',
    path: '/v2/pixels/{owner}/overview',
    summary: 'List tracking pixels with their domains',
    access: 'read',
    params: OwnerParams,
    query: PageQuery,
    answer: pageOf(z.object({ tracking_pixel: TrackingPixel, domains: z.array(Domain) })),
    errors: ['pixel-owner-not-found'],
  }),

  getTrackingPixels: route({
    ...pixels,
    id: 'getTrackingPixels',
    method: 'GET',
    path: '/v2/tracking-pixels/{owner}',
    summary: 'List tracking pixels, by name',
    access: 'read',
    params: OwnerParams,
    query: PageQuery,
    answer: pageOf(TrackingPixel),
    errors: ['pixel-owner-not-found'],
  }),

  createTrackingPixel: route({
    ...pixels,
    id: 'createTrackingPixel',
    method: 'POST',
    path: '/v2/tracking-pixels/{owner}',
    summary: 'Create a tracking pixel',
    access: 'write',
    params: OwnerParams,
    body: SaveTrackingPixel,
    status: 201,
    answer: TrackingPixel,
    errors: ['pixel-owner-not-found', ...saveErrors],
  }),

  getTrackingPixel: route({
    ...pixels,
    id: 'getTrackingPixel',
    method: 'GET',
    path: '/v2/tracking-pixels/{owner}/{id}',
    summary: 'Get a tracking pixel',
    access: 'read',
    params: PixelParams,
    answer: TrackingPixel,
    errors: ['pixel-not-found'],
  }),

  updateTrackingPixel: route({
    ...pixels,
    id: 'updateTrackingPixel',
    method: 'PUT',
    path: '/v2/tracking-pixels/{owner}/{id}',
    summary: 'Update a tracking pixel',
    access: 'write',
    params: PixelParams,
    body: SaveTrackingPixel,
    answer: TrackingPixel,
    errors: ['pixel-not-found', ...saveErrors],
  }),

  deleteTrackingPixel: route({
    ...pixels,
    id: 'deleteTrackingPixel',
    method: 'DELETE',
    path: '/v2/tracking-pixels/{owner}/{id}',
    summary: 'Delete a tracking pixel with its events',
    access: 'write',
    params: PixelParams,
    errors: ['pixel-not-found'],
  }),

  getPackageTrackingPixels: route({
    ...pixels,
    id: 'getPackageTrackingPixels',
    method: 'GET',
    path: '/v2/packages/{owner}/{package_id}/tracking-pixels',
    summary: 'List tracking pixels of a package',
    access: 'read',
    params: OwnerParams.extend({ package_id: z.string() }),
    answer: z.array(TrackingPixel),
    errors: ['package-not-found'],
  }),
};
