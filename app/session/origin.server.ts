/** Accepts posts from our own pages only (OWASP cross-site request forgery, "verifying origin"). */
import { json } from '@remix-run/node';

/** Throws a 403 when a request that changes something names another site as its origin. */
export function checkOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (isSameOrigin(request.headers)) return;
  throw json({ code: 'permission-not-granted', message: 'This form was sent from another site.' }, { status: 403 });
}

/**
 * Whether a post comes from one of our pages: by `Sec-Fetch-Site` and by `Origin`, where they are
 * sent. Programs send neither. Subdomains (`same-site`) count as other sites, because redirects and
 * pixels of other owners are there.
 */
export function isSameOrigin(headers: Headers): boolean {
  let site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  let origin = headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}

/** The page a post was sent from; undefined where the browser does not say. */
export function cameFrom(headers: Headers): string | undefined {
  let from = headers.get('referer') ?? '';
  if (!isSameOrigin(headers) || !URL.canParse(from)) return undefined;
  let { host, pathname, search } = new URL(from);
  return host === headers.get('host') ? pathname + search : undefined;
}
