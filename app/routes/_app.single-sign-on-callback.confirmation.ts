/** /single-sign-on-callback/confirmation: the return that confirms who is signed in. */
import { confirmationApi } from 'contract/accounts/confirmation';
import { readApiError } from '../gateway/gateway-client.server';
import { paths } from '../links/paths';
import { keepingConfirmation } from '../session/confirmation.server';
import { requireSession } from '../session/guards.server';
import { onwardCookie, signOnCookie } from '../session/sign-in-cookies.server';
import { readSignOnReturn } from '../session/single-sign-on.server';
import { redirectWithToast } from '../session/toast.server';

export const loader = keepingConfirmation(async (args) => {
  let { call } = await requireSession(args);
  let onward = paths.backTo(onwardCookie.read(args.request)?.backTo ?? paths.account());
  let headers = new Headers({ 'set-cookie': onwardCookie.forget() });
  headers.append('set-cookie', signOnCookie.forget());
  let single_sign_on = readSignOnReturn(args.request);
  if (!single_sign_on) return redirectWithToast(onward, 'not_confirmed', headers);
  try {
    await call(confirmationApi.confirmSession, { body: { current_password: '', single_sign_on } });
    return redirectWithToast(onward, 'identity_confirmed', headers);
  } catch (thrown) {
    let said = await readApiError(thrown);
    if (!said?.code.startsWith('single-sign-on-')) throw thrown;
    return redirectWithToast(onward, 'not_confirmed', headers);
  }
});
