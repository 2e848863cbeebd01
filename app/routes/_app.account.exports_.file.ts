/**
 * /account/exports/file: the file of the download form, or the form again when there
 * is none.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportFile } from '../export-file.server';
import { requireAccount } from '../features/account/require-account.server';
import { paths } from '../links/paths';

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireAccount(args);
  let place = { ...signedIn, owner: signedIn.username, home: paths.accountExports() };
  return exportFile(args, place, paths.accountExports);
}
