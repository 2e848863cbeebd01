/** After a sign-in or a registration: a session in the right context, and the redirect. */
import { usersApi, type SignInResult } from 'contract/accounts/users';
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { type Call, readApiError } from '../gateway/gateway-client.server';
import type { ToastKey } from '../text/messages';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { redirect } from '../http/redirects.server';
import { sessionCookie } from './session-cookie.server';
import { afterSignIn } from './guards.server';
import { newDisplayCookie, noDisplay } from './reader.server';
import { firstContext, type Session } from './session';
import { knownDeviceTokens, rememberDevice, secondStepCookie } from './sign-in-cookies.server';
import { toastCookie } from './toast.server';

interface SessionStart {
  toast?: ToastKey;
  /** More `Set-Cookie` values. */
  cookies?: string[];
  /** The page to redirect to instead of the address's `backTo`. */
  backTo?: string;
}

/** Redirects (303) to `backTo` or home with the new session's cookie. */
export function startBrowserSession(request: Request, signedIn: SignInResult, start: SessionStart = {}): Response {
  let { toast, cookies = [], backTo } = start;
  let session: Session = {
    v: 2,
    token: signedIn.token,
    username: signedIn.username,
    context_v1: firstContext(signedIn.username, signedIn.organizations),
  };
  let headers = new Headers({ 'set-cookie': sessionCookie(session) });
  let display = newDisplayCookie(request, signedIn.display ?? noDisplay);
  if (display) headers.append('set-cookie', display);
  if (toast) headers.append('set-cookie', toastCookie(toast));
  for (let cookie of [...cookies, rememberDevice(request, signedIn), secondStepCookie.forget()])
    headers.append('set-cookie', cookie);
  let onward = backTo === undefined ? afterSignIn(request, session) : paths.backTo(backTo);
  return redirect(onward, { status: 303, headers });
}

/** The redirect to the second step when the gateway requires a code; null for any other error. */
export async function redirectToSecondStep(thrown: unknown, backTo: string | undefined): Promise<Response | null> {
  let said = await readApiError(thrown);
  if (said?.code !== 'two-factor-required' || !said.challenge) return null;
  let headers = { 'set-cookie': secondStepCookie.keep({ challenge: said.challenge }) };
  return redirect(serverPaths.loginSecondStep(backTo), { status: 303, headers });
}

/** The `backTo` of a request's address. */
export function backToOf(request: Request): string | undefined {
  return new URL(request.url).searchParams.get('backTo') ?? undefined;
}

/**
 * An authenticator whose `form` strategy exchanges the posted email (or username) and password for
 * a token; errors of the gateway are thrown.
 */
export function authenticatorFor(call: Call): Authenticator<SignInResult> {
  let byPassword = new FormStrategy<SignInResult>(({ form, request }) => {
    let [email, password] = [String(form.get('email')), String(form.get('password'))];
    return call(usersApi.login, { body: { email, password, devices: knownDeviceTokens(request) } });
  });
  return new Authenticator<SignInResult>().use(byPassword, 'form');
}
