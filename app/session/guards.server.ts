/**
 * Guards. Every loader and action calls one of these first; each also refuses posts from other
 * sites.
 */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { features } from 'contract/accounts/features';
import { usersApi } from 'contract/accounts/users';
import { maintenanceText } from '../config/browser-messages';
import { env } from '../config/env.server';
import { type Call, gatewayClient, readApiError } from '../gateway/gateway-client.server';
import { withOneLastEvent } from '../gateway/last-event.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { errorResponse } from '../gateway/error-message.server';
import { followTrace } from '../gateway/trace.server';
import { followConfirmation } from './confirmation.server';
import { redirectHome } from './context.server';
import { isLegacy, hasPlainName, readAnySession, replacedSession } from './session-cookie.server';
import { verifiedSession, unverifiedSession } from './legacy-session.server';
import { rejectPostOfOtherUser } from './opened-as.server';
import { cameFrom, checkOrigin } from './origin.server';
import { currentReader, withReaderCalendar, readReader, setReader } from './reader.server';
import { actedAs, type LegacySession, ownerInContext, type Session, shownUsername } from './session';
import { actingEnded, sessionExpired } from './session-end.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

export interface SignedIn {
  session: Session;
  /** The person shown; `session.username` is the person signed in. */
  username: string;
  /** A client with this session's token; an expired token leads to the sign-in page. */
  call: Call;
}

/** For public pages: the session if there is one. Throws 403 for a post from another site. */
export function allowAnonymous(args: Args): ReturnType<typeof allowDuringMaintenance> {
  rejectInMaintenance();
  refuseWhileBusy(args);
  return allowDuringMaintenance(args);
}

/**
 * Addresses that belong to signed-in people, whether there is a page or not (spec section 2). Every
 * area of a private route is among them; tests/routes.test.ts compares.
 */
const privateAddress =
  /^\/(account|admin|home|new-|organizations|packages)|^\/(_app|acting|alerts|analytics|annotations|app-configuration(\.json)?|billing|collections|companies|company-corrections|context|dashboard|data-providers|destinations|dismissals|domains|email-verification|endpoints|filters|insights|leads|live|pixels|recovery-codes(\.txt)?|search|share-links|subscription-info|subscriptions)(\/|$)/;

/**
 * For addresses without a page: a visitor at a private one is redirected to the sign-in, so that
 * visitors cannot find out which pages exist.
 */
export async function signedInOnPrivateAddress(args: Args): Promise<void> {
  if (privateAddress.test(new URL(args.request.url).pathname)) await requireSession(args);
}

/**
 * Like `anyone`, for the few routes that answer during maintenance as well: the document around the
 * page, /healthz and /theme.
 */
export function allowDuringMaintenance(args: Args): { session: Session | null; call: Call } {
  let kept = arriving(args);
  let session = kept && isLegacy(kept) ? unverifiedSession(kept) : kept;
  return { session, call: gatewayClient(args.context, session?.token, session ? actedAs(session) : undefined) };
}

/** For signed-in people. Throws a redirect to the sign-in page that remembers the page. */
export async function requireSession(args: Args): Promise<SignedIn> {
  rejectInMaintenance();
  refuseWhileBusy(args);
  let kept = arriving(args);
  if (!kept) throw redirect(paths.login(backTo(args.request)));
  if (!isLegacy(kept) && hasPlainName(args.request)) askAgain(args.request, kept);
  await rejectPostOfOtherUser(args.request);
  let session = isLegacy(kept) ? await carriedOver(args, kept) : kept;
  let client = endingExpired(args.request, gatewayClient(args.context, session.token, actedAs(session)));
  let call = withReaderCalendar(currentReader(), client);
  return { session, username: shownUsername(session), call: session.act_as ? endingActing(session, call) : call };
}

/**
 * For pages of one owner (`:owner` in the path). The gateway decides on each call whether the
 * session may see it.
 */
export async function requireOwner(args: Args): Promise<SignedIn & { owner: string }> {
  let signedIn = await requireSession(args);
  let owner = args.params.owner;
  if (!owner) throw errorResponse('owner-not-found');
  return { ...signedIn, owner };
}

/**
 * The same for pages with numbers: all that its `call` counts rests on the same events, however
 * many come meanwhile.
 */
export async function requireReport(args: Args): ReturnType<typeof requireOwner> {
  let signedIn = await requireOwner(args);
  return { ...signedIn, call: withOneLastEvent(signedIn.call, signedIn.owner, args.context) };
}

/**
 * For platform admins, also while they act as another owner (feature `system-is-admin`, spec
 * section 6). Others get the 403 page.
 */
export async function requireAdmin(args: Args): Promise<SignedIn> {
  let signedIn = await requireSession(args);
  if (!(await isPlatformAdmin(signedIn))) throw errorResponse('permission-not-granted');
  return signedIn;
}

export async function isPlatformAdmin({ session, call }: Pick<SignedIn, 'session' | 'call'>): Promise<boolean> {
  let own = await call(usersApi.getFeatures, { params: { owner: session.username } });
  return own.includes(features.platformAdmin);
}

