/** /account/archive/[id]/file: the file of an archive. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { archivePath } from 'contract/shared/page-links';
import { requireAccount } from '../features/account/require-account.server';
import { archiveFile } from '../features/exports/archives.server';

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireAccount(args);
  return archiveFile(args, { ...signedIn, owner: signedIn.username, home: archivePath(signedIn.username, 'user') });
}
