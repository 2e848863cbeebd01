/** Who may enter. The first line of every loader and action is one of these; each also refuses posts from other sites. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { getFeatures } from 'contract/users';
import { type Call, gatewayClient, readRefusal } from '../gateway-client.server';
import { paths } from '../paths';
import { endedSessionCookie, readSession } from './cookie.server';
import { checkOrigin } from './origin.server';
import type { Session } from './session';
import { toastCookie } from './toast.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

export interface SignedIn {
  session: Session;
  /** The gateway with this session's token; an expired token leads to the sign-in page. */
  call: Call;
}

/** For pages anybody may see: the session if there is one. Throws 403 for a post from another site. */
export function anyone({ request, context }: Args): { session: Session | null; call: Call } {
  checkOrigin(request);
  let session = readSession(request);
  return { session, call: gatewayClient(context, session?.token) };
}

/** For signed-in people. Throws a redirect to the sign-in page that remembers where they were going. */
export async function requireSession(args: Args): Promise<SignedIn> {
  checkOrigin(args.request);
  let session = readSession(args.request);
  if (!session) throw redirect(paths.login(backTo(args.request)));
  let actingAs = session.act_as?.organization ?? session.act_as?.username;
  let client = gatewayClient(args.context, session.token, actingAs);
  return { session, call: endingExpired(args.request, client) };
}

/** For pages of one owner (`:owner` in the path). Whether the session may see it is the gateway's decision on each call. */
export async function requireOwner(args: Args): Promise<SignedIn & { owner: string }> {
  let signedIn = await requireSession(args);
  let owner = args.params.owner;
  if (!owner) throw json({ code: 'owner-not-found', message: 'Owner or Package not found.' }, { status: 404 });
  return { ...signedIn, owner };
}

/** For platform admins (feature `system-is-admin`, spec section 6). Others get the 403 page. */
export async function requireAdmin(args: Args): Promise<SignedIn> {
  let signedIn = await requireSession(args);
  let features = await signedIn.call(getFeatures, { params: { owner: signedIn.session.username } });
  if (!features.includes('system-is-admin'))
    throw json(
      { code: 'permission-not-granted', message: 'You do not have the permission to do this.' },
      { status: 403 },
    );
  return signedIn;
}

/** For sign-in and its neighbours. A signed-in person is sent on: to `backTo` where one is given, else home (spec section 2). */
export async function requireGuest(args: Args): Promise<{ call: Call }> {
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
