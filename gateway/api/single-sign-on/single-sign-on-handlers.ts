/** Signing in with the OpenID Connect provider of this installation. */
import { singleSignOnApi } from 'contract/accounts/single-sign-on';
import { completeSignIn, openSession } from '../../people/accounts/sign-in';
import type { Services } from '../http/services';
import { serve } from '../http/handler';
import { ApiError } from '../../floor/calls/api-error';
import { accountOf } from '../../people/single-sign-on/accounts';
import type { FlowPurpose, SignOnIdentity, SingleSignOn } from '../../people/single-sign-on/provider';
import { applyRights } from '../../people/single-sign-on/roles';

export const singleSignOnEndpoints = serve(singleSignOnApi, {
  async beginSingleSignOn({ parts, body, address }) {
    let { provider } = known(parts);
    await parts.attempts.singleSignOn(address);
    return provider.begin(body.purpose);
  },

  async loginWithSingleSignOn({ parts, body, address, act }) {
    let { createsAccounts, rights } = known(parts);
    let identity = await identityOf(parts, 'sign-in', body, address);
    let { user, isNew } = await accountOf(parts, identity, { createsAccounts }, act);
    if (user.suspended_at === null) await applyRights(parts, user, { rights, groups: identity.groups }, act);
    let way = 'single sign-on' as const;
    return isNew
      ? openSession(parts, user, act, { action: 'registered', way })
      : completeSignIn(parts, user, act, { way });
  },
});

/** Whose return it is. One that is refused counts as an attempt of its address. */
export async function identityOf(
  parts: Services,
  purpose: FlowPurpose,
  returned: { flow: string; query: string },
  address: string,
): Promise<SignOnIdentity> {
  let { provider } = known(parts);
  await parts.attempts.singleSignOn(address);
  let identity = await provider.identityOf(purpose, returned);
  await parts.attempts.singleSignOnWasRight(address);
  return identity;
}

function known({ singleSignOn }: Services): SingleSignOn {
  if (!singleSignOn) throw new ApiError('single-sign-on-not-set-up');
  return singleSignOn;
}

/** Refuses every other way in where single sign-on is the only one. */
export function refuseIfSingleSignOnOnly({ singleSignOn }: Services): void {
  if (singleSignOn?.isOnly) throw new ApiError('single-sign-on-only');
}
