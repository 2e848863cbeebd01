/** /github-login: sends the browser to GitHub, and remembers where it was going. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { paths } from '../paths';
import { githubAccessToken, hasGithub } from '../session/github.server';
import { requireGuest } from '../session/guards.server';
import { backToOf } from '../session/sign-in.server';
import { onwardCookie } from '../session/steps.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  let leaving = hasGithub() ? await leaveFor(args.request) : null;
  if (!leaving) return redirectWithToast(paths.login(), 'github_failed');
  let backTo = backToOf(args.request);
  leaving.headers.append('set-cookie', backTo ? onwardCookie.keep({ backTo }) : onwardCookie.forget());
  return leaving;
}

/** The strategy throws its redirect. An address with a `state` is not for this page. */
async function leaveFor(request: Request): Promise<Response | null> {
  let bare = new Request(new URL(new URL(request.url).pathname, request.url), { headers: request.headers });
  let thrown: unknown = await githubAccessToken(bare).catch((redirect: unknown) => redirect);
  return thrown instanceof Response ? thrown : null;
}
