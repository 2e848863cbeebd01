/** POST …/removal: deletes a daily export. GET leads to the exports. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { removeExport } from '../features/exports/exports.server';
import { requireManager } from '../features/organizations/require-organization.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { pageLess } from '../session/failure-toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireManager(args);
  return redirect(paths.organizationExports(owner));
}

export const action = pageLess(async (args) => {
  let signedIn = await requireManager(args);
  let place = { ...signedIn, home: paths.organizationExports(signedIn.owner) };
  return removeExport(args, place);
});
