/** The way to GitHub and back: a remix-auth strategy with state and PKCE that ends in GitHub's access token, which only the gateway can use. */
import { Authenticator } from 'remix-auth';
import { OAuth2Strategy } from 'remix-auth-oauth2';
import { env } from '../env.server';
import { paths } from '../paths';

const scopes = ['read:user', 'user:email'];

/** Whether people can sign in by GitHub here. */
export function hasGithub(): boolean {
  return Boolean(env.GITHUB_CLIENT_ID && env.GITHUB_CLIENT_SECRET);
}

/**
 * For a request without `state`, throws the redirect to GitHub; for one GitHub has sent back, gives the access token.
 * Throws an Error when the person cancelled, the state is not of this browser, or GitHub refuses the code.
 */
export async function githubAccessToken(request: Request): Promise<string> {
  let origin = env.PUBLIC_URL ?? new URL(request.url).origin;
  let strategy = new OAuth2Strategy<string>(
    {
      clientId: env.GITHUB_CLIENT_ID,
      clientSecret: env.GITHUB_CLIENT_SECRET,
      authorizationEndpoint: `${env.GITHUB_URL}/login/oauth/authorize`,
      tokenEndpoint: `${env.GITHUB_URL}/login/oauth/access_token`,
      redirectURI: origin.replace(/\/+$/, '') + paths.githubCallback(),
      scopes,
      cookie: {
        name: '__github',
        sameSite: 'Lax',
        maxAge: 10 * 60,
        ...(origin.startsWith('https:') && { secure: true }),
      },
    },
    async ({ tokens }) => tokens.accessToken(),
  );
  return new Authenticator<string>().use(strategy, 'github').authenticate('github', request);
}
