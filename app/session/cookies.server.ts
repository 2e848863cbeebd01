/**
 * Every cookie of the dashboard is made here: for all paths of this host, out of reach of scripts
 * and, behind https, `Secure` and of this host alone.
 */
import { parse, serialize } from 'cookie';
import { env } from '../env.server';

export interface Cookie {
  /**
   * What a request brings under the cookie's name; another one may stand beside ours, kept for
   * another path.
   */
  values(request: Request): string[];
  /** The `Set-Cookie` value that keeps a value. */
  keep(value: string, maxAgeSeconds: number): string;
  /** The `Set-Cookie` value that forgets it. */
  forget(): string;
  /**
   * The same cookie as it is named over plain http, while ours is named otherwise; null while it is
   * not.
   */
  plain(): Cookie | null;
}

/** Whether people reach this dashboard by https. */
export function isHttps(): boolean {
  return env.PUBLIC_URL?.startsWith('https:') ?? false;
}

/**
 * `__session` over plain http, `__Host-session` behind https: no other host can set a cookie of
 * that name, a host below the same domain least of all.
 */
export function cookieName(name: `__${string}`): string {
  return isHttps() ? `__Host-${name.slice(2)}` : name;
}

/** A cookie by its name over plain http. */
export function cookie(name: `__${string}`): Cookie {
  return {
    ...named(() => cookieName(name)),
    plain: () => (isHttps() ? { ...named(() => name), plain: () => null } : null),
  };
}

function named(name: () => string): Omit<Cookie, 'plain'> {
  let attributes = () => ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps() }) as const;
  return {
    values: (request) =>
      (request.headers.get('cookie') ?? '')
        .split(';')
        .map((pair) => parse(pair)[name()] ?? '')
        .filter(Boolean),
    keep: (value, maxAge) => serialize(name(), value, { ...attributes(), maxAge }),
    forget: () => serialize(name(), '', { ...attributes(), maxAge: 0 }),
  };
}
