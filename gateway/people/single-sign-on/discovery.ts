/** What the provider says of itself, and that its signatures are verified. */
import * as openid from 'openid-client';
import { z } from 'zod';
import { isLoopbackName } from 'net/private-targets';

/** Who the provider is, and who we are there. */
export interface ProviderClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const answerSeconds = 7;

/**
 * Reads the provider's discovery document. Rejects where it cannot be read, and where it is that of
 * another issuer. ID tokens and signed user information are verified with the provider's keys.
 * `ask` makes the requests.
 */
export async function discover(
  { issuer, clientId, clientSecret }: ProviderClient,
  authenticate?: openid.ClientAuth,
  ask: openid.CustomFetch = (url, options: object) => fetch(url, options),
): Promise<openid.Configuration> {
  let server = new URL(issuer);
  // Plain HTTP on this machine only, for tests and for a local proxy.
  let isInsecure = isLoopbackName(server.hostname);
  let config = await openid.discovery(server, clientId, clientSecret, authenticate, {
    execute: [openid.enableNonRepudiationChecks, ...(isInsecure ? [openid.allowInsecureRequests] : [])],
    timeout: answerSeconds,
    [openid.customFetch]: async (...request) => namingAlgorithms(await ask(...request)),
  });
  config[openid.customFetch] = ask;
  return config;
}

/** Some say null, or list none. */
const none = z.union([z.undefined(), z.null(), z.tuple([])]);
const Unlisted = z.object({ userinfo_signing_alg_values_supported: none }).passthrough();
const Algorithms = z.array(z.string()).catch(['RS256']);

/**
 * Providers may sign user information without listing how: then as they sign ID tokens. The library
 * refuses it otherwise.
 */
async function namingAlgorithms(answer: Response): Promise<Response> {
  let listed: unknown = answer.ok
    ? await answer
        .clone()
        .json()
        .catch(() => undefined)
    : undefined;
  let read = Unlisted.safeParse(listed);
  if (!read.success) return answer;
  let algorithms = Algorithms.parse(read.data.id_token_signing_alg_values_supported);
  return Response.json({ ...read.data, userinfo_signing_alg_values_supported: algorithms });
}
