/**
 * The three ways to send a browser elsewhere (spec section 9). Nothing in app uses Remix's own
 * redirect: its 302 leaves it to the browser whether a post is sent again.
 */
import { redirect as send } from '@remix-run/node';

/**
 * 303: look at another page now, by GET, after a post as well. Another code or headers as Remix's
 * own takes them.
 */
export function redirect(
  url: string,
  init: 303 | 307 | 308 | (ResponseInit & { status?: 303 | 307 | 308 }) = 303,
): Response {
  return send(url, typeof init === 'number' ? init : { status: 303, ...init });
}

/** 307: the page is over there for now; the address asked for stays the one to use. */
export function forNow(url: string): Response {
  return redirect(url, 307);
}

/** 308: the page has this address, once and for all. */
export function forGood(url: string): Response {
  return redirect(url, 308);
}
