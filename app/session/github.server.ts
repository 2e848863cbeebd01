/**
 * Signing in with GitHub: a remix-auth strategy with state and PKCE that ends in GitHub's access
 * token, which only the gateway can use.
 */
import { Authenticator } from 'remix-auth';
import { OAuth2Strategy } from 'remix-auth-oauth2';
import { env } from '../config/env.server';
import { logWarning } from '../http/log.server';
import { serverPaths } from '../links/paths.server';
import { redirect } from '../http/redirects.server';
import { cookieName, isHttps } from './cookies.server';

const scopes = ['read:user', 'user:email'];

/** Whether sign-in with GitHub is set up. */
export function hasGithub(): boolean {
  return Boolean(env.GITHUB_CLIENT_ID && env.GITHUB_CLIENT_SECRET);
}

/**
 * `callback` is the path GitHub returns to. For a request without `state`, throws the redirect to
 * GitHub; for a return, gives the access token. Throws an Error when the person cancelled, the
 * state is not of this browser, or GitHub refuses the code.
 */
async function githubAccessToken(request: Request, callback: string = serverPaths.githubCallback()): Promise<string> {
  let origin = env.PUBLIC_URL ?? new URL(request.url).origin;
  let strategy = new OAuth2Strategy<string>(
    {
      clientId: env.GITHUB_CLIENT_ID,
      clientSecret: env.GITHUB_CLIENT_SECRET,
      authorizationEndpoint: `${env.GITHUB_URL}/login/oauth/authorize`,
      tokenEndpoint: `${env.GITHUB_URL}/login/oauth/access_token`,
      redirectURI: origin + callback,
      scopes,
      cookie: {
        name: cookieName('__github'),
        sameSite: 'Lax',
        maxAge: 10 * 60,
        ...(isHttps() && { secure: true }),
      },
    },
    async ({ tokens }) => tokens.accessToken(),
  );
  return new Authenticator<string>().use(strategy, 'github').authenticate('github', request);
}

/**
 * The redirect to GitHub, null when there is none; the strategy's own is a 302. An address with a
 * `state` is a return.
 */
export async function redirectToGithub(request: Request, callback?: string): Promise<Response | null> {
  if (!hasGithub()) return null;
  let bare = new Request(new URL(new URL(request.url).pathname, request.url), { headers: request.headers });
  let thrown: unknown = await githubAccessToken(bare, callback).catch((redirect: unknown) => redirect);
  if (!(thrown instanceof Response)) return null;
  let to = thrown.headers.get('location');
  return to === null ? null : redirect(to, { headers: thrown.headers });
}

/**
 * The access token of a return; null when it is not a return from GitHub, the person cancelled, or
 * the code is invalid.
 */
export async function tokenFromGithub(request: Request, callback?: string): Promise<string | null> {
  if (!hasGithub() || !new URL(request.url).searchParams.has('state')) return null;
  try {
    return await githubAccessToken(request, callback);
  } catch (thrown) {
    logWarning('the way by GitHub ended early:', thrown instanceof Error ? thrown.message : 'unknown reason');
    return null;
  }
}
