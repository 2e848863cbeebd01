/** POST …/tests: sends a test message. GET leads to the destination. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { sendMessage } from '../features/alerts/destinations.server';
import { serverPaths } from '../links/paths.server';
import { redirect } from '../http/redirects.server';
import { requireChanger } from '../session/roles.server';
import { pageLess } from '../session/failure-toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireChanger(args);
  return redirect(serverPaths.destination(owner, args.params.destinationId ?? ''));
}

export const action = pageLess(async (args) => {
  let signedIn = await requireChanger(args);
  return sendMessage(args, signedIn);
});
