/** Single sign-on as the settings describe it. */
import type { Logger } from 'pino';
import { signOnCallbacks } from 'contract/accounts/single-sign-on';
import { createSecretSealer, type Secrets } from '../../floor/sealer';
import { createSignOnProvider, type ProviderOptions, type SingleSignOn } from './provider';

export type SingleSignOnSettings = Omit<ProviderOptions, 'callbacks'> & Omit<SingleSignOn, 'provider'>;

/** Asks nothing of the provider before somebody signs in. */
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
