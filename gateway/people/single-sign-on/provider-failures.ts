/** What failed at the provider, and what of it is logged. */
import { errorCode } from 'contract/floor/error-code';
import * as openid from 'openid-client';
import { z } from 'zod';
import { errorMessage } from 'net/error-message';

/** Characters of each text that are logged. */
const loggedMax = 500;

const word = z
  .string()
  .transform((text) => text.slice(0, loggedMax))
  .optional()
  .catch(undefined);
const Words = z.object({ error: word, error_description: word }).catch({});

/** What of a failure is logged: in our words, and in those of the provider. */
export async function failureDetails(error: unknown): Promise<Record<string, string | undefined>> {
  let code = errorCode(error);
  let said = Words.parse(await wordsOfProvider(error));
  let reason = [errorMessage(error), ...detailsOf(error)].join(': ');
  return { reason: reason.slice(0, loggedMax), code, ...said };
}

const Details = z.object({ header: z.object({ alg: word, kid: word }).optional(), alg: word }).catch({});

/** Of the last cause, never more: it can hold tokens. */
function detailsOf(error: unknown): string[] {
  let last = error;
  while (last instanceof Error) last = last.cause;
  if (last instanceof Response) return [`status ${last.status}`];
  let { header, alg = header?.alg } = Details.parse(last ?? {});
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
