/**
 * The three ways to send a browser elsewhere (spec section 9). Nothing in app uses Remix's own
 * redirect: its 302 leaves it to the browser whether a post is sent again.
 */
import { redirect as send } from '@remix-run/node';

/**
 * 303: load another page with GET, also after a post. Takes another code or headers as Remix's own
 * does.
 */
export function redirect(
  url: string,
  init: 303 | 307 | 308 | (ResponseInit & { status?: 303 | 307 | 308 }) = 303,
): Response {
  return send(url, typeof init === 'number' ? init : { status: 303, ...init });
}

/** 307: a temporary redirect; the requested address stays valid. */
export function temporaryRedirect(url: string): Response {
  return redirect(url, 307);
}

/** 308: a permanent redirect. */
export function permanentRedirect(url: string): Response {
  return redirect(url, 308);
}
