/** Sign-in, registration and sign-out. */
import type { usersApi } from 'contract/accounts/users';
import { registerUser } from '../../people/accounts/account-changes';
import { recordAudit } from '../../floor/audit';
import { changePreferences } from '../../people/accounts/email-preferences';
import { findUserByLogin, renewPasswordHash, type Person } from '../../floor/owners';
import { revokeToken } from '../../people/accounts/tokens';
import { ApiError } from '../../floor/api-error';
import { sendVerification } from '../../people/accounts/email-verification';
import { namesOfNew, refuseGuessable } from '../../people/accounts/guessable-passwords';
import type { ApiParts } from '../api-parts';
import type { HandlersOf } from '../http/handler';
import type { Turn } from '../../people/accounts/hashing';
import { refuseOtherWays } from '../single-sign-on/single-sign-on-handlers';
import { admitRegistration } from '../../people/accounts/registration';
import { enter, noteRefusal, signIn } from '../../people/accounts/sign-in';

export const sessionHandlers = {
  async login({ parts, body, address, act }) {
    refuseOtherWays(parts);
    let { records, attempts, hashing, devices } = parts;
    let user = await findUserByLogin(records, body.email);
    let device = user && devices.idAmong(body.devices, user.id, act.time);
    // By id, so that username and address of one account share a count.
    let guess = { account: user?.id ?? body.email, address, device };
    await attempts.password(guess).catch((error: unknown) => noteRefusal(parts, act, { owner: user }, error));
    let stranger = (await attempts.hasFailed(address)) ? ('failed' as const) : ('new' as const);
    let turn: Turn = { address, line: device ? 'known' : stranger };
    let isRight = await hashing.verify(body.password, user?.password_hash, turn).catch(async (error: unknown) => {
      await attempts.notTried(guess);
      throw error;
    });
    if (!user || !isRight) {
      await recordAudit(records, act, { action: 'sign-in-failed', owner: user ?? null });
      throw new ApiError('login-failed');
    }
    await attempts.passwordWasRight(guess);
    await renewHash(parts, user, body.password, turn);
    return enter(parts, user, act, { way: 'password', device });
  },

  async register({ parts, body, address, act }) {
    refuseOtherWays(parts);
    let { records, attempts, hashing, publicUrl } = parts;
    await attempts.register(address);
    await admitRegistration(parts, body, act.time);
    let { username, email, password, product_news } = body;
    refuseGuessable(password, namesOfNew(body, publicUrl));
    let passwordHash = await hashing.hash(password, { address, line: 'new' });
    let given = { username, email, passwordHash, emailVerifiedAt: null };
    let user = await records.transaction().execute((change) => registerUser(change, parts.names, given, act.time));
    if (product_news) await changePreferences(records, user, { product_news }, { ...act, actor: user });
    sendVerification(parts, user);
    return signIn(parts, user, act, { action: 'registered', way: 'password' });
  },

  async logout({ parts, caller, act }) {
    await parts.records.transaction().execute(async (change) => {
      await revokeToken(change, caller.tokenId);
      await recordAudit(change, act, { action: 'signed-out', owner: caller.user });
    });
    return undefined;
  },
} satisfies Partial<HandlersOf<typeof usersApi>>;

/**
 * Replaces a hash of an older cost while the password is known; with a full queue the next sign-in
 * does it.
 */
async function renewHash({ records, hashing }: ApiParts, user: Person, password: string, turn: Turn): Promise<void> {
  if (!hashing.isOutdated(user.password_hash)) return;
  try {
    await renewPasswordHash(records, user, await hashing.hash(password, turn));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'too-busy')) throw error;
  }
}
