/** One sentence carried over a redirect. The cookie holds a key of messages.ts, never words. */
import { redirect } from '@remix-run/node';
import { parse, serialize } from 'cookie';
import { isToastKey, type Toast, toastFor, type ToastKey } from '../messages';

const name = '__toast';
const options = { path: '/', httpOnly: true, sameSite: 'lax' } as const;

/** `Set-Cookie` value that shows a toast on the next page. */
export function toastCookie(key: ToastKey): string {
  return serialize(name, key, { ...options, maxAge: 60 });
}

/** The toast this request brings and the header that clears it; null without one. */
export function readToast(request: Request): { toast: Toast; clear: string } | null {
  let key = parse(request.headers.get('cookie') ?? '')[name];
  if (!key || !isToastKey(key)) return null;
  return { toast: toastFor(key), clear: serialize(name, '', { ...options, maxAge: 0 }) };
}

/** A redirect after a post (303) that says what happened. More cookies may come along in `headers`. */
export function redirectWithToast(url: string, key: ToastKey, headers: HeadersInit = {}): Response {
  let all = new Headers(headers);
  all.append('set-cookie', toastCookie(key));
  return redirect(url, { status: 303, headers: all });
}
