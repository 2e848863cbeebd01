/**
 * Where a person goes whose address names no owner. The context in the cookie may be old: meanwhile
 * the person was removed from the organization, or it was deleted or renamed.
 */
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { sessionCookie } from './session-cookie.server';
import { type SessionCaller, shownOrganizations } from './organizations.server';
import { contextAmong, ownerInContext, type Session } from './session';
import { toastCookie } from './toast.server';

/** The owner in context. */
export async function currentOwner(caller: SessionCaller): Promise<string> {
  return ownerInContext(await withContextNow(caller));
}

/**
 * Redirects to the home page of the owner in context. If that owner is gone, resets the context and
 * shows a toast.
 */
export async function redirectHome(
  caller: SessionCaller,
  { status = 303, search = '', headers }: { status?: 303 | 307; search?: string; headers?: Headers } = {},
): Promise<Response> {
  let session = await withContextNow(caller);
  let all = new Headers(headers);
  if (session !== caller.session) {
    all.append('set-cookie', sessionCookie(session));
    all.append('set-cookie', toastCookie('context_gone'));
  }
  return redirect(paths.home(ownerInContext(session)) + search, { status, headers: all });
}

/** The session as it is while the gateway does not say which organizations there are. */
async function withContextNow(caller: SessionCaller): Promise<Session> {
  let { session } = caller;
  if (session.context_v1.tag !== 'organization') return session;
  let organizations = await shownOrganizations(caller).catch(nullWhenRefused);
  return organizations
    ? contextAmong(
        session,
        organizations.map(({ name }) => name),
      )
    : session;
}

/** Ends of sessions and of acting are redirects, which go on. */
function nullWhenRefused(thrown: unknown): null {
  if (thrown instanceof Response && thrown.status >= 400) return null;
  throw thrown;
}
