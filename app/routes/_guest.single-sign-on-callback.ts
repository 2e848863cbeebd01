/**
 * /single-sign-on-callback: the return from the provider; the gateway finds or makes the account.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { singleSignOnApi } from 'contract/accounts/single-sign-on';
import { late, readApiError, unreachable } from '../gateway/gateway-client.server';
import { serverPaths } from '../links/paths.server';
import { redirect } from '../http/redirects.server';
import { requireGuest } from '../session/guards.server';
import { redirectToSecondStep, startBrowserSession } from '../session/sign-in.server';
import { onwardCookie, signOnCookie } from '../session/sign-in-cookies.server';
import { readSignOnReturn } from '../session/single-sign-on.server';

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireGuest(args);
  let headers = { 'set-cookie': signOnCookie.forget() };
  let returned = readSignOnReturn(args.request);
  if (!returned) return redirect(serverPaths.loginRefused('single-sign-on-failed'), { headers });
  let backTo = onwardCookie.read(args.request)?.backTo;
  try {
    let signedIn = await call(singleSignOnApi.loginWithSingleSignOn, { body: returned });
    return startBrowserSession(args.request, signedIn, {
      backTo,
      cookies: [onwardCookie.forget(), signOnCookie.forget()],
    });
  } catch (thrown) {
    let secondStep = await redirectToSecondStep(thrown, backTo);
    if (secondStep) return secondStep;
    let said = await readApiError(thrown);
    if (!said || said.code === unreachable.code || said.code === late.code) throw thrown;
    return redirect(serverPaths.loginRefused(said.code), { headers });
  }
}
