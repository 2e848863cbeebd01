/** POST …/runs: exports yesterday now. GET leads to the exports. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { runExport } from '../features/exports/exports.server';
import { requireAccount } from '../features/account/require-account.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { pageLess } from '../session/failure-toast.server';

export async function loader(args: LoaderFunctionArgs) {
  await requireAccount(args);
  return redirect(paths.accountExports());
}

export const action = pageLess(async (args) => {
  let signedIn = await requireAccount(args);
  let place = { ...signedIn, owner: signedIn.username, home: paths.accountExports() };
  return runExport(args, place);
});
