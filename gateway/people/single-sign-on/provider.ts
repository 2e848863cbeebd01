/**
 * The client of an OpenID Connect provider: authorization code flow with PKCE, state and nonce
 * (OpenID Connect Core 1.0, section 3.1; RFC 7636).
 */
import * as openid from 'openid-client';
import type { GroupRight } from 'contract/accounts/group-rights';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ApiError } from '../../floor/calls/api-error';
import { type SecretSealer, createSecretSealer, type Secrets } from '../../floor/sealer';
import { createClientProof } from './client-proof';
import { discover, type ProviderClient } from './discovery';
import { isUnavailable, failureDetails } from './provider-failures';
import { signOnCallbacks } from 'contract/accounts/single-sign-on';

interface SignOnProviderOptions extends ProviderClient {
  /** Separated by spaces. */
  scopes: string;
  /** The claim with the groups of a person. */
  groupsClaim: string;
  /** Whether every address the provider names counts as confirmed. */
  trustsEmail: boolean;
  /** Where the provider sends browsers back to, for each purpose. */
  callbacks: Record<FlowPurpose, string>;
}

export type FlowPurpose = 'sign-in' | 'confirmation';

/** A person as the provider says. */
export interface SignOnIdentity {
  issuer: string;
  /** The provider's id of the person, which never changes. */
  subject: string;
  /** Empty where the provider says none. */
  email: string;
  isEmailVerified: boolean;
  /** What the person is called there; empty where the provider says nothing. */
  username: string;
  firstName: string;
  lastName: string;
  /** Null where the answer names none, or in a form that cannot be read. */
  groups: string[] | null;
}

interface SignOnProvider {
  /** Where a browser goes, and what is kept for it. Refuses with single-sign-on-did-not-answer. */
  begin(purpose: FlowPurpose): Promise<{ url: string; flow: string }>;
  /**
   * Whose return it is. Refuses with single-sign-on-failed where the person cancelled, the return
   * is not of this browser or too old, or the provider does not confirm it; and as `begin` does.
   */
  identityOf(purpose: FlowPurpose, returned: { flow: string; query: string }): Promise<SignOnIdentity>;
}

/** What the settings say of single sign-on. */
export interface SingleSignOn {
  provider: SignOnProvider;
  /** Whether people have no other way in. */
  isOnly: boolean;
  /** Whether a person without an account gets one. */
  createsAccounts: boolean;
  rights: readonly GroupRight[];
}

const flowMs = 10 * 60 * 1_000;
/** A confirmation needs a sign-in at the provider that is not older, in seconds. */
const freshSeconds = 5 * 60;
const holder = 'flow';

const Flow = z.object({
  purpose: z.enum(['sign-in', 'confirmation']),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  until: z.number(),
});

