/** The headers every page carries, whichever server runs the app: content security policy with a nonce, and what a frame, a referrer or a sniffing browser may do. */
import { randomBytes } from 'node:crypto';

/** A fresh nonce for one response. */
export function createNonce(): string {
  return randomBytes(16).toString('base64');
}

/** Sets what only a page needs. `development` allows what hot reload needs. Ariakit places popovers by style attributes, hence `style-src-attr`. */
export function setPageHeaders(headers: Headers, nonce: string, development: boolean): void {
  let policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  headers.set('content-security-policy', policy.join('; '));
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
}

/** Headers that every answer carries, page or not. `Referrer-Policy` must let `Origin` through on form posts: with `no-referrer` browsers send `Origin: null`. */
export const commonHeaders = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;
