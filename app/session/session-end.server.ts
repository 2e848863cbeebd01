/**
 * The end of a session in the browser: its cookie, and on a sign-out what page and chat widget have
 * stored (docs/decisions/0015-sessions.md). Also the end of acting, which lasts until it is
 * stopped, the session ends, or the gateway refuses it.
 */
import { parse, serialize } from 'cookie';
import { logWarning } from '../http/log.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { endedSession, sessionCookie } from './session-cookie.server';
import { type Session, stopActing } from './session';
import { toastCookie } from './toast.server';

/** Cookies in which the chat widget stores the person. */
const chatCookie = /^intercom-(id|session|device-id)-\w+$/;

/**
 * A redirect to the sign-in page for an expired session or a suspended account; `backTo` is the
 * page to return to.
 */
export function sessionExpired(
  backTo?: string,
  why: 'expired_session' | 'account_suspended' = 'expired_session',
): Response {
  let headers = endedSession();
  headers.append('set-cookie', toastCookie(why));
  return redirect(paths.login(backTo), { headers });
}

/**
 * Response headers to a sign-out: the session with its context ends, the site's storage is
 * cleared, the cookies of the chat widget are deleted.
 */
export function signedOutHeaders(request: Request): Headers {
  let headers = endedSession();
  headers.set('clear-site-data', '"storage"');
  let { hostname } = new URL(request.url);
  for (let name of Object.keys(parse(request.headers.get('cookie') ?? '')).filter((name) => chatCookie.test(name)))
    for (let domain of [undefined, ...domainsOf(hostname)])
      headers.append('set-cookie', serialize(name, '', { path: '/', maxAge: 0, domain }));
  return headers;
}

/**
 * The widget's script sets its cookies for the widest domain it may, which depends on the public
 * suffix: `a.b.example` gives `a.b.example` and `b.example`.
 */
function domainsOf(hostname: string): string[] {
  let labels = /^[\d.]+$|:/.test(hostname) ? [] : hostname.split('.');
  return labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'));
}

/** Redirects home when acting cannot continue: the admin role or the owner is gone. Logged. */
export function actingEnded(session: Session): Response {
  logWarning(
    `acting ended: ${session.username} is no longer a platform admin, or the account they acted as was deleted`,
  );
  let headers = new Headers({ 'set-cookie': sessionCookie(stopActing(session)) });
  headers.append('set-cookie', toastCookie('acting_ended'));
  return redirect(paths.home(session.username), { headers });
}
