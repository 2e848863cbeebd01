/**
 * The end of a session in the browser: its cookie, and on a sign-out what the page and the chat
 * widget have kept beside it (decision 0020). And the end of acting as somebody, which lasts until it
 * is stopped, the session ends, or the gateway refuses it.
 */
import { parse, serialize } from 'cookie';
import { logWarning } from '../log.server';
import { paths } from '../paths';
import { redirect } from '../redirects.server';
import { endedSession, sessionCookie } from './cookie.server';
import { type Session, stoppedActing } from './session';
import { toastCookie } from './toast.server';

/** Names under which the chat widget keeps who somebody is. */
const chatCookie = /^intercom-(id|session|device-id)-\w+$/;

/**
 * The sign-in page for somebody whose session has ended by itself, or by the suspension of the
 * account; `backTo` is where they come back to.
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
 * Headers of the answer to a sign-out: the session with its context ends, this site's storage is
 * emptied, the chat widget forgets who somebody was.
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

/**
 * Leads to the person's own home when acting cannot go on: they are no platform admin any more, or
 * whom they act as is gone. Reported.
 */
export function actingEnded(session: Session): Response {
  logWarning(`acting ended: ${session.username} is no platform admin any more, or whom they acted as is gone`);
  let headers = new Headers({ 'set-cookie': sessionCookie(stoppedActing(session)) });
  headers.append('set-cookie', toastCookie('acting_ended'));
  return redirect(paths.home(session.username), { headers });
}
