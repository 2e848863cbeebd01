/** /github-login-callback/confirmation: the return from GitHub that confirms who is signed in. */
import { confirmationApi } from 'contract/accounts/confirmation';
import { readApiError } from '../gateway/gateway-client.server';
import { paths } from '../links/paths';
import { keepingConfirmation } from '../session/confirmation.server';
import { tokenFromGithub } from '../session/github.server';
import { requireSession } from '../session/guards.server';
import { onwardCookie } from '../session/sign-in-cookies.server';
import { redirectWithToast } from '../session/toast.server';

export const loader = keepingConfirmation(async (args) => {
  let { call } = await requireSession(args);
  let onward = paths.backTo(onwardCookie.read(args.request)?.backTo ?? paths.account());
  let headers = { 'set-cookie': onwardCookie.forget() };
  let access_token = await tokenFromGithub(args.request, paths.githubConfirmationCallback());
  if (!access_token) return redirectWithToast(onward, 'not_confirmed_by_github', headers);
  try {
    await call(confirmationApi.confirmSession, { body: { access_token } });
    return redirectWithToast(onward, 'identity_confirmed', headers);
  } catch (thrown) {
    let said = await readApiError(thrown);
    if (!said?.code.startsWith('github-')) throw thrown;
    return redirectWithToast(onward, 'not_confirmed_by_github', headers);
  }
});
