/** /share/[token]: public share page; identical for every visitor, so cacheable. */
import { type ActionFunctionArgs, data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { passwordMax, shareKeyHours } from 'contract/floor/limits';
import { sharePath } from 'contract/floor/page-links';
import { shareLinksApi } from 'contract/analytics/share-links';
import { z } from 'zod';
import { etagOf } from '../http/etag.server';
import { ShareUnavailable, SharedPage, SharePassword } from '../features/share-links/public-share';
import {
  isPublicShare,
  keyCookie,
  readPublicShare,
  shareHeaders,
  sharePage,
} from '../features/share-links/public-share.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { redirect } from '../http/redirects.server';
import { scriptlessPolicy } from '../http/security-headers.server';
import { allowAnonymous } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { Shell } from '../shell/shell';

export const handle: PageHandle = { scripts: false };

type Loaded = Awaited<ReturnType<typeof loader>>['data'];

export const meta = pageMeta<Loaded>(({ data: loaded, params: { token = '' } }) => {
  if (!loaded?.page) return { title: 'Shared numbers', description: 'Shared numbers of a package.' };
  let { title, summary } = loaded.page;
  let picture = { path: `${sharePath(token)}/preview.png`, alt: `${title}: ${summary}`, width: 1_200, height: 630 };
  return { title, description: summary, picture };
});

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader(args: LoaderFunctionArgs) {
  let { call } = allowAnonymous(args);
  let { token = '' } = args.params;
  let answer = await readPublicShare(call, token, args.request);
  let kept = { ...shareHeaders(args.request, answer, 'page'), 'content-security-policy': scriptlessPolicy };
  if (!isPublicShare(answer)) return data({ page: null, no: answer }, { status: answer.status, headers: kept });
  let page = sharePage(token, answer);
  let etag = etagOf(JSON.stringify(page), args.request.headers.get('cookie') ?? '');
  return data({ page, no: null }, { headers: { ...kept, etag } });
}

const Typed = z.object({ password: z.string().max(passwordMax).default('') });

export async function action(args: ActionFunctionArgs) {
  let { call } = allowAnonymous(args);
  let { token = '' } = args.params;
  let form = await readForm(args.request, Typed);
  if (!form.ok) return form.reply;
  let opened = await call(shareLinksApi.openPublicShare, { params: { token }, body: form.value }).catch(form.refuse);
  if (opened instanceof Response) return opened;
  let cookie = keyCookie(token).set(opened.key, shareKeyHours * 60 * 60);
  return redirect(sharePath(token), { headers: { 'set-cookie': cookie } });
}

export default function Shared() {
  let { page, no } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Shell shell={null}>
      {page && <SharedPage {...page} />}
      {no?.why === 'share-needs-password' && <SharePassword lastResult={refused?.lastResult} />}
      {no && no.why !== 'share-needs-password' && (
        <ShareUnavailable
          title={no.why === 'share-has-ended' ? 'This link has expired or was revoked' : 'Link not found'}
          sentence={no.sentence}
        />
      )}
    </Shell>
  );
}
