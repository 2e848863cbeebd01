/**
 * /_app is the address of the shell itself (spec section 2). It has no page: it redirects people
 * home and visitors to the sign-in.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { requireSession } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  await requireSession(args);
  return redirect(paths.homeRedirect() + new URL(args.request.url).search);
}
