/** What follows a sign-in or a registration: a session in the right context, and the way on. */
import { redirect } from '@remix-run/node';
import type { SignedIn } from 'contract/users';
import type { ToastKey } from '../messages';
import { sessionCookie } from './cookie.server';
import { afterSignIn } from './guards.server';
import { firstContext, type Session } from './session';
import { toastCookie } from './toast.server';

/** Redirects (303) to `backTo` or home with the new session's cookie, and a toast where one is given. */
export function startSession(request: Request, signedIn: SignedIn, toast?: ToastKey): Response {
  let session: Session = {
    v: 2,
    token: signedIn.token,
    username: signedIn.username,
    context_v1: firstContext(signedIn.username, signedIn.organizations),
  };
  let headers = new Headers({ 'set-cookie': sessionCookie(session) });
  if (toast) headers.append('set-cookie', toastCookie(toast));
  return redirect(afterSignIn(request, session), { status: 303, headers });
}
