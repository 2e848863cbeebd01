/** Who may enter. The first line of every loader and action is one of these; each also refuses posts from other sites. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { getFeatures } from 'contract/users';
import { type Call, gatewayClient, readRefusal } from '../gateway-client.server';
import { paths } from '../paths';
import { redirect } from '../redirects.server';
import { actingEnded } from './acting.server';
import { endedSessionCookie, readSession } from './cookie.server';
import { refuseInMaintenance } from './maintenance.server';
import { checkOrigin } from './origin.server';
import { actedAs, type Session, shownUsername } from './session';
import { toastCookie } from './toast.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

export interface SignedIn {
  session: Session;
  /** Whose account and organizations are shown; `session.username` is who is signed in. */
  username: string;
  /** The gateway with this session's token; an expired token leads to the sign-in page. */
  call: Call;
}

/** For pages anybody may see: the session if there is one. Throws 403 for a post from another site. */
export function anyone(args: Args): ReturnType<typeof always> {
  refuseInMaintenance();
  return always(args);
}

/** Like `anyone`, for the few routes that answer during maintenance as well: the document around the page, /healthz and /theme. */
export function always({ request, context }: Args): { session: Session | null; call: Call } {
  checkOrigin(request);
  let session = readSession(request);
  return { session, call: gatewayClient(context, session?.token, session ? actedAs(session) : undefined) };
}

/** For signed-in people. Throws a redirect to the sign-in page that remembers where they were going. */
export async function requireSession(args: Args): Promise<SignedIn> {
  refuseInMaintenance();
  checkOrigin(args.request);
  let session = readSession(args.request);
  if (!session) throw redirect(paths.login(backTo(args.request)));
  let call = endingExpired(args.request, gatewayClient(args.context, session.token, actedAs(session)));
  return { session, username: shownUsername(session), call: session.act_as ? endingActing(session, call) : call };
}

/** For pages of one owner (`:owner` in the path). Whether the session may see it is the gateway's decision on each call. */
export async function requireOwner(args: Args): Promise<SignedIn & { owner: string }> {
  let signedIn = await requireSession(args);
  let owner = args.params.owner;
  if (!owner) throw json({ code: 'owner-not-found', message: 'Owner or Package not found.' }, { status: 404 });
  return { ...signedIn, owner };
}

/** For platform admins, whoever they act as (feature `system-is-admin`, spec section 6). Others get the 403 page. */
export async function requireAdmin(args: Args): Promise<SignedIn> {
  let signedIn = await requireSession(args);
  if (!(await isPlatformAdmin(signedIn)))
    throw json(
      { code: 'permission-not-granted', message: 'You do not have the permission to do this.' },
      { status: 403 },
    );
  return signedIn;
}

/** Whether the gateway knows the person signed in, whoever they act as, as a platform admin. */
export async function isPlatformAdmin({ session, call }: Pick<SignedIn, 'session' | 'call'>): Promise<boolean> {
  let features = await call(getFeatures, { params: { owner: session.username } });
  return features.includes('system-is-admin');
}

/** For sign-in and its neighbours. A signed-in person is sent on: to `backTo` where one is given, else home (spec section 2). */
export async function requireGuest(args: Args): Promise<{ call: Call }> {
  refuseInMaintenance();
  checkOrigin(args.request);
  let session = readSession(args.request);
  if (session) throw redirect(afterSignIn(args.request, session));
  return { call: gatewayClient(args.context) };
}

/** Where a person goes who has just signed in, or who opens a guests' page while signed in. */
export function afterSignIn(request: Request, session: Session): string {
  let wanted = new URL(request.url).searchParams.get('backTo');
  return wanted ? paths.backTo(wanted) : paths.home(session.context_v1.context);
}

/** Spec section 2: the path a visitor came for; none from /home/[owner]. */
function backTo(request: Request): string | undefined {
  let { pathname, search } = new URL(request.url);
  if (/^\/home\/[^/]+\/?$/.test(pathname)) return undefined;
  let isPost = request.method !== 'GET' && request.method !== 'HEAD';
  return isPost ? undefined : pathname + search;
}

/** A refusal may mean that the person is no platform admin any more; then acting ends. */
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
      let said = thrown instanceof Response && thrown.status === 401 ? await readRefusal(thrown) : null;
      if (!said) throw thrown;
      let headers = new Headers({ 'set-cookie': endedSessionCookie() });
      headers.append('set-cookie', toastCookie('expired_session'));
      throw redirect(paths.login(backTo(request)), { headers });
    });
}
