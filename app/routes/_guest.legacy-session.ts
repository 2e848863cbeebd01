/** /legacy-session: takes the session that an older version left in the browser's storage, and says where to go on to. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { gatewayClient } from '../gateway-client.server';
import { paths } from '../paths';
import { sessionCookie } from '../session/cookie.server';
import { afterSignIn, requireGuest } from '../session/guards.server';
import { confirmed } from '../session/legacy.server';
import { readEntries } from '../session/legacy-entries.server';
import { backToOf } from '../session/sign-in.server';

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  return redirect(paths.login(backToOf(args.request)));
}

export async function action(args: ActionFunctionArgs) {
  await requireGuest(args);
  let legacy = readEntries(await args.request.formData());
  if (!legacy) {
    console.warn('an older session in local storage could not be read');
    return json({ to: null }, { status: 422 });
  }
  try {
    let session = await confirmed(gatewayClient(args.context, legacy.token), legacy);
    let answer = { to: afterSignIn(args.request, session) };
    return json(answer, { headers: { 'set-cookie': sessionCookie(session), 'cache-control': 'no-store' } });
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status >= 500) throw thrown;
    return json({ to: null }, { status: 401 });
  }
}
