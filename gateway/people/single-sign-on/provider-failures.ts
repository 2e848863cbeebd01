/** What failed at the provider, and what of it is logged. */
import { errorCode } from 'contract/floor/error-code';
import * as openid from 'openid-client';
import { z } from 'zod';
import { errorMessage } from 'net/error-message';

/** Characters of each text that are logged. */
const loggedMax = 300;

const word = z.string().optional().catch(undefined);
const Words = z.object({ error: word, error_description: word }).catch({});

/**
 * What of a failure is logged: in our words, and in those of the provider, which may repeat what it
 * was sent. Neither has one of the `secrets`, nor a token.
 */
export async function failureDetails(
  error: unknown,
  secrets: readonly string[],
): Promise<Record<string, string | undefined>> {
  let cause = lastCause(error);
  // Where the last cause is a text, it is the token that could not be read.
  let hidden = typeof cause === 'string' ? [...secrets, cause] : secrets;
  let logged = (text: string | undefined) => text && withoutSecrets(text, hidden).slice(0, loggedMax);
  let { error: name, error_description: words } = Words.parse(await wordsOfProvider(error));
  return {
    reason: [logged(errorMessage(error)), ...detailsOf(cause)].join(': '),
    code: errorCode(error),
    error: logged(name),
    error_description: logged(words),
  };
}

/** A JSON Web Token, also a part of one, and whatever else is as long as a token. */
const tokens = /(?:\bey[A-Z][\w-]+|[\w~+=-]{40,})(?:\.[\w~+=-]*)*/g;

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret), String(new URLSearchParams([['', secret]])).slice(1)])
    .reduce((left, secret) => left.replaceAll(secret, '(hidden)'), text)
    .replace(tokens, '(hidden)');
}

function lastCause(error: unknown): unknown {
  let last = error;
  while (last instanceof Error) last = last.cause;
  return last;
}

const label = word.transform((text) => text?.slice(0, 100));
const Details = z.object({ header: z.object({ alg: label, kid: label }).optional(), alg: label }).catch({});

/** Of the last cause, never more: it can hold tokens. */
function detailsOf(cause: unknown): string[] {
  if (cause instanceof Response) return [`status ${cause.status}`];
  let { header, alg = header?.alg } = Details.parse(cause ?? {});
  return [...(alg ? [`algorithm ${alg}`] : []), ...(header?.kid ? [`key ${header.kid}`] : [])];
}

/** A refused client is answered with a challenge, whose words may be in its body alone. */
async function wordsOfProvider(error: unknown): Promise<unknown> {
  if (error instanceof openid.ResponseBodyError || error instanceof openid.AuthorizationResponseError) return error;
  if (!(error instanceof openid.WWWAuthenticateChallengeError)) return {};
  let challenge = error.cause.find(({ parameters }) => parameters.error)?.parameters;
  return challenge ?? (await error.response.json().catch(() => ({})));
}

/** Whether the provider refused the client itself, and not what it asked for. */
export function isClientRefused(error: unknown): boolean {
  if (error instanceof openid.ResponseBodyError) return error.error === 'invalid_client';
  return error instanceof openid.WWWAuthenticateChallengeError && error.status === 401;
}

/** Whether the provider gave no answer, or one of a broken server. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (errorCode(error) === 'OAUTH_TIMEOUT' || error instanceof TypeError) return true;
  return error.cause instanceof Response && error.cause.status >= 500;
}
