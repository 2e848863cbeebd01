/**
 * What the pixel pages show: one page of an owner's pixels with snippets and views, and the
 * packages a pixel can belong to.
 */
import { exportEntityAggregations } from 'contract/aggregations';
import { getPackages } from 'contract/packages';
import { getPixelsOverview } from 'contract/pixels';
import type { AnswerOf } from 'contract/route';
import { pixelAddress, pixelSnippet, publicPixelHost } from '../../gateway-addresses';
import type { Call } from '../../gateway-client.server';
import { gatewayPlace } from '../../gateway-place.server';

const pixelsPerPage = 50;

type Listed = AnswerOf<typeof getPixelsOverview>['results'][number];
export type PixelView = ReturnType<typeof pixelView>;

/** One page (from 1) of an owner's pixels, by name, with their views of the last 30 days. */
export async function readPixels(call: Call, owner: string, page: number) {
  let answer = await call(getPixelsOverview, { params: { owner }, query: { per_page: pixelsPerPage, page } });
  let views = await viewsOf(
    call,
    owner,
    answer.results.map((l) => l.tracking_pixel.id),
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
  let host = publicPixelHost(gatewayPlace, domains);
  return {
    pixel,
    domains: domains.map((domain) => domain.name),
    snippet: pixelSnippet(gatewayPlace, host, pixel.id),
    address: pixelAddress(gatewayPlace, host, pixel.id),
  };
}

/** All packages of an owner as choices for a pixel. */
export async function readPackageChoices(call: Call, owner: string): Promise<{ value: string; label: string }[]> {
  let { results } = await call(getPackages, { params: { owner }, query: { per_page: 'max' } });
  return results.map((item) => ({ value: item.id, label: `${item.name} (${item.type})` }));
}

/** Views of the last 30 days by pixel id, in one call. */
async function viewsOf(call: Call, owner: string, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  let rows = await call(exportEntityAggregations, {
    params: { owner },
    query: { package_id: 'none', tracking_pixel_id: ids, group_by_artifact: 'true', rollup: 'total' },
  });
  return new Map(rows.map((row) => [row.artifact ?? '', row.total]));
}
