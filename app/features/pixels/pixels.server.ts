/** Pixels: access, page data, posted forms. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { PixelDomain } from 'contract/fields';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi, SaveTrackingPixel } from 'contract/packages/pixels';
import type { AnswerOf } from 'contract/route';
import { z } from 'zod';
import { pixelAddress, pixelSnippet, publicPixelHost } from '../../gateway/gateway-addresses';
import { type Call, readApiError } from '../../gateway/gateway-client.server';
import { gatewayOrigin } from '../../gateway/gateway-origin.server';
import { botAudiencesToExclude } from '../../links/exclude-bots.server';
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

const pixelsPerPage = 50;

type Listed = AnswerOf<typeof pixelsApi.getPixelsOverview>['results'][number];
export type PixelView = ReturnType<typeof pixelView>;

/** By name, with views of the last 30 days; `page` from 1. */
export async function readPixels(call: Call, owner: string, page: number, withoutNoise: boolean) {
  let answer = await call(pixelsApi.getPixelsOverview, { params: { owner }, query: { per_page: pixelsPerPage, page } });
  let views = await viewsOf(
    call,
    owner,
    answer.results.map((l) => l.tracking_pixel.id),
    withoutNoise,
  );
  return {
    total: answer.total,
    page,
    pages: Math.ceil(answer.total / pixelsPerPage),
    cards: answer.results.map((l) => ({ ...pixelView(l), views: views.get(l.tracking_pixel.id) ?? 0 })),
  };
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

/** Views of the last 30 days by pixel id. */
async function viewsOf(call: Call, owner: string, ids: string[], withoutNoise: boolean): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  let rows = await call(aggregationsApi.exportEntityAggregations, {
    params: { owner },
    query: {
      package_id: 'none',
      tracking_pixel_id: ids,
      group_by_artifact: 'true',
      rollup: 'total',
      include_low_confidence: 'true',
      exclude_audience: botAudiencesToExclude(withoutNoise),
    },
  });
  return new Map(rows.map((row) => [row.artifact ?? '', row.total]));
}

/** The custom domain is checked before anything is created. */
export const NewPixelInput = SaveTrackingPixel.extend({
  domain: PixelDomain,
});

/** An unchecked box is not sent, so absence means no. */
export const EditPixelInput = SaveTrackingPixel.extend({ track_companies: z.boolean().default(false) });
