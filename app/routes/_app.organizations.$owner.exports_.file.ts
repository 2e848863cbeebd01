/**
 * /organizations/[owner]/exports/file: the file of the download form, or the form again when there
 * is none. For owners and admins.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportFile } from '../export-file.server';
import { requireManager } from '../features/organizations/require-organization.server';
import { paths } from '../links/paths';

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireManager(args);
  let place = { ...signedIn, home: paths.organizationExports(signedIn.owner) };
  return exportFile(args, place, (download) => paths.organizationExports(place.owner, download));
}
