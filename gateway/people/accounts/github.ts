/**
 * Asks GitHub for the account of an access token. Tokens of other applications are refused, because
 * the question is asked with this application's credentials.
 */
import type { Logger } from 'pino';
import { z } from 'zod';
import { errorMessage } from 'net/error-message';
import { ApiError } from '../../floor/calls/api-error';

export interface GithubOptions {
  clientId: string;
  clientSecret: string;
  /** Address of GitHub's API, without a slash at its end. */
  apiUrl: string;
}

export interface GithubIdentity {
  /** GitHub's number of the account. */
  id: string;
  login: string;
  /** Addresses GitHub has confirmed, the primary one first. */
  verifiedEmails: string[];
}

export interface Github {
  /** Refuses with github-token-not-valid, or github-did-not-answer after some seconds. */
  identityOf(accessToken: string): Promise<GithubIdentity>;
}

const answerLimitMs = 7_000;

const CheckedToken = z.object({ user: z.object({ id: z.number().int(), login: z.string().min(1) }) });
const Emails = z.array(z.object({ email: z.string(), verified: z.boolean(), primary: z.boolean() }));

/**
 * The two calls are those of GitHub's REST API: "Check a token" and "List email addresses for the
 * authenticated user".
 */
export function createGithub({ clientId, clientSecret, apiUrl }: GithubOptions, log: Logger): Github {
  let basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  let ask = async (path: string, init: RequestInit & { headers: { authorization: string } }) => {
    let headers = { ...init.headers, accept: 'application/vnd.github+json', 'user-agent': 'landfall' };
    return fetch(apiUrl + path, { ...init, headers, redirect: 'error' });
  };
  let unreachable = (error: unknown): never => {
    log.warn({ reason: errorMessage(error) }, 'GitHub did not respond');
    throw new ApiError('github-did-not-answer');
  };
  let read = async <S extends z.ZodTypeAny>(response: Response, schema: S): Promise<z.output<S>> => {
    if (!response.ok) return unreachable(new Error(`answered with ${response.status}`));
    return schema.parseAsync(await response.json().catch(unreachable)).catch(unreachable);
  };
  return {
    async identityOf(accessToken) {
      let signal = AbortSignal.timeout(answerLimitMs);
      let body = JSON.stringify({ access_token: accessToken });
      let check = { method: 'POST', body, signal, headers: { authorization: basic } };
      let checked = await ask(`/applications/${encodeURIComponent(clientId)}/token`, check).catch(unreachable);
      if (checked.status === 404 || checked.status === 422) throw new ApiError('github-token-not-valid');
      let { user } = await read(checked, CheckedToken);
      let mine = { signal, headers: { authorization: `Bearer ${accessToken}` } };
      let emails = await ask('/user/emails', mine).catch(unreachable);
      // Without the permission to read addresses there are none.
      let list = emails.status === 403 || emails.status === 404 ? [] : await read(emails, Emails);
      let verified = list.filter((entry) => entry.verified).sort((a, b) => Number(b.primary) - Number(a.primary));
      return { id: String(user.id), login: user.login, verifiedEmails: verified.map((entry) => entry.email) };
    },
  };
}
