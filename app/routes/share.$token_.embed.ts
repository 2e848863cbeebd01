/**
 * …/embed: the chart of a share link as a page for frames, the only one that other sites may frame.
 */
import { createHash } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { sharePath } from 'contract/floor/page-links';
import { html } from 'remix-utils/responses';
import { etagOf, matchesEtag } from '../http/etag.server';
import { embedPage, embedStyle } from '../features/share-links/share-embed.server';
import {
  isPublicShare,
  sharePicture,
  readPublicShare,
  shareHeaders,
} from '../features/share-links/public-share.server';
import { pictureStyle, sentencePicture, shareChart, themeOf } from '../features/share-links/share-svg.server';
import { allowAnonymous } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  let { call } = allowAnonymous(args);
  let { token = '' } = args.params;
  let answer = await readPublicShare(call, token, args.request);
  let theme = themeOf(args.request);
  let svg = isPublicShare(answer) ? shareChart(sharePicture(answer), theme) : sentencePicture(answer.sentence, theme);
  let page = embedPage({
    title: isPublicShare(answer) ? answer.title : answer.sentence,
    svg,
    page: sharePath(token),
    theme,
  });
  let etag = etagOf(page);
  let styles = [embedStyle(theme), pictureStyle(theme)].map((style) => `'sha256-${hashOf(style)}'`).join(' ');
  let headers = {
    ...shareHeaders(args.request, answer, 'page'),
    etag,
    'content-security-policy': `default-src 'none'; style-src ${styles}; base-uri 'none'; form-action 'none'; frame-ancestors *`,
    'cross-origin-resource-policy': 'cross-origin',
  };
  let status = isPublicShare(answer) ? 200 : answer.status;
  if (status === 200 && matchesEtag(args.request, etag)) return new Response(null, { status: 304, headers });
  return html(page, { status, headers });
}

function hashOf(style: string): string {
  return createHash('sha256').update(style).digest('base64');
}
