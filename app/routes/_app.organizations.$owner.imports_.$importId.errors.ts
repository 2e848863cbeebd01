/** /organizations/[owner]/imports/[id]/errors: the refused rows of an import, as CSV. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { errorsFile } from '../features/imports/imports.server';
import { requireManager } from '../features/organizations/require-organization.server';
import { paths } from '../links/paths';

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireManager(args);
  let place = { ...signedIn, imports: paths.organizationImports(signedIn.owner) };
  return errorsFile(args, place);
}
