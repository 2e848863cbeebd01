/** /account/share-links: what a person shows to everybody who has a link. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireAccount } from '../features/account/require-account.server';
import { accountHandle } from '../shell/breadcrumbs';
import { ShareLinksPage } from '../features/share-links/share-links-page';
import { readShareLinks } from '../features/share-links/share-links.server';
import { pageMeta } from '../shell/meta';

export const meta = pageMeta({
  title: 'Share links',
  description: 'Public pages with your numbers, for everybody who has their link.',
});
export const handle = accountHandle('Share links');

export async function loader(args: LoaderFunctionArgs) {
  let { call, username } = await requireAccount(args);
  return readShareLinks(call, username);
}

export default ShareLinksPage;
