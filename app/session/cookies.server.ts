/**
 * All cookies of the dashboard: for all paths of this host, not readable by scripts and, behind
 * https, `Secure` and limited to this host. Private values are sealed under keys derived from
 * SESSION_SECRETS: the first key seals, every one opens.
 */
import { parse, serialize } from 'cookie';
import { deriveKeys, openBytes, sealBytes, type Secrets } from 'sealing/aes-gcm';
import { env } from '../config/env.server';

export interface Cookie {
  /** Values of the cookie in a request; there may be several, set for different paths. */
  values(request: Request): string[];
  /** The `Set-Cookie` value that sets it. */
  set(value: string, maxAgeSeconds: number): string;
  /** The `Set-Cookie` value that deletes it. */
  clear(): string;
  /** The cookie under its name over plain http, where ours differs; otherwise null. */
  plain(): Cookie | null;
}

/** Whether people reach this dashboard by https. */
export function isHttps(): boolean {
  return env.PUBLIC_URL?.startsWith('https:') ?? false;
}

/**
 * `__session` over plain http, `__Host-session` behind https: no other host can set a cookie with
 * that prefix.
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
    set: (value, maxAge) => serialize(name(), value, { ...attributes(), maxAge }),
    clear: () => serialize(name(), '', { ...attributes(), maxAge: 0 }),
  };
}

/** First byte of a sealed value. */
const version = 1;

export interface Sealer {
  /** Text that only the holder of a secret can read or change, valid for `maxAgeSeconds`. */
  seal(value: unknown, maxAgeSeconds: number): string;
  /** The sealed value, or null when the text is foreign, changed or expired. */
  open(text: string): unknown;
}

/**
 * A sealer over one or more secrets, newest first. A value sealed for one purpose opens for that
 * purpose only.
 */
export function createSealer(secrets: Secrets, now: () => number = Date.now, purpose = 'session cookie'): Sealer {
  let keys = deriveKeys(secrets, 'landfall', purpose);
  return {
    seal(value, maxAgeSeconds) {
      let plain = JSON.stringify({ value, expires: now() + maxAgeSeconds * 1_000 });
      return Buffer.concat([Buffer.of(version), sealBytes(keys[0], plain)]).toString('base64url');
    },
    open(text) {
      let bytes = Buffer.from(text, 'base64url');
      let plain = bytes[0] === version ? openBytes(keys, bytes.subarray(1)) : undefined;
      if (plain === undefined) return null;
      let { value, expires }: { value: unknown; expires: number } = JSON.parse(plain);
      return expires > now() ? value : null;
    },
  };
}
