/** POST …/removal: deletes an archive. GET leads to the archives. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { archivePath } from 'contract/shared/page-links';
import { requireOrganizationOwner } from '../features/organizations/require-organization.server';
import { removeArchive } from '../features/exports/archives.server';
import { redirect } from '../http/redirects.server';
import { pageLess } from '../session/failure-toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOrganizationOwner(args);
  return redirect(archivePath(signedIn.owner, 'organization'));
}

export const action = pageLess(async (args) => {
  let signedIn = await requireOrganizationOwner(args);
  return removeArchive(args, { ...signedIn, home: archivePath(signedIn.owner, 'organization') });
});
