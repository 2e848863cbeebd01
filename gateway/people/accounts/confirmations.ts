/** Confirmations: sealed texts, each valid for some minutes and with the token of one session. */
import { confirmationText } from 'contract/accounts/confirmation';
import * as limits from 'contract/floor/limits';
import { createSecretSealer, type Secrets } from '../../floor/sealer';

export interface Confirmations {
  make(tokenId: string, now: number): string;
  isGood(text: string, tokenId: string, now: number): boolean;
}

export function createConfirmations(secrets: Secrets): Confirmations {
  let sealer = createSecretSealer(secrets, 'confirmed session');
  return {
    make: (tokenId, now) => sealer.seal(String(now), tokenId),
    isGood(text, tokenId, now) {
      let since = confirmationText.test(text) ? sealer.open(text, tokenId) : undefined;
      return since !== undefined && now - Number(since) < limits.confirmationMs;
    },
  };
}
