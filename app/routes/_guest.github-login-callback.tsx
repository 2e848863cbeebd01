/** /github-login-callback: the return from GitHub; the gateway finds the account. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { githubApi } from 'contract/accounts/github';
import { readApiError } from '../gateway/gateway-client.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { tokenFromGithub } from '../session/github.server';
import { requireGuest } from '../session/guards.server';
import { redirectToSecondStep, startBrowserSession } from '../session/sign-in.server';
import { githubCookie, onwardCookie } from '../session/sign-in-cookies.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireGuest(args);
  let accessToken = await tokenFromGithub(args.request);
  if (!accessToken) return redirectWithToast(paths.login(), 'github_failed');
  let backTo = onwardCookie.read(args.request)?.backTo;
  try {
    let signedIn = await call(githubApi.loginWithGithub, { body: { access_token: accessToken } });
    return startBrowserSession(args.request, signedIn, { backTo, cookies: [onwardCookie.forget()] });
  } catch (thrown) {
    let secondStep = await redirectToSecondStep(thrown, backTo);
    return secondStep ?? onwardAfter(thrown, accessToken);
  }
}

async function onwardAfter(thrown: unknown, accessToken: string): Promise<Response> {
  let said = await readApiError(thrown);
  if (said?.code === 'github-token-not-valid') return redirectWithToast(paths.login(), 'github_failed');
  if (said?.code !== 'github-account-not-linked') throw thrown;
  let headers = { 'set-cookie': githubCookie.keep({ accessToken }) };
  return redirect(paths.registerWithGithub(), { status: 303, headers });
}
