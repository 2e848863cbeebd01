/** The session cookie: sealed, HTTP only, checked against its schema whenever it is read. */
import { parse, serialize } from 'cookie';
import { env } from '../env.server';
import { createSealer } from './seal.server';
import { Session } from './session';

const name = '__session';
const maxAgeSeconds = 30 * 24 * 60 * 60;
const sealer = createSealer(env.SESSION_SECRETS);

/** The session of a request, or null without one. A cookie that cannot be read counts as signed out and is reported, never thrown. */
export function readSession(request: Request): Session | null {
  let sealed = parse(request.headers.get('cookie') ?? '')[name];
  if (!sealed) return null;
  let parsed = Session.safeParse(sealer.open(sealed));
  if (parsed.success) return parsed.data;
  console.warn('session cookie could not be read; treated as signed out');
  return null;
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
