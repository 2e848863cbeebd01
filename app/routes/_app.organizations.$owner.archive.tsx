/** /organizations/[owner]/archive: archives of everything an organization has. For its owners. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { archivePath } from 'contract/shared/page-links';
import { organizationHandle } from '../shell/breadcrumbs';
import { requireOrganizationOwner } from '../features/organizations/require-organization.server';
import { archivesPage, askForArchive } from '../features/exports/archives.server';
import { ArchivesPage } from '../features/exports/archives-page';
import { pageMeta } from '../shell/meta';

export const meta = pageMeta({
  title: 'Archive',
  description: 'Everything of an organization as one file: settings, packages and events.',
});
export const handle = organizationHandle('Archive');

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOrganizationOwner(args);
  return archivesPage({ ...signedIn, home: archivePath(signedIn.owner, 'organization') });
}

export async function action(args: ActionFunctionArgs) {
  let signedIn = await requireOrganizationOwner(args);
  return askForArchive(args, { ...signedIn, home: archivePath(signedIn.owner, 'organization') });
}

export default ArchivesPage;
