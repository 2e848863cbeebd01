/**
 * Confirmations: a session that has shown again who it belongs to is given a sealed text, which
 * counts for some minutes, and with the token of that session alone.
 */
import { confirmationText } from 'contract/confirmation';
import * as limits from 'contract/limits';
import { createSealer, type Secrets } from '../sealer';

export interface Confirmations {
  /** The text for a session, made now. */
  make(tokenId: string, now: number): string;
  /** Whether a text is of this session and not too old. */
  isGood(text: string, tokenId: string, now: number): boolean;
}

/** Makes and reads the confirmations of this installation. */
export function createConfirmations(secrets: Secrets): Confirmations {
  let sealer = createSealer(secrets, 'confirmed session');
  return {
    make: (tokenId, now) => sealer.seal(String(now), tokenId),
    isGood(text, tokenId, now) {
      let since = confirmationText.test(text) ? sealer.open(text, tokenId) : undefined;
      return since !== undefined && now - Number(since) < limits.confirmationMs;
    },
  };
}
