/** POST …/replays: sends a message of the log again. GET leads to the destination. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { sendMessage } from '../features/alerts/destinations.server';
import { serverPaths } from '../links/paths.server';
import { redirect } from '../http/redirects.server';
import { requireManagerRole } from '../session/roles.server';
import { resourceAction } from '../session/failure-toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireManagerRole(args);
  return redirect(serverPaths.destination(owner, args.params.destinationId ?? ''));
}

export const action = resourceAction(async (args) => {
  let signedIn = await requireManagerRole(args);
  return sendMessage(args, signedIn);
});
