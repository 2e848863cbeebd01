/** /badges/:packageId/:badge, such as downloads.svg: a badge, public and cached. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { badgesApi, type BadgeNumbers } from 'contract/analytics/badges';
import { txt } from 'remix-utils/responses';
import { etagOf, matchesEtag } from '../http/etag.server';
import { badgeSvg } from '../features/badges/badge-svg.server';
import { badgeTexts } from '../features/badges/badges.server';
import { readApiError } from '../gateway/gateway-client.server';
import { allowAnonymous } from '../session/guards.server';

const pictureHeaders = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'cache-control': 'public, max-age=3600',
  // Nothing in it runs or is fetched, also where it is opened by itself.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  let { call } = allowAnonymous(args);
  let { packageId: package_id = '', badge: file = '' } = args.params;
  let badge = /^([a-z-]+)\.svg$/.exec(file)?.[1];
  if (!badge) return notFound();
  let numbers = await call(badgesApi.getPublicBadge, { params: { package_id, badge } }).catch(refusedAs);
  if (numbers instanceof Response) return numbers;
  let svg = badgeSvg(...badgeTexts(numbers));
  let etag = etagOf(svg);
  let headers = { ...pictureHeaders, etag };
  if (matchesEtag(args.request, etag)) return new Response(null, { status: 304, headers });
  return new Response(svg, { headers });
}

/** Says neither whether there is such a package nor whether it has badges. */
function notFound(): Response {
  return txt('Not found\n', { status: 404, headers: { 'cache-control': 'public, max-age=60' } });
}

async function refusedAs(thrown: unknown): Promise<Response | BadgeNumbers> {
  let code = (await readApiError(thrown))?.code;
  if (code === 'not-found') return notFound();
  if (code !== 'too-many-requests') throw thrown;
  return txt('Too many requests\n', { status: 429, headers: { 'retry-after': '900' } });
}
