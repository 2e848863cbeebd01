/** Shell data: the installation for every page; account, organizations and owner if signed in. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { usersApi, type User } from 'contract/accounts/users';
import { env } from '../config/env.server';
import { openedAs } from '../session/opened-as.server';
import { isManagerRole } from '../text/labels';
import type { Toast } from '../text/messages';
import { isSameOwner, type OwnerContext } from '../links/paths';
import { actingEnded, sessionExpired } from '../session/session-end.server';
import { readerFormatData, noDisplay, readReader } from '../session/reader.server';
import { allowAnonymous, isPlatformAdmin, type SignedIn } from '../session/guards.server';
import { type ShownOrganization, shownOrganizations } from '../session/organizations.server';
import { contextAmong, ownerInContext, type Session, shownUsername } from '../session/session';
import { readTheme } from '../session/theme.server';
import { loadNotices, noNotices, type Notices } from './notices.server';

export type SiteData = ReturnType<typeof siteData>;

export function siteData({ request, context }: LoaderFunctionArgs, toast: Toast | null, session: Session | null) {
  return {
    theme: readTheme(request),
    ...readerFormatData(readReader(request)),
    toast,
    openedAs: session && openedAs(session),
    publicUrl: env.PUBLIC_URL ?? new URL(request.url).origin,
    docsUrl: env.DOCS_URL ?? null,
    registration: env.REGISTRATION,
    landingUrl: env.LANDING_URL ?? null,
    footer: env.footer,
    attributions: context.attributions ?? [],
    development: !env.production,
    maintenance: env.flags.maintenanceMode,
  };
}

export interface ShellData {
  username: string;
  /** Full name, if set. */
  displayName: string;
  organizations: string[];
  /** The signed-in person, not the impersonated one. */
  isAdmin: boolean;
  /** Null unless impersonating. */
  acting: { actor: string; as: OwnerContext } | null;
  showInsights: boolean;
  owner: OwnerContext;
  mayCreate: boolean;
  /** False until an owner is chosen: the header then links to the start page and the account. */
  isOwnerKnown: boolean;
  /** False if the gateway did not respond: only session data is shown. */
  reachable: boolean;
  notices: Notices;
}

/**
 * `pathOwner`: the owner in the path. Works without the gateway; a deleted account ends the session
 * (spec section 4, token check).
 */
export async function loadShell(signedIn: SignedIn, pathOwner?: string): Promise<ShellData> {
  return shellOf(signedIn, await askGateway(signedIn), pathOwner);
}

/** Also the display preferences; undefined if unknown. */
export async function loadShellAndDisplay(signedIn: SignedIn, pathOwner?: string) {
  let known = await askGateway(signedIn);
  let isOther = signedIn.session.act_as?.username !== undefined;
  let display = known && !isOther ? (known.user.display ?? noDisplay) : undefined;
  return { shell: await shellOf(signedIn, known, pathOwner), display };
}

async function shellOf(signedIn: SignedIn, known: Known | null, pathOwner?: string): Promise<ShellData> {
  let { session, username } = signedIn;
  let organizations = known?.organizations.map(({ name }) => name) ?? [];
  let mine = [username, ...organizations];
  let own = mine.find((name) => pathOwner !== undefined && isSameOwner(name, pathOwner));
  let foreign = own === undefined && known?.isAdmin ? pathOwner : undefined;
  let owner =
    foreign === undefined
      ? ownerShown(signedIn, organizations, known !== null, own)
      : await foreignOwner(signedIn, foreign);
  let role = known?.organizations.find(({ name }) => name === owner.context)?.role;
  return {
    username,
    displayName: (known && nameOf(known.user)) || username,
    organizations,
    isAdmin: known?.isAdmin ?? false,
    acting: actingOf(session),
    showInsights: env.flags.showInsightsPage,
    owner,
    mayCreate: role === undefined || isManagerRole(role),
    isOwnerKnown: (own ?? foreign) !== undefined || session.context_v1.tag !== 'unknown',
    reachable: known !== null,
    notices: known ? await loadNotices(signedIn, known.user, owner.context) : noNotices,
  };
}

/** Null for visitors and for sessions that the gateway no longer knows. */
export async function loadShellOrNull(args: LoaderFunctionArgs): Promise<ShellData | null> {
  let { session, call } = allowAnonymous(args);
  if (!session) return null;
  return loadShell({ session, username: shownUsername(session), call }).catch(nullWhenRefused);
}

function nullWhenRefused(thrown: unknown): null {
  if (thrown instanceof Response) return null;
  throw thrown;
}

function nameOf({ first_name, last_name }: User): string {
  return `${first_name} ${last_name}`.trim();
}

interface Known {
  user: User;
  organizations: ShownOrganization[];
  isAdmin: boolean;
}

async function askGateway(signedIn: SignedIn): Promise<Known | null> {
  let { session, username, call } = signedIn;
  try {
    let [user, organizations, isAdmin] = await Promise.all([
      call(usersApi.getUser, { params: { username } }).catch((thrown: unknown) => endRefusedSession(thrown, session)),
      shownOrganizations(signedIn),
      isPlatformAdmin(signedIn).catch(() => null),
    ]);
    if (session.act_as && isAdmin === false) throw actingEnded(session);
    return { user, organizations, isAdmin: isAdmin ?? false };
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status >= 500) return null;
    throw thrown;
  }
}

/**
 * Token check (spec section 4): a 401, 403 or 404 on the own account ends the session. An impersonated
 * person may be gone while the admin is not.
 */
function endRefusedSession(thrown: unknown, session: Session): never {
  if (!(thrown instanceof Response) || ![401, 403, 404].includes(thrown.status)) throw thrown;
  throw session.act_as?.username ? actingEnded(session) : sessionExpired();
}

function actingOf({ username, act_as }: Session): ShellData['acting'] {
  if (act_as?.organization) return { actor: username, as: { tag: 'organization', context: act_as.organization } };
  return act_as?.username ? { actor: username, as: { tag: 'user', context: act_as.username } } : null;
}

/** For platform admins. Unknown owners are rejected by the page itself. */
async function foreignOwner({ call }: SignedIn, name: string): Promise<OwnerContext> {
  let found = await call(usersApi.getUserInformation, { params: { username: name } }).catch(nullWhenRefused);
  return found ? { tag: found.type, context: found.name } : { tag: 'organization', context: name };
}

/** The owner in the path if accessible, else the one in context. */
function ownerShown(
  { session, username }: SignedIn,
  organizations: string[],
  sure: boolean,
  pathOwner: string | undefined,
): OwnerContext {
  let name = pathOwner ?? ownerInContext(sure ? contextAmong(session, organizations) : session);
  if (isSameOwner(name, username)) return { tag: 'user', context: username };
  return { tag: 'organization', context: organizations.find((known) => isSameOwner(known, name)) ?? name };
}
