/** /account/archive: archives of everything a person has. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { archivePath } from 'contract/shared/page-links';
import { accountHandle } from '../shell/breadcrumbs';
import { requireAccount } from '../features/account/require-account.server';
import { archivesPage, askForArchive } from '../features/exports/archives.server';
import { ArchivesPage } from '../features/exports/archives-page';
import { pageMeta } from '../shell/meta';

export const meta = pageMeta({
  title: 'Archive',
  description: 'Everything of a person as one file: settings, packages and events.',
});
export const handle = accountHandle('Archive');

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireAccount(args);
  return archivesPage({ ...signedIn, owner: signedIn.username, home: archivePath(signedIn.username, 'user') });
}

export async function action(args: ActionFunctionArgs) {
  let signedIn = await requireAccount(args);
  return askForArchive(args, { ...signedIn, owner: signedIn.username, home: archivePath(signedIn.username, 'user') });
}

export default ArchivesPage;
