/** The public pages of an account or an organization, for those who have their link. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { ShareLinksPage } from '../features/share-links/share-links-page';
import { readShareLinks } from '../features/share-links/share-links.server';
import { requireSettingsRole } from '../session/settings.server';
import { settingsMeta } from '../shell/meta';

export const meta = settingsMeta(
  'Share links',
  'Public pages with your numbers, for anyone with the link.',
  'Public pages with numbers of an organization, for anyone with the link.',
);

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireSettingsRole(args, 'managers');
  return readShareLinks(call, owner);
}

export default ShareLinksPage;
