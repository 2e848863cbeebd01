/** /share-links/[owner]/[shareId]: a share link, and the code that shows it on other pages. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { shownConditions } from '../features/filters/conditions.server';
import { SharingForbidden } from '../features/share-links/share-links-page';
import {
  expiryText,
  readShareLink,
  shareLinksHome,
  sharedPartsText,
  shareSnippets,
} from '../features/share-links/share-links.server';
import { pageMeta } from '../shell/meta';
import { serverPaths } from '../links/paths.server';
import { redirect } from '../http/redirects.server';
import { requireManagerRole } from '../session/roles.server';
import type { PageHandle } from '../shell/page-handle';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { CopyText } from '../ui/copy-text';
import { Facts } from '../ui/description-list';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta({
  title: 'Share link',
  description: 'URL and embed code of a share link.',
});
export const handle: PageHandle<Loaded> = {
  breadcrumb: ({ data }) => [{ label: 'Share links', to: data?.home ?? '' }, { label: data?.title ?? 'Share link' }],
};

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, username } = await requireManagerRole(args);
  let link = await readShareLink(call, owner, args.params.shareId);
  let home = shareLinksHome(owner, username);
  // Its address is unknown where the secret that sealed it is gone.
  if (link.ended_at !== null || link.token === null) throw redirect(home);
  let { chips } = shownConditions(link.where, () => '', null);
  let conditions = [
    ...(link.has_filter ? ['those of a saved filter'] : []),
    ...chips.map(({ label }) => label),
    ...(link.hides_noise ? ['Without bots and mirrors'] : []),
  ];
  let snippets = shareSnippets(link.token, link, args.request.url);
  return {
    home,
    title: link.title,
    isForbidden: link.is_forbidden,
    end: serverPaths.shareLinkEnd(owner, link.id),
    facts: [
      { label: 'Shows', value: sharedPartsText(link) },
      { label: 'Conditions', value: conditions.join(', ') || 'None' },
      { label: 'Expires', value: expiryText(link) },
      { label: 'Password', value: link.has_password ? 'Requested' : 'None' },
    ],
    ...snippets,
    elsewhere: link.is_forbidden ? [] : snippets.elsewhere,
  };
}

export default function ShareLinkPage() {
  let { title, isForbidden, end, facts, url, chart, elsewhere } = useLoaderData<typeof loader>();
  return (
    <Stack narrow>
      <PageTitle
        title={title}
        description="Anyone with the link can view."
        actions={
          <LinkButton to={end} variant="danger-outline">
            Revoke
          </LinkButton>
        }
      />
      {isForbidden && <SharingForbidden />}
      <Card
        title="Link"
        actions={
          <LinkButton to={url} reloadDocument variant="outline" size="sm">
            Open the page
          </LinkButton>
        }
      >
        <div className="flex flex-col gap-4">
          <CopyText text={url} label="link" wrap />
          <Facts facts={facts} />
        </div>
      </Card>
      {elsewhere.length > 0 && (
        <Card title="Chart for other pages" description="Updated every few minutes. Add ?theme=light or ?theme=dark.">
          <div className="flex flex-col gap-4">
            <img src={chart} alt={`Chart: ${title}`} width={800} height={320} className="h-auto w-full" />
            {elsewhere.map(({ label, text }) => (
              <div key={label} className="flex flex-col gap-1">
                <h3 className="text-sm font-medium">{label}</h3>
                <CopyText text={text} label={label} wrap />
              </div>
            ))}
          </div>
        </Card>
      )}
    </Stack>
  );
}
