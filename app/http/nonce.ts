/**
 * The content security policy's nonce of this response, for the scripts in root.tsx. Empty in the
 * browser, where it is not needed.
 */
import { createContext, useContext } from 'react';

const Nonce = createContext('');
export const NonceProvider = Nonce.Provider;

export function useNonce(): string {
  return useContext(Nonce);
}
