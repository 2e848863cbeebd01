/** /github-login: sends the browser to GitHub, and remembers where it was going. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { paths } from '../paths';
import { leaveForGithub } from '../session/github.server';
import { requireGuest } from '../session/guards.server';
import { backToOf } from '../session/sign-in.server';
import { onwardCookie } from '../session/steps.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  let leaving = await leaveForGithub(args.request);
  if (!leaving) return redirectWithToast(paths.login(), 'github_failed');
  let backTo = backToOf(args.request);
  leaving.headers.append('set-cookie', backTo ? onwardCookie.keep({ backTo }) : onwardCookie.forget());
  return leaving;
}
