/** /account/imports/[id]/errors: the refused rows of an import, as CSV. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { errorsFile } from '../features/imports/imports.server';
import { requireAccount } from '../features/account/require-account.server';
import { paths } from '../links/paths';

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireAccount(args);
  let place = { ...signedIn, owner: signedIn.username, imports: paths.accountImports() };
  return errorsFile(args, place);
}
