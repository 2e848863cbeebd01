/**
 * Tracking pixels: any path that ends in `.png` on a pixel host returns the same small image; it is
 * counted if `x-pxid` is the id of a pixel.
 */
import { queryPairs } from './requests/address';
import type { VariableNames } from 'contract/packages/package-types/file';
import type { Decision } from './requests/decision';
import { collectVariables, saidBy } from './requests/variables';
import type { EdgeRequest } from './requests/edge-request';

export interface Pixel {
  pixelId: string;
  ownerId: string;
  trackCompanies: boolean;
  keepReferrerQuery: boolean;
  variableNames?: VariableNames;
}

const idKey = 'x-pxid';

/** One transparent pixel, PNG, 8-bit gray with alpha. */
export const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR4nGNgYAAAAAMAAbitOmMAAAAASUVORK5CYII=',
  'base64',
);

/**
 * Null if the path is not an image. An unknown pixel also returns the image, so that no page looks
 * broken.
 */
export function decidePixel(pixels: ReadonlyMap<string, Pixel>, request: EdgeRequest): Decision | null {
  if (!/\.png$/i.test(request.path)) return null;
  let id = '';
  for (let [key, value] of queryPairs(request.query)) {
    if (key !== idKey) continue;
    id = value.toLowerCase();
    break;
  }
  let pixel = pixels.get(id);
  if (!pixel) return { kind: 'image', count: null };
  let variables = collectVariables({}, request.query, { leaveOut: idKey });
  let { variableNames } = pixel;
  let page = saidBy(variables, 'page', variableNames);
  delete variables[variableNames?.page ?? 'page'];
  return {
    kind: 'image',
    count: {
      type: 'pixel-fetch',
      artifactType: 'tracking-pixel',
      artifactId: pixel.pixelId,
      ownerId: pixel.ownerId,
      trackCompanies: pixel.trackCompanies,
      version: saidBy(variables, 'version', variableNames),
      platform: variableNames?.platform && saidBy(variables, 'platform', variableNames),
      page: page || (pixel.keepReferrerQuery ? request.referer : ''),
      variables,
    },
  };
}
