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
  exchange: typeof openid.authorizationCodeGrant;
}

export function createClientProof(secret: string, log: Logger): ClientProof {
  let turn = 0;
  return {
    authenticate(server, ...rest) {
      let listed = listedBy(server);
      if (listed.length === 0) throw new openid.ClientError(`the provider lists neither ${names.join(' nor ')}`);
      return proofs[listed[turn % listed.length]!](secret)(server, ...rest);
    },
    async exchange(config, ...rest) {
      for (let left = listedBy(config.serverMetadata()).length - 1; ; left -= 1) {
        let used = turn;
        try {
          return await openid.authorizationCodeGrant(config, ...rest);
        } catch (error) {
          if (!isClientRefused(error)) throw error;
          // Another sign-in may have moved it on meanwhile.
          if (turn === used) turn += 1;
          if (left <= 0) throw error;
          log.info(await failureDetails(error), 'the provider refused the client; trying another method');
        }
      }
    },
  };
}
