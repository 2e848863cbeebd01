/** Posts are taken from our own pages only (OWASP cross-site request forgery, "verifying origin"). */
import { json } from '@remix-run/node';

/** Throws a 403 when a request that changes something names another site as its origin. */
export function checkOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (isSameOrigin(request.headers)) return;
  throw json({ code: 'permission-not-granted', message: 'This form was sent from another site.' }, { status: 403 });
}

/** Whether `Origin`, where there is one, names the host the request came to. Browsers always send it with a post. */
export function isSameOrigin(headers: Headers): boolean {
  let origin = headers.get('origin');
  if (origin === null) return true;
  let host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() ?? headers.get('host');
  return URL.canParse(origin) && new URL(origin).host === host;
}
