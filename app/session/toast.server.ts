/** A message carried over a redirect. The cookie holds a key of messages.ts, never text. */
import { env } from '../config/env.server';
import { isToastKey, type Toast, toastFor, type ToastKey } from '../text/messages';
import { redirect } from '../http/redirects.server';
import { cookie } from './cookies.server';

const kept = cookie('__toast');
const detailMax = 150;
const maxAgeSeconds = 60;

/**
 * `Set-Cookie` value that shows a toast on the next page. `detail` is for developers: outside
 * production it is appended to the text.
 */
export function toastCookie(key: ToastKey, detail?: string): string {
  let value = detail && !env.production ? `${key}:${detail.slice(0, detailMax)}` : key;
  return kept.set(value, maxAgeSeconds);
}

/** The text of a toast; a detail is appended outside production. */
export function toastText(key: ToastKey, detail?: string): string {
  let { text } = toastFor(key);
  return detail && !env.production ? `${text}: ${detail}` : text;
}

/** The toast of this request and the header that clears it; null without one. */
export function readToast(request: Request): { toast: Toast; clear: string } | null {
  let [value = ''] = kept.values(request);
  let [, key = '', detail] = /^(\w+)(?::(.+))?$/.exec(value) ?? [];
  if (!isToastKey(key)) return null;
  return { toast: { kind: toastFor(key).kind, text: toastText(key, detail) }, clear: kept.clear() };
}

/** A redirect after a post (303) with a toast. `headers` may have more cookies. */
export function redirectWithToast(url: string, key: ToastKey, headers: HeadersInit = {}, detail?: string): Response {
  let all = new Headers(headers);
  all.append('set-cookie', toastCookie(key, detail));
  return redirect(url, { status: 303, headers: all });
}
