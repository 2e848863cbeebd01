/**
 * /organizations/[owner]/share-links: what it shows to everybody who has a link. For owners and
 * admins.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { organizationHandle } from '../shell/breadcrumbs';
import { requireManager } from '../features/organizations/require-organization.server';
import { ShareLinksPage } from '../features/share-links/share-links-page';
import { readShareLinks } from '../features/share-links/share-links.server';
import { pageMeta } from '../shell/meta';

export const meta = pageMeta({
  title: 'Share links',
  description: 'Public pages with numbers of an organization, for everybody who has their link.',
});
export const handle = organizationHandle('Share links');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireManager(args);
  return readShareLinks(call, owner);
}

export default ShareLinksPage;
