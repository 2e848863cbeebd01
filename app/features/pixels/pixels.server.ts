/** Pixels: access, page data, posted forms. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { PixelDomain } from 'contract/rules/fields';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi, SaveTrackingPixel, type TrackingPixel } from 'contract/packages/pixels';
import type { AnswerOf } from 'contract/rules/route';
import { z } from 'zod';
import { pixelAddress, pixelSnippet, publicPixelHost } from '../../gateway/gateway-addresses';
import { type Call, readApiError } from '../../gateway/gateway-client.server';
import { gatewayOrigin } from '../../gateway/gateway-origin.server';
import { errorResponse } from '../../gateway/error-message.server';
import { requireManagerRole } from '../../session/roles.server';

/** Throws what `requireManagerRole` throws, with the error code of `namingPixelOwner`. */
export function requirePixelChanger(
  args: LoaderFunctionArgs | ActionFunctionArgs,
): ReturnType<typeof requireManagerRole> {
  return requireManagerRole(args).catch(namingPixelOwner);
}

/** Rethrows; an unknown owner gets the error code for pixels. */
export async function namingPixelOwner(thrown: unknown): Promise<never> {
  if ((await readApiError(thrown))?.code !== 'owner-not-found') throw thrown;
  throw errorResponse('pixel-owner-not-found');
}

type Listed = AnswerOf<typeof pixelsApi.getPixelsOverview>['results'][number];
export type PixelView = ReturnType<typeof pixelView>;

/** All pixels of an owner, by name. */
export async function readPixels(call: Call, owner: string): Promise<TrackingPixel[]> {
  let { results } = await call(pixelsApi.getTrackingPixels, { params: { owner }, query: { per_page: 'max' } });
  return results;
}

/** A pixel with what people copy from it. */
export function pixelView({ tracking_pixel: pixel, domains }: Listed) {
  let host = publicPixelHost(gatewayOrigin, domains);
  return {
    pixel,
    domains: domains.map((domain) => domain.name),
    snippet: pixelSnippet(gatewayOrigin, host, pixel.id),
    address: pixelAddress(gatewayOrigin, host, pixel.id),
  };
}

/** All packages of an owner, as options. */
export async function readPackageChoices(call: Call, owner: string): Promise<{ value: string; label: string }[]> {
  let { results } = await call(packagesApi.getPackages, { params: { owner }, query: { per_page: 'max' } });
  return results.map((item) => ({ value: item.id, label: `${item.name} (${item.type})` }));
}

/** The custom domain is checked before anything is created. */
export const NewPixelInput = SaveTrackingPixel.extend({
  domain: PixelDomain,
});

/** An unchecked box is not sent, so absence means no. */
export const EditPixelInput = SaveTrackingPixel.extend({ track_companies: z.boolean().default(false) });
