/**
 * /legacy-session: accepts the session that an older version left in the browser's storage, and
 * answers with the page to go to.
 */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { longFormBytesMax } from 'contract/floor/limits';
import { readForm } from '../forms/read-form.server';
import { gatewayClient } from '../gateway/gateway-client.server';
import { logWarning } from '../http/log.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { sessionCookie } from '../session/session-cookie.server';
import { afterSignIn, requireGuest } from '../session/guards.server';
import { verifiedSession, LegacyEntries, legacySessionFrom } from '../session/legacy-session.server';
import { backToOf } from '../session/sign-in.server';

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  return redirect(paths.login(backToOf(args.request)));
}

export async function action(args: ActionFunctionArgs) {
  await requireGuest(args);
  let form = await readForm(args.request, LegacyEntries, { bytesMax: longFormBytesMax });
  let legacy = form.ok ? legacySessionFrom(form.value) : null;
  if (!legacy) {
    logWarning('an older session in local storage could not be read');
    return json({ to: null }, { status: 422 });
  }
  try {
    let session = await verifiedSession(gatewayClient(args.context, legacy.token), legacy);
    let answer = { to: afterSignIn(args.request, session) };
    return json(answer, { headers: { 'set-cookie': sessionCookie(session), 'cache-control': 'no-store' } });
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status >= 500) throw thrown;
    return json({ to: null }, { status: 401 });
  }
}
