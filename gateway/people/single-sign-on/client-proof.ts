/** How the client proves to the provider who it is: the secret in a header, or in the body. */
import * as openid from 'openid-client';
import type { Logger } from 'pino';
import { keysOf } from 'contract/floor/keys-of';
import { isClientRefused, failureDetails } from './provider-failures';

const proofs = {
  client_secret_basic: openid.ClientSecretBasic,
  client_secret_post: openid.ClientSecretPost,
};
const names = keysOf(proofs);

/** What the discovery document lists; without a list there, basic is the default of the standard. */
function listedBy({ token_endpoint_auth_methods_supported: listed }: openid.ServerMetadata) {
  return names.filter((name) => (listed ?? ['client_secret_basic']).includes(name));
}

export interface ClientProof {
  authenticate: openid.ClientAuth;
  /**
   * Exchanges the code of a return. Many providers list both ways and register a client for one, or
   * decode a secret in a header differently: a client that is refused tries the other way, and keeps
   * what worked.
   */
  exchange(
    config: openid.Configuration,
    address: URL,
    checks: openid.AuthorizationCodeGrantChecks,
  ): ReturnType<typeof openid.authorizationCodeGrant>;
  /** What was sent to the provider and must not be logged. */
  secretsOf(address: URL, checks: openid.AuthorizationCodeGrantChecks): string[];
}

export function createClientProof(secret: string, log: Logger): ClientProof {
  let turn = 0;
  let secretsOf: ClientProof['secretsOf'] = ({ searchParams }, { pkceCodeVerifier = '' }) => [
    secret,
    searchParams.get('code') ?? '',
    pkceCodeVerifier,
  ];
  return {
    secretsOf,
    authenticate(server, ...rest) {
      let listed = listedBy(server);
      if (listed.length === 0) throw new openid.ClientError(`the provider lists neither ${names.join(' nor ')}`);
      return proofs[listed[turn % listed.length]!](secret)(server, ...rest);
    },
    async exchange(config, address, checks) {
      for (let left = listedBy(config.serverMetadata()).length - 1; ; left -= 1) {
        let used = turn;
        try {
          return await openid.authorizationCodeGrant(config, address, checks);
        } catch (error) {
          if (!isClientRefused(error)) throw error;
          // Another sign-in may have moved it on meanwhile.
          if (turn === used) turn += 1;
          if (left <= 0) throw error;
          let details = await failureDetails(error, secretsOf(address, checks));
          log.info(details, 'the provider refused the client; trying another method');
        }
      }
    },
  };
}
