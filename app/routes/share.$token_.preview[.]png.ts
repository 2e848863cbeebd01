/** …/preview.png: the picture that sites show beside a share link. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { image } from 'remix-utils/responses';
import { etagOf, matchesEtag } from '../http/etag.server';
import {
  isPublicShare,
  sharePicture,
  readPublicShare,
  shareHeaders,
} from '../features/share-links/public-share.server';
import { previewPng } from '../features/share-links/share-image.server';
import { allowAnonymous } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  let { call } = allowAnonymous(args);
  let answer = await readPublicShare(call, args.params.token ?? '', args.request);
  let headers = shareHeaders(args.request, answer, 'picture');
  if (!isPublicShare(answer)) return new Response(`${answer.sentence}\n`, { status: answer.status, headers });
  let png = await previewPng(sharePicture(answer));
  let etag = etagOf(png);
  let all = { ...headers, etag, 'cross-origin-resource-policy': 'cross-origin' };
  if (matchesEtag(args.request, etag)) return new Response(null, { status: 304, headers: all });
  return image(png, { type: 'image/png', headers: all });
}
