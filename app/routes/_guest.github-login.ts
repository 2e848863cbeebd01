/** /github-login: redirects the browser to GitHub, and remembers the page to return to. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { redirectToGithub } from '../session/github.server';
import { requireGuest } from '../session/guards.server';
import { isSameOrigin } from '../session/origin.server';
import { backToOf } from '../session/sign-in.server';
import { onwardCookie } from '../session/sign-in-cookies.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  // GitHub may return without asking the person, so a link on another site could sign them in.
  if (!isSameOrigin(args.request.headers)) return redirect(paths.login(backToOf(args.request)));
  let leaving = await redirectToGithub(args.request);
  if (!leaving) return redirectWithToast(paths.login(), 'github_failed');
  let backTo = backToOf(args.request);
  leaving.headers.append('set-cookie', backTo ? onwardCookie.keep({ backTo }) : onwardCookie.forget());
  return leaving;
}
