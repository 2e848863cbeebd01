/** …/end: ends a share link. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { shareLinksApi } from 'contract/analytics/share-links';
import { readShareLink, shareLinksHome } from '../features/share-links/share-links.server';
import { Confirm } from '../forms/confirm';
import { emptyForm, readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { serverPaths } from '../links/paths.server';
import { requireManagerRole } from '../session/roles.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta({
  title: 'Revoke share link',
  description: 'Revoke a share link.',
});
export const handle: PageHandle<Loaded> = {
  breadcrumb: ({ data }) => [{ label: 'Share links', to: data?.home ?? '' }, { label: 'Revoke share link' }],
};

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, username } = await requireManagerRole(args);
  let { id, title } = await readShareLink(call, owner, args.params.shareId);
  return { home: shareLinksHome(owner, username), page: serverPaths.shareLink(owner, id), title };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, username } = await requireManagerRole(args);
  let form = await readForm(args.request, emptyForm);
  if (!form.ok) return form.reply;
  let params = { owner, share_id: args.params.shareId ?? '' };
  let refusal = await call(shareLinksApi.endShareLink, { params }).catch(form.refuse);
  return refusal ?? redirectWithToast(shareLinksHome(owner, username), 'share_link_ended');
}

export default function ShareLinkEndPage() {
  let { page, title } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Revoke share link" />
      <Card>
        <Confirm button="Revoke link" pending="Revoking …" cancelTo={page} lastResult={refused?.lastResult}>
          The link to <strong className="break-words">{title}</strong> stops working immediately. This cannot be undone.
        </Confirm>
      </Card>
    </Stack>
  );
}
