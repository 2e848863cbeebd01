/** /organizations/[owner]/archive/[id]/file: the file of an archive. For its owners. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { archivePath } from 'contract/shared/page-links';
import { requireOrganizationOwner } from '../features/organizations/require-organization.server';
import { archiveFile } from '../features/exports/archives.server';

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOrganizationOwner(args);
  return archiveFile(args, { ...signedIn, home: archivePath(signedIn.owner, 'organization') });
}
