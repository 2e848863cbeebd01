/** What sign-in, accounts and shared pages work with. */
import * as limits from 'contract/floor/limits';
import { createBadgeCounts } from '../reports/analytics/badges';
import { createShareKeys } from '../reports/analytics/share-keys';
import { createShareNumbers } from '../reports/analytics/share-numbers';
import { createShareViews } from '../reports/analytics/share-views';
import { createAttempts, defaultAttemptLimits } from '../people/accounts/attempts';
import { createConfirmations } from '../people/accounts/confirmations';
import { createDevices } from '../people/accounts/devices';
import { createFirstAdministratorLink } from '../people/accounts/first-administrator';
import { createGithub } from '../people/accounts/github';
import { createHashing } from '../people/accounts/hashing';
import { defaultCost } from '../people/accounts/passwords';
import { createTokenUses } from '../people/accounts/token-uses';
import { openSingleSignOn } from '../people/single-sign-on/provider';
import { createFairQueue } from '../floor/calls/fair-queue';
import * as workLimits from '../floor/calls/work-limits';
import { createSecretSealer, type Secrets } from '../floor/sealer';
import type { GatewayOptions } from './gateway-options';

/** `secrets`: the newest first. */
export function peopleParts(
  { accounts, addresses: { publicUrl }, stores: { records }, time: { now: clock }, log }: GatewayOptions,
  secrets: Secrets,
) {
  let publicCounts = createFairQueue(workLimits.publicLimit);
  return {
    attempts: createAttempts({ ...defaultAttemptLimits, ...accounts.attemptLimits }, accounts.shared?.attempts),
    sharing: {
      badges: createBadgeCounts(publicCounts),
      counts: createShareNumbers(publicCounts),
      keys: createShareKeys(secrets),
      views: createShareViews(records, log),
    },
    registration: accounts.registration ?? 'open',
    requiresTwoFactorOfAdmins: accounts.requiresTwoFactorOfAdmins ?? false,
    emailVerificationDays: accounts.emailVerificationDays ?? limits.emailVerificationDays,
    memberLimitOverride: accounts.memberLimitOverride ?? 0,
    chatSecret: accounts.chatSecret,
    hashing: createHashing(accounts.passwordCost ?? defaultCost),
    devices: createDevices(secrets),
    confirmations: createConfirmations(secrets),
    firstAdministrator: createFirstAdministratorLink(records, accounts.shared?.firstAdministrator),
    tokenUses: createTokenUses(records, log),
    onePathSealer: createSecretSealer(secrets, 'one-path token'),
    github: accounts.github && createGithub(accounts.github, log),
    singleSignOn: accounts.singleSignOn && openSingleSignOn(accounts.singleSignOn, { secrets, publicUrl, clock, log }),
  } as const;
}
