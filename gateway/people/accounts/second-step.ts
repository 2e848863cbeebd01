import { recordAudit, type ActorContext } from '../../floor/audit';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { findTwoFactor, replaceRecoveryCodes, useRecoveryCode, claimTimeStep } from './two-factors';
import { ApiError } from '../../floor/calls/api-error';
import type { Guess } from './attempts';
import type { AccountServices } from './services';
import { isAppCode, newRecoveryCodes, stepOf } from './totp';

/**
 * Accepts a code of the app, or a recovery code, of a person with two-factor; for `device` see
 * `Guess`. Refuses with two-factor-not-on and two-factor-code-not-valid, and after several attempts
 * with too-many-sign-ins at a sign-in, else too-many-requests.
 */
export async function verifyCode(
  parts: AccountServices,
  user: Pick<OwnerRow, 'id' | 'name'>,
  { code, device }: { code: string } & Pick<Guess, 'device'>,
  act: ActorContext,
): Promise<void> {
  let userId = user.id;
  let guess = { account: userId, address: act.address, device };
  let twoFactor = await findTwoFactor(parts.records, userId);
  if (!twoFactor?.confirmed_at) throw new ApiError('two-factor-not-on');
  await parts.attempts.code(guess);
  let isOfApp = isAppCode(code);
  let isRight = isOfApp
    ? await verifyAppCode(parts, userId, twoFactor.secret, code)
    : await useRecoveryCode(parts.records, userId, code);
  if (isRight && !isOfApp) await recordAudit(parts.records, act, { action: 'recovery-code-used', owner: user });
  if (!isRight) throw new ApiError('two-factor-code-not-valid', 'code');
  await parts.attempts.codeWasRight(guess);
}

/** Checks a code of the app by its sealed secret; false when it is wrong or was used before. */
export async function verifyAppCode(
  parts: AccountServices,
  userId: string,
  sealed: string,
  code: string,
): Promise<boolean> {
  let secret = parts.sealer.open(sealed, userId);
  let step = secret === undefined ? undefined : stepOf(secret, code, parts.clock());
  return step !== undefined && (await claimTimeStep(parts.records, userId, step));
}

/** Generates ten new recovery codes of a person, stored sealed until they are acknowledged. */
export async function issueRecoveryCodes(
  { sealer }: AccountServices,
  records: Records,
  owner: Pick<OwnerRow, 'id'>,
): Promise<string[]> {
  let codes = newRecoveryCodes();
  let unseen = sealer.seal(JSON.stringify(codes), owner.id);
  let bare = codes.map((code) => code.replaceAll('-', ''));
  await replaceRecoveryCodes(records, owner.id, bare, unseen);
  return codes;
}
