/**
 * The content security policy's nonce of this response, for the scripts root.tsx prints. Empty in
 * the browser, where nobody needs it.
 */
import { createContext, useContext } from 'react';

const Nonce = createContext('');
export const NonceProvider = Nonce.Provider;

export function useNonce(): string {
  return useContext(Nonce);
}
