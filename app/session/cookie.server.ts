/** The session cookie: sealed, HTTP only, checked against its schema whenever it is read. */
import { parse, serialize } from 'cookie';
import { env } from '../env.server';
import { createSealer } from './seal.server';
import { LegacySession, Session } from './session';

const name = '__session';
const maxAgeSeconds = 30 * 24 * 60 * 60;
const sealer = createSealer(env.SESSION_SECRETS);

/** The session of a request, or null without one of today's shape. */
export function readSession(request: Request): Session | null {
  let kept = readKeptSession(request);
  return kept && !isLegacy(kept) ? kept : null;
}

/** The session of a request in whatever shape it was kept. A cookie that cannot be read counts as signed out and is reported, never thrown. */
export function readKeptSession(request: Request): Session | LegacySession | null {
  let kept = valuesIn(request).map((sealed) => sealer.open(sealed));
  if (kept.length === 0) return null;
  for (let shape of [Session, LegacySession])
    for (let value of kept) {
      let parsed = shape.safeParse(value);
      if (parsed.success) return parsed.data;
    }
  console.warn('session cookie could not be read; treated as signed out');
  return null;
}

export function isLegacy(session: Session | LegacySession): session is LegacySession {
  return session.v === undefined;
}

/** An older cookie may still stand beside ours, kept for another path: all of them are looked at. */
function valuesIn(request: Request): string[] {
  return (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => parse(pair)[name] ?? '')
    .filter(Boolean);
}

/** The `Set-Cookie` value that keeps a session. */
export function sessionCookie(session: Session, secure = isSecure()): string {
  return serialize(name, sealer.seal(session, maxAgeSeconds), { ...attributes(secure), maxAge: maxAgeSeconds });
}

/** The `Set-Cookie` value that ends the session in the browser. */
export function endedSessionCookie(): string {
  return serialize(name, '', { ...attributes(isSecure()), maxAge: 0 });
}

function attributes(secure: boolean) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
}

function isSecure(): boolean {
  return env.PUBLIC_URL?.startsWith('https:') ?? false;
}
