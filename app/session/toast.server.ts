/** One sentence carried over a redirect. The cookie holds a key of messages.ts, never words. */
import { parse, serialize } from 'cookie';
import { env } from '../env.server';
import { isToastKey, type Toast, toastFor, type ToastKey } from '../messages';
import { redirect } from '../redirects.server';

const name = '__toast';
const detailMax = 150;
const options = { path: '/', httpOnly: true, sameSite: 'lax' } as const;

/** `Set-Cookie` value that shows a toast on the next page. `detail` is for developers: outside production it stands behind the words. */
export function toastCookie(key: ToastKey, detail?: string): string {
  let value = detail && !env.production ? `${key}:${detail.slice(0, detailMax)}` : key;
  return serialize(name, value, { ...options, maxAge: 60 });
}

/** The toast this request brings and the header that clears it; null without one. */
export function readToast(request: Request): { toast: Toast; clear: string } | null {
  let value = parse(request.headers.get('cookie') ?? '')[name] ?? '';
  let [, key = '', detail] = /^(\w+)(?::(.+))?$/.exec(value) ?? [];
  if (!isToastKey(key)) return null;
  let { kind, text } = toastFor(key);
  let words = detail && !env.production ? `${text}: ${detail}` : text;
  return { toast: { kind, text: words }, clear: serialize(name, '', { ...options, maxAge: 0 }) };
}

/** A redirect after a post (303) that says what happened. More cookies may come along in `headers`. */
export function redirectWithToast(url: string, key: ToastKey, headers: HeadersInit = {}, detail?: string): Response {
  let all = new Headers(headers);
  all.append('set-cookie', toastCookie(key, detail));
  return redirect(url, { status: 303, headers: all });
}
