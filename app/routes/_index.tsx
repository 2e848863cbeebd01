/**
 * The start page redirects: people go home, visitors to the landing page in production (spec
 * section 2), else to the sign-in.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { env } from '../config/env.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { temporaryRedirect } from '../http/redirects.server';
import { redirectHome } from '../session/context.server';
import { allowAnonymous } from '../session/guards.server';
import { shownUsername } from '../session/session';

export const meta = pageMeta({ title: 'Start', description: 'Sign in or sign up.' });

export async function loader(args: LoaderFunctionArgs) {
  let { session, call } = allowAnonymous(args);
  if (session) return redirectHome({ session, username: shownUsername(session), call }, { status: 307 });
  if (!env.production || !env.LANDING_URL) return temporaryRedirect(paths.login());
  return temporaryRedirect(paths.landing(env.LANDING_URL, new URL(args.request.url).searchParams));
}

/** Renders nothing; needed so that an error of the loader is shown as a page. */
export default function Start() {
  return null;
}
