/** /single-sign-on: redirects the browser to the provider, and remembers the page to return to. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { readApiError } from '../gateway/gateway-client.server';
import { serverPaths } from '../links/paths.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { requireGuest } from '../session/guards.server';
import { isSameOrigin } from '../session/origin.server';
import { backToOf } from '../session/sign-in.server';
import { onwardCookie } from '../session/sign-in-cookies.server';
import { redirectToSignOn } from '../session/single-sign-on.server';

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireGuest(args);
  // The provider may return without asking the person, so a link on another site could sign them
  // in.
  if (!isSameOrigin(args.request.headers)) return redirect(paths.login(backToOf(args.request)));
  try {
    let { url, cookie } = await redirectToSignOn(call, 'sign-in');
    let backTo = backToOf(args.request);
    let headers = new Headers({ 'set-cookie': cookie });
    headers.append('set-cookie', backTo ? onwardCookie.keep({ backTo }) : onwardCookie.forget());
    return redirect(url, { headers });
  } catch (thrown) {
    let said = await readApiError(thrown);
    if (!said?.code.startsWith('single-sign-on-')) throw thrown;
    return redirect(serverPaths.loginRefused(said.code));
  }
}
