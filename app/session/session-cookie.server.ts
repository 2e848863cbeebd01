/** The session cookie: sealed, HTTP only, checked against its schema whenever it is read. */
import { env } from '../config/env.server';
import { logWarning } from '../http/log.server';
import { forgottenConfirmation } from './confirmation.server';
import { cookie, createSealer, isHttps } from './cookies.server';
import { LegacySession, Session } from './session';

const maxAgeSeconds = 30 * 24 * 60 * 60;
const kept = cookie('__session');
const plainSealer = createSealer(env.SESSION_SECRETS);
/**
 * Sessions sealed behind https open under the prefixed name only, so that no one can plant a
 * session under the plain name.
 */
const hostSealer = createSealer(env.SESSION_SECRETS, Date.now, '__Host-session cookie');
const sealer = () => (isHttps() ? hostSealer : plainSealer);

/** The session of a request, or null without one in the current format. */
export function readSession(request: Request): Session | null {
  let found = readAnySession(request);
  return found && !isLegacy(found) ? found : null;
}

/**
 * The session of a request in any format. An unreadable cookie counts as signed out and is logged,
 * never thrown.
 */
export function readAnySession(request: Request): Session | LegacySession | null {
  let found = keptIn(request);
  if (found.length === 0) return null;
  for (let shape of [Session, LegacySession])
    for (let value of found) {
      let parsed = shape.safeParse(value);
      if (parsed.success) return parsed.data;
    }
  logWarning('session cookie could not be read; treated as signed out');
  return null;
}

/** The person whose session a `Cookie` header holds; undefined where none of ours is in it. */
export function signedInAs(header: string): string | undefined {
  let [found] = keptIn(new Request('http://localhost', { headers: { cookie: header } }));
  return Session.safeParse(found).data?.username;
}

export function isLegacy(session: Session | LegacySession): session is LegacySession {
  return session.v === undefined;
}

/**
 * The sealed sessions of a request. One under the plain name is used only when there is none under
 * ours: any host of the domain can set it.
 */
function keptIn(request: Request): unknown[] {
  let own = kept.values(request).map((sealed) => sealer().open(sealed));
  return own.length > 0 ? own : (kept.plain()?.values(request) ?? []).map((sealed) => plainSealer.open(sealed));
}

/**
 * Whether the session of a request is under the plain name although we are behind https: from
 * before the prefix, or before https.
 */
export function hasPlainName(request: Request): boolean {
  return kept.values(request).length === 0 && (kept.plain()?.values(request) ?? []).length > 0;
}

/** The `Set-Cookie` value that keeps a session. */
export function sessionCookie(session: Session): string {
  return kept.set(sealer().seal(session, maxAgeSeconds), maxAgeSeconds);
}

/** Headers that keep a session in place of an older cookie. */
export function replacedSession(session: Session): Headers {
  return setting(sessionCookie(session), kept.plain()?.clear());
}

/** Headers that end the session and its confirmation in the browser. */
export function endedSession(): Headers {
  return setting(kept.clear(), kept.plain()?.clear(), forgottenConfirmation());
}

function setting(...cookies: (string | undefined)[]): Headers {
  let headers = new Headers();
  for (let value of cookies) if (value) headers.append('set-cookie', value);
  return headers;
}
