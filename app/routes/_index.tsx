/** The start: people go home, visitors to the landing page in production (spec section 2), else to sign-in. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { env } from '../env.server';
import { paths } from '../paths';
import { anyone } from '../session/guards.server';
import { ownerInContext } from '../session/session';

export async function loader(args: LoaderFunctionArgs) {
  let { session } = anyone(args);
  if (session) return redirect(paths.home(ownerInContext(session)));
  if (!env.production || !env.LANDING_URL) return redirect(paths.login());
  return redirect(paths.landing(env.LANDING_URL, new URL(args.request.url).searchParams));
}