/**
 * For sign-in and related pages. A signed-in person is redirected home; from the sign-in itself to
 * its `backTo` if it has one (spec section 2).
 */
export async function requireGuest(args: Args): Promise<{ call: Call }> {
  rejectInMaintenance();
  refuseWhileBusy(args);
  let kept = arriving(args);
  if (kept && !isLegacy(kept)) throw await awayFromGuests(args, kept);
  let session = kept && (await verifiedSession(gatewayClient(args.context, kept.token), kept).catch(nullWhenRefused));
  if (session) throw await awayFromGuests(args, session, replacedSession(session));
  return { call: gatewayClient(args.context) };
}

/**
 * The redirect of a signed-in person from a page for visitors. The second step of a sign-in is
 * treated like the sign-in.
 */
function awayFromGuests({ request, context }: Args, session: Session, headers?: Headers): Promise<Response> | Response {
  let { pathname, searchParams } = new URL(request.url);
  let wanted = /^\/login(\/|$)/.test(pathname) && searchParams.get('backTo');
  if (wanted) return redirect(paths.backTo(wanted), { headers });
  let call = gatewayClient(context, session.token, actedAs(session));
  return redirectHome({ session, username: shownUsername(session), call }, { headers });
}

/** Where a person goes who has just signed in. */
export function afterSignIn(request: Request, session: Session): string {
  let wanted = new URL(request.url).searchParams.get('backTo');
  return wanted ? paths.backTo(wanted) : paths.home(ownerInContext(session));
}

/**
 * The first check of every guard. Throws 403 for a post from another site; gives the session as it
 * was stored.
 */
function arriving({ request, context }: Args): Session | LegacySession | null {
  setReader(readReader(request));
  checkOrigin(request);
  followTrace(context, request);
  followConfirmation(context, request);
  return readAnySession(request);
}

/**
 * Encoded characters of a path to come back to: with the rest of an answer's head, browsers and
 * proxies take it.
 */
const backToMax = 4_000;

/**
 * Spec section 2: the path a visitor wanted; none from /home/[owner], and none that is too long for
 * a URL.
 */
function backTo(request: Request): string | undefined {
  let { pathname, search } = new URL(request.url);
  let address = isReading(request) ? pathname + search : cameFrom(request.headers);
  if (address === undefined || encodeURIComponent(address).length > backToMax) return undefined;
  return /^\/home\/[^/]+\/?(\?|$)/.test(address) ? undefined : address;
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Converts a session of an older format once the gateway has confirmed it: a page is requested
 * again with the new cookie, a post continues at once. A refused token ends it; while the gateway
 * is unreachable the session is kept as it is.
 */
async function carriedOver({ request, context }: Args, legacy: LegacySession): Promise<Session> {
  let session: Session;
  try {
    session = await verifiedSession(gatewayClient(context, legacy.token), legacy);
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    if (thrown.status >= 500) return unverifiedSession(legacy);
    throw sessionExpired(backTo(request));
  }
  askAgain(request, session);
  return session;
}

/**
 * Throws a redirect to the same page with the session in the current cookie; a post continues at
 * once.
 */
function askAgain(request: Request, session: Session): void {
  if (!isReading(request)) return;
  let { pathname, search } = new URL(request.url);
  throw redirect(paths.backTo(pathname + search), { headers: replacedSession(session) });
}

function nullWhenRefused(thrown: unknown): null {
  if (thrown instanceof Response) return null;
  throw thrown;
}

/** A 403 while acting may mean the admin role was revoked; then acting ends. */
function endingActing(session: Session, call: Call): Call {
  return (route, given) =>
    call(route, given).catch(async (thrown: unknown) => {
      if (!(thrown instanceof Response) || thrown.status !== 403) throw thrown;
      throw (await isPlatformAdmin({ session, call })) ? thrown : actingEnded(session);
    });
}

function endingExpired(request: Request, call: Call): Call {
  return (route, given) =>
    call(route, given).catch(async (thrown: unknown) => {
      let said = thrown instanceof Response && thrown.status === 401 ? await readApiError(thrown) : null;
      // About GitHub's own token, not about the session.
      if (!said || said.code === 'github-token-not-valid') throw thrown;
      throw sessionExpired(backTo(request), said.code === 'account-suspended' ? 'account_suspended' : undefined);
    });
}

/** Value of `Retry-After`. */
export const retryAfterSeconds = 300;

/**
 * While the flag maintenanceMode is on, no page calls the gateway: guards throw a 503 first, and
 * the root shows the page (spec section 2).
 */
export function rejectInMaintenance(): void {
  if (!env.flags.maintenanceMode) return;
  throw json(
    { code: 'under-maintenance', message: maintenanceText },
    { status: 503, headers: { 'retry-after': String(retryAfterSeconds) } },
  );
}

/** Throws 503 when the server marked this request as over the page limit. */
function refuseWhileBusy({ context: { busy } }: Args): void {
  if (busy) throw errorResponse(busy);
}
