/** Two-factor: the second step of a sign-in, switching it on and off, and its recovery codes. */
import { z } from 'zod';
import { twoFactorApi } from 'contract/accounts/two-factor';
import type { ErrorCode } from 'contract/rules/errors';
import { recordAudit } from '../../floor/audit';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import { organizationsRequiringTwoFactor } from '../../floor/memberships';
import { findOneTime, useOneTime } from '../../people/accounts/one-time-secrets';
import { findUser } from '../../floor/owners';
import type { OwnerRow } from '../../floor/db/account-schema';
import {
  confirmTwoFactor,
  dropTwoFactor,
  findTwoFactor,
  forgetUnseenCodes,
  recoveryCodesLeft,
  startTwoFactor,
} from '../../people/accounts/two-factors';
import { ApiError } from '../../floor/calls/api-error';
import { ownSession } from '../../people/accounts/attempts';
import type { Services } from '../http/services';
import { serve } from '../http/handler';
import { issueRecoveryCodes, verifyAppCode, verifyCode } from '../../people/accounts/second-step';
import { sendSecurityNotice } from '../../people/accounts/security-notices';
import { auditLimitedSignIn, openSession } from '../../people/accounts/sign-in';
import { enrolmentUri, newTotpSecret } from '../../people/accounts/totp';

const Codes = z.array(z.string());

/** Refusals of a code itself; those by the limits are noted apart. */
const notTaken: readonly ErrorCode[] = ['two-factor-code-not-valid', 'two-factor-not-on'];

export const twoFactorEndpoints = serve(twoFactorApi, {
  async secondStep({ parts, body, act }) {
    let challenge = await findOneTime(parts.records, 'two-factor', body.challenge, parts.clock());
    let user = challenge && (await findUser(parts.records, challenge.user_id));
    if (!user) throw new ApiError('two-factor-challenge-not-valid');
    let device = parts.devices.idAmong(body.devices, user.id, act.time);
    await verifyCode(parts, user, { code: body.code, device }, { ...act, actor: user }).catch(
      async (error: unknown) => {
        let failed = { action: 'sign-in-failed' as const, owner: user, target: 'second step' };
        if (error instanceof ApiError && notTaken.includes(error.code)) await recordAudit(parts.records, act, failed);
        return auditLimitedSignIn(parts, act, { owner: user, target: 'second step' }, error);
      },
    );
    let isFirst = await useOneTime(parts.records, 'two-factor', body.challenge, parts.clock());
    if (!isFirst) throw new ApiError('two-factor-challenge-not-valid');
    return openSession(parts, user, act, { way: 'second step', device });
  },

  async getTwoFactor({ parts: { records, requiresTwoFactorOfAdmins }, owner, caller }) {
    let twoFactor = await findTwoFactor(records, owner.id);
    let status = twoFactor ? (twoFactor.confirmed_at ? ('on' as const) : ('pending' as const)) : ('off' as const);
    let recovery_codes_left = await recoveryCodesLeft(records, owner.id);
    let required_by = {
      organizations: await organizationsRequiringTwoFactor(records, owner.id),
      administration: requiresTwoFactorOfAdmins && (caller.isPlatformAdmin || caller.isAdminWithoutTwoFactor === true),
    };
    return { status, recovery_codes_left, required_by };
  },

  async startTwoFactor({ parts, owner }) {
    let fresh = parts.sealer.seal(newTotpSecret(), owner.id);
    let kept = await startTwoFactor(parts.records, owner.id, fresh);
    if (kept.confirmed_at) throw new ApiError('two-factor-already-on');
    let secret = parts.sealer.open(kept.secret, owner.id);
    if (secret === undefined) throw new Error('The secret of a two-factor cannot be opened with this installation.');
    return { secret, uri: enrolmentUri(secret, owner.name, new URL(parts.publicUrl).host) };
  },

  async confirmTwoFactor({ parts, owner, body, act }) {
    let twoFactor = await findTwoFactor(parts.records, owner.id);
    if (!twoFactor) throw new ApiError('two-factor-not-on');
    if (twoFactor.confirmed_at) throw new ApiError('two-factor-already-on');
    let guess = { account: owner.id, address: act.address, device: ownSession };
    await parts.attempts.code(guess);
    if (!(await verifyAppCode(parts, owner.id, twoFactor.secret, body.code)))
      throw new ApiError('two-factor-code-not-valid', 'code');
    await parts.attempts.codeWasRight(guess);
    await parts.records.transaction().execute(async (change) => {
      if (!(await confirmTwoFactor(change, owner.id, parts.clock()))) throw new ApiError('two-factor-already-on');
      await issueRecoveryCodes(parts, change, owner);
      await recordAudit(change, act, { action: 'two-factor-on', owner });
    });
    sendSecurityNotice(parts, owner.id, { kind: 'two-factor-on' }, act);
    return undefined;
  },

  async stopTwoFactor({ parts, owner, body, act }) {
    await verifyCode(parts, owner, { code: body.code, device: ownSession }, act);
    await parts.records.transaction().execute(async (change) => {
      await dropTwoFactor(change, owner.id);
      await recordAudit(change, act, { action: 'two-factor-off', owner });
    });
    sendSecurityNotice(parts, owner.id, { kind: 'two-factor-off' }, act);
    return undefined;
  },

  async getRecoveryCodes({ parts, owner }) {
    return { codes: await unseenCodes(parts, owner) };
  },

  async makeRecoveryCodes({ parts, owner, body, act }) {
    await verifyCode(parts, owner, { code: body.code, device: ownSession }, act);
    let codes = await withOwnerLock(parts.records, owner.id, async (change) => {
      await recordAudit(change, act, { action: 'recovery-codes-renewed', owner });
      return issueRecoveryCodes(parts, change, owner);
    });
    sendSecurityNotice(parts, owner.id, { kind: 'recovery-codes-renewed' }, act);
    return { codes };
  },

  async acknowledgeRecoveryCodes({ parts, owner }) {
    await forgetUnseenCodes(parts.records, owner.id);
    return undefined;
  },
});

async function unseenCodes({ records, sealer }: Services, owner: OwnerRow): Promise<string[]> {
  let sealed = (await findTwoFactor(records, owner.id))?.unseen_codes;
  let text = sealed ? sealer.open(sealed, owner.id) : undefined;
  return text === undefined ? [] : Codes.parse(JSON.parse(text));
}
