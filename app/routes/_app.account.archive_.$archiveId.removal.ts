/** POST …/removal: deletes an archive. GET leads to the archives. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { archivePath } from 'contract/shared/page-links';
import { requireAccount } from '../features/account/require-account.server';
import { removeArchive } from '../features/exports/archives.server';
import { redirect } from '../http/redirects.server';
import { pageLess } from '../session/failure-toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireAccount(args);
  return redirect(archivePath(signedIn.username, 'user'));
}

export const action = pageLess(async (args) => {
  let signedIn = await requireAccount(args);
  return removeArchive(args, { ...signedIn, owner: signedIn.username, home: archivePath(signedIn.username, 'user') });
});
