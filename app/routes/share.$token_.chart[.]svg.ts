/**
 * …/chart.svg: the line of a share link, for other pages. `theme` is auto, light or dark; `preview`
 * is for the page of those who made it.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { etagOf, matchesEtag } from '../http/etag.server';
import {
  isPublicShare,
  sharePicture,
  readPublicShare,
  shareHeaders,
} from '../features/share-links/public-share.server';
import { sentencePicture, shareChart, themeOf } from '../features/share-links/share-svg.server';
import { allowAnonymous } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  let { call, session } = allowAnonymous(args);
  let isPreview = session !== null && new URL(args.request.url).searchParams.has('preview');
  let answer = await readPublicShare(call, args.params.token ?? '', args.request, isPreview);
  let theme = themeOf(args.request);
  let svg = isPublicShare(answer) ? shareChart(sharePicture(answer), theme) : sentencePicture(answer.sentence, theme);
  let etag = etagOf(svg);
  let headers = {
    ...shareHeaders(args.request, answer, 'picture'),
    etag,
    'content-type': 'image/svg+xml; charset=utf-8',
    // Nothing in it runs or is fetched, also where it is opened by itself.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  };
  let status = isPublicShare(answer) ? 200 : answer.status;
  if (status === 200 && matchesEtag(args.request, etag)) return new Response(null, { status: 304, headers });
  return new Response(svg, { status, headers });
}
