/**
 * The security headers of every page, whichever server runs the app: content security policy with a
 * nonce, frames, referrer, content sniffing.
 */
import { randomBytes } from 'node:crypto';
import type { ChatWidget } from '../config/chat-widget.server';

/** A fresh nonce for one response. */
export function createNonce(): string {
  return randomBytes(16).toString('base64');
}

/** Sources that a page allows besides its own files. */
interface Allowance {
  /** Allows hot reload. */
  development?: boolean;
  /** The chat widget's sources by directive. */
  chat?: ChatWidget['sources'];
}

/** For cached pages without scripts, so without a nonce. */
export const scriptlessPolicy =
  "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; font-src 'self'; img-src 'self' data:; " +
  "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * Sets the headers for pages only, but not those that the page has set; `scripts` are the nonce or
 * the hashes of the scripts within the page. Ariakit positions popovers with style attributes,
 * hence `style-src-attr`.
 */
export function setPageHeaders(
  headers: Headers,
  scripts: readonly string[],
  { development, chat = {} }: Allowance = {},
): void {
  let policy: Record<string, string> = {
    'default-src': "'self'",
    'script-src': ["'self'", ...scripts.map((one) => `'${one}'`)].join(' '),
    'style-src': `'self'${development ? " 'unsafe-inline'" : ''}`,
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data:",
    'connect-src': `'self'${development ? ' ws:' : ''}`,
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  for (let [name, sources] of Object.entries(chat)) policy[name] = `${policy[name] ?? "'self'"} ${sources}`;
  let given = Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', given);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
}

/**
 * Headers of every answer, page or not. `Referrer-Policy` must not be `no-referrer`: browsers would
 * send `Origin: null` with form posts.
 */
export const commonHeaders = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;