/** `clock` gives milliseconds since 1970. */
function createSignOnProvider(
  options: SignOnProviderOptions,
  { sealer, clock, log }: { sealer: SecretSealer; clock: () => number; log: Logger },
): SignOnProvider {
  let { clientSecret, scopes, groupsClaim, callbacks } = options;
  let found: Promise<openid.Configuration> | undefined;
  let proof = createClientProof(clientSecret, log);

  /** Asked for once; again where it failed. */
  function provider(): Promise<openid.Configuration> {
    found ??= discover(options, proof.authenticate).catch(async (error: unknown) => {
      found = undefined;
      throw await refused(error, true, [clientSecret]);
    });
    return found;
  }

  async function refused(error: unknown, isSilent: boolean, secrets: readonly string[]): Promise<ApiError> {
    log.warn(await failureDetails(error, secrets), 'single sign-on failed');
    return new ApiError(isSilent ? 'single-sign-on-did-not-answer' : 'single-sign-on-failed');
  }

  /**
   * What the userinfo endpoint adds to the ID token; empty if the token has everything. A failure
   * is only logged, because the token already identifies the person.
   */
  async function moreThan(
    claims: openid.IDToken,
    { config, accessToken }: { config: openid.Configuration; accessToken: string },
  ): Promise<Record<string, unknown>> {
    let wanted = [...Object.keys(Claims.shape), groupsClaim];
    let isComplete = wanted.every((name) => hasValue(claims[name]));
    if (isComplete || !config.serverMetadata().userinfo_endpoint) return {};
    try {
      return await openid.fetchUserInfo(config, accessToken, claims.sub);
    } catch (error) {
      if (!hasValue(claims.email)) throw error;
      log.warn(
        await failureDetails(error, [clientSecret, accessToken]),
        'single sign-on continues without the userinfo endpoint',
      );
      return {};
    }
  }

  function opened(flow: string, purpose: FlowPurpose): z.output<typeof Flow> {
    let read = Flow.safeParse(parsedJson(sealer.open(flow, holder)));
    if (!read.success || read.data.purpose !== purpose || read.data.until < clock())
      throw new ApiError('single-sign-on-failed');
    return read.data;
  }

  return {
    async begin(purpose) {
      let config = await provider();
      let [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
      let url = openid.buildAuthorizationUrl(config, {
        redirect_uri: callbacks[purpose],
        scope: scopes,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(purpose === 'confirmation' && { prompt: 'login', max_age: String(freshSeconds) }),
      });
      let flow = { purpose, state, nonce, verifier, until: clock() + flowMs };
      return { url: url.href, flow: sealer.seal(JSON.stringify(flow), holder) };
    },

    async identityOf(purpose, { flow, query }) {
      let { state, nonce, verifier } = opened(flow, purpose);
      let config = await provider();
      let address = new URL(`?${query.replace(/^\?/, '')}`, callbacks[purpose]);
      let checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(purpose === 'confirmation' && { maxAge: freshSeconds }),
      };
      let secrets = proof.secretsOf(address, checks);
      try {
        let tokens = await proof.exchange(config, address, checks);
        secrets.push(tokens.access_token);
        let claims = tokens.claims()!;
        let more = await moreThan(claims, { config, accessToken: tokens.access_token });
        return identityIn(mergeClaims(claims, more), claims, options);
      } catch (error) {
        throw await refused(error, isUnavailable(error), secrets);
      }
    },
  };
}

function identityIn(
  all: Record<string, unknown>,
  { iss, sub }: openid.IDToken,
  { trustsEmail, groupsClaim }: SignOnProviderOptions,
): SignOnIdentity {
  let { email, email_verified, preferred_username, given_name, family_name } = Claims.parse(all);
  return {
    issuer: iss,
    subject: sub,
    email,
    isEmailVerified: trustsEmail || email_verified,
    username: preferred_username,
    firstName: given_name,
    lastName: family_name,
    groups: Groups.safeParse(all[groupsClaim]).data ?? null,
  };
}

function parsedJson(opened: string | undefined): unknown {
  try {
    return JSON.parse(opened ?? '');
  } catch {
    return undefined;
  }
}

export type SingleSignOnSettings = Omit<SignOnProviderOptions, 'callbacks'> & Omit<SingleSignOn, 'provider'>;

/** Contacts the provider at the first sign-in only. */
export function openSingleSignOn(
  { isOnly, createsAccounts, rights, ...options }: SingleSignOnSettings,
  { secrets, publicUrl, clock, log }: { secrets: Secrets; publicUrl: string; clock: () => number; log: Logger },
): SingleSignOn {
  let callbacks = {
    'sign-in': publicUrl + signOnCallbacks['sign-in'],
    confirmation: publicUrl + signOnCallbacks.confirmation,
  };
  let sealer = createSecretSealer(secrets, 'single sign-on');
  let provider = createSignOnProvider({ ...options, callbacks }, { sealer, clock, log });
  return { provider, isOnly, createsAccounts, rights };
}

const text = z.string().max(320).catch('');
const Claims = z.object({
  email: text,
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((one) => one === 'true')]).catch(false),
  preferred_username: text,
  given_name: text,
  family_name: text,
});
const Groups = z.union([z.array(z.string()), z.string().transform((one) => [one])]);

/** Whether a claim says something: some providers send null for what they do not know. */
function hasValue(claim: unknown): boolean {
  return claim !== undefined && claim !== null && claim !== '';
}

/**
 * The ID token decides; the userinfo endpoint fills in what is missing. Whether an address is
 * confirmed is taken only from where that address is.
 */
function mergeClaims(claims: Record<string, unknown>, more: Record<string, unknown>): Record<string, unknown> {
  let all = { ...more };
  if (hasValue(claims.email) && claims.email !== more.email) delete all.email_verified;
  for (let [name, claim] of Object.entries(claims)) if (hasValue(claim)) all[name] = claim;
  return all;
}
