/** What the signed-in shell knows: who is here, their organizations, and whose things the page shows. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { getFeatures, getUser, getUserOrganizations } from 'contract/users';
import { env } from '../env.server';
import { type Call, readRefusal } from '../gateway-client.server';
import { type OwnerContext, paths } from '../paths';
import { endedSessionCookie } from '../session/cookie.server';
import { anyone, type SignedIn } from '../session/guards.server';
import type { Session } from '../session/session';
import { toastCookie } from '../session/toast.server';

export interface ShellData {
  username: string;
  /** First and last name where the person gave them. */
  displayName: string;
  organizations: string[];
  isAdmin: boolean;
  showInsights: boolean;
  owner: OwnerContext;
  /** False when the gateway did not answer: the header then shows only what the session knows. */
  reachable: boolean;
}

/**
 * Loads the shell for a signed-in person; `pathOwner` is the owner in the path, if any.
 * A gateway that does not answer still gives a shell; an account that is gone ends the session (spec section 4, token check).
 */
export async function loadShell({ session, call }: SignedIn, pathOwner?: string): Promise<ShellData> {
  let known = await askGateway(session, call);
  let organizations = known?.organizations ?? [];
  return {
    username: session.username,
    displayName: known?.displayName || session.username,
    organizations,
    isAdmin: known?.isAdmin ?? false,
    showInsights: env.flags.showInsightsPage,
    owner: ownerShown(
      session,
      organizations,
      known !== null,
      known?.isAdmin ? pathOwner : owned(pathOwner, session, organizations),
    ),
    reachable: known !== null,
  };
}

/** The shell for pages that visitors may see as well: null for them, and for a session the gateway no longer knows. */
export async function shellOrNull(args: LoaderFunctionArgs): Promise<ShellData | null> {
  let { session, call } = anyone(args);
  return session ? loadShell({ session, call }).catch(nullWhenRefused) : null;
}

function nullWhenRefused(thrown: unknown): null {
  if (thrown instanceof Response) return null;
  throw thrown;
}

interface Known {
  displayName: string;
  organizations: string[];
  isAdmin: boolean;
}

async function askGateway({ username }: Session, call: Call): Promise<Known | null> {
  try {
    let [user, organizations, features] = await Promise.all([
      call(getUser, { params: { username } }).catch(endSessionOfGone),
      call(getUserOrganizations, { params: { username }, query: { per_page: 'max' } }).catch(emptyWhen404),
      call(getFeatures, { params: { owner: username } }).catch(() => [] as string[]),
    ]);
    return {
      displayName: `${user.first_name} ${user.last_name}`.trim(),
      organizations: organizations.results.map((membership) => membership.organization_name),
      isAdmin: features.includes('system-is-admin'),
    };
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status >= 500) return null;
    throw thrown;
  }
}

async function endSessionOfGone(thrown: unknown): Promise<never> {
  let said = await readRefusal(thrown);
  if (said?.code !== 'user-not-found') throw thrown;
  let headers = new Headers({ 'set-cookie': endedSessionCookie() });
  headers.append('set-cookie', toastCookie('expired_session'));
  throw redirect(paths.login(), { headers });
}

function emptyWhen404(thrown: unknown) {
  if (thrown instanceof Response && thrown.status === 404) return { results: [] };
  throw thrown;
}

function owned(name: string | undefined, session: Session, organizations: string[]): string | undefined {
  return name === session.username || (name && organizations.includes(name)) ? name : undefined;
}

/** The owner in the path where it is the person's to see, else the session's context; an organization left in the meantime falls back to the person. */
function ownerShown(
  session: Session,
  organizations: string[],
  sure: boolean,
  pathOwner: string | undefined,
): OwnerContext {
  let name = pathOwner ?? session.context_v1.context;
  if (name === session.username || session.context_v1.tag === 'unknown')
    return { tag: 'user', context: session.username };
  let isKnown = pathOwner !== undefined || organizations.includes(name) || !sure;
  return isKnown ? { tag: 'organization', context: name } : { tag: 'user', context: session.username };
}
