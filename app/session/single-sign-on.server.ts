/**
 * Signing in with the OpenID Connect provider. The gateway says where the browser goes and checks
 * what it comes back with; here is kept which browser it was.
 */
import { singleSignOnApi, type ReturnedSignOn, type SignOnPurpose } from 'contract/accounts/single-sign-on';
import type { z } from 'zod';
import { env } from '../config/env.server';
import type { Call } from '../gateway/gateway-client.server';
import { signOnCookie } from './sign-in-cookies.server';

/** What the pages say of it; null where it is not set up. */
export function singleSignOn(): { name: string; isOnly: boolean } | null {
  return env.OIDC_ISSUER ? { name: env.OIDC_NAME, isOnly: env.OIDC_ONLY } : null;
}

/** The address at the provider, and the `Set-Cookie` value that keeps what its return needs. */
export async function redirectToSignOn(
  call: Call,
  purpose: z.infer<typeof SignOnPurpose>,
): Promise<{ url: string; cookie: string }> {
  let { url, flow } = await call(singleSignOnApi.beginSingleSignOn, { body: { purpose } });
  return { url, cookie: signOnCookie.keep({ flow }) };
}

/** What the gateway checks of a return; null when this browser was not sent there. */
export function readSignOnReturn(request: Request): z.infer<typeof ReturnedSignOn> | null {
  let flow = signOnCookie.read(request)?.flow;
  let query = new URL(request.url).searchParams.toString();
  return flow && query ? { flow, query } : null;
}
