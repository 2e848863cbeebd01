/** Sign-in, registration, sign-out, the first administrator, and what a person may see of owners. */
import { usersApi } from 'contract/accounts/users';
import { organizationsOf } from '../../floor/memberships';
import {
  featuresOf,
  findOwner,
  findUser,
  findUserByLogin,
  renewPasswordHash,
  type Person,
  grantFeature,
} from '../../floor/owners';
import { packageNames } from '../../packages/packages';
import { pixelNames } from '../../packages/pixels';
import { ApiError } from '../../floor/calls/api-error';
import { serve } from '../http/handler';
import { presentPage } from '../http/pagination';
import { accountFacts } from '../../people/accounts/account-facts';
import { presentMembership, presentOwner, presentUser } from '../../people/accounts/present';
import { registerUser } from '../../people/accounts/account-changes';
import { recordAudit } from '../../floor/audit';
import { changePreferences } from '../../alerts/email-preferences';
import { revokeToken, platformAdminFeature } from '../../people/accounts/tokens';
import { sendVerification } from '../../people/accounts/email-verification';
import { namesOfNew, refuseGuessable } from '../../people/accounts/guessable-passwords';
import type { Services } from '../http/services';
import type { HashingRequest } from '../../people/accounts/hashing';
import { refuseIfSingleSignOnOnly } from '../single-sign-on/single-sign-on-handlers';
import { admitRegistration } from '../../people/accounts/registration';
import { completeSignIn, auditLimitedSignIn, openSession } from '../../people/accounts/sign-in';
import { firstAdministratorApi } from 'contract/accounts/first-administrator';

export const userEndpoints = serve(usersApi, {
  async login({ parts, body, address, act }) {
    refuseIfSingleSignOnOnly(parts);
    let { records, attempts, hashing, devices } = parts;
    let user = await findUserByLogin(records, body.email);
    let device = user && devices.idAmong(body.devices, user.id, act.time);
    // By id, so that username and address of one account share a count.
    let guess = { account: user?.id ?? body.email, address, device };
    await attempts.password(guess).catch((error: unknown) => auditLimitedSignIn(parts, act, { owner: user }, error));
    let stranger = (await attempts.hasFailed(address)) ? ('failed' as const) : ('new' as const);
    let turn: HashingRequest = { address, line: device ? 'known' : stranger };
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
    return completeSignIn(parts, user, act, { way: 'password', device });
  },

  async register({ parts, body, address, act }) {
    refuseIfSingleSignOnOnly(parts);
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
    return openSession(parts, user, act, { action: 'registered', way: 'password' });
  },

  async logout({ parts, caller, act }) {
    await parts.records.transaction().execute(async (change) => {
      await revokeToken(change, caller.tokenId);
      await recordAudit(change, act, { action: 'signed-out', owner: caller.user });
    });
    return undefined;
  },

  async getUser({ parts, owner }) {
    let user = await findUser(parts.records, owner.id);
    if (!user) throw new ApiError('user-not-found');
    return presentUser(user, accountFacts(parts, user.id, parts.clock()));
  },

  async getUserInformation({ parts, params }) {
    let owner = await findOwner(parts.records, params.username);
    if (!owner) throw new ApiError('user-not-found');
    return presentOwner(owner);
  },

  async getUserOrganizations({ parts, owner, query, url }) {
    let page = await organizationsOf(parts.records, owner.id, query);
    return presentPage(page, { query, url }, (row) => row.id, presentMembership);
  },

  getFeatures: ({ parts, owner }) => featuresOf(parts.records, owner.id),

  async getArtifactFeatures({ parts, owner, params }) {
    let ids = [params.artifact_id];
    let [packages, pixels] = await Promise.all([
      packageNames(parts.records, owner.id, ids),
      pixelNames(parts.records, owner.id, ids),
    ]);
    if (packages.size + pixels.size === 0) throw new ApiError('not-found');
    return featuresOf(parts.records, owner.id);
  },
});

/**
 * Replaces a hash of an older cost while the password is known; with a full queue the next sign-in
 * does it.
 */
async function renewHash(
  { records, hashing }: Services,
  user: Person,
  password: string,
  turn: HashingRequest,
): Promise<void> {
  if (!hashing.isOutdated(user.password_hash)) return;
  try {
    await renewPasswordHash(records, user, await hashing.hash(password, turn));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'too-busy')) throw error;
  }
}

export const firstAdministratorEndpoints = serve(firstAdministratorApi, {
  async getFirstAdministrator({ parts, params }) {
    await parts.firstAdministrator.check(params.token);
    return undefined;
  },

  createFirstAdministrator: ({ parts, params, body, address, act }) =>
    parts.firstAdministrator.use(params.token, async () => {
      let { records, attempts, hashing, publicUrl } = parts;
      await attempts.register(address);
      refuseGuessable(body.password, namesOfNew(body, publicUrl));
      let passwordHash = await hashing.hash(body.password, { address, line: 'new' });
      let { username, email } = body;
      // The link is printed in the server's log: who can read it is trusted about the address.
      let given = { username, email, passwordHash, emailVerifiedAt: act.time };
      let user = await records.transaction().execute(async (change) => {
        let made = await registerUser(change, parts.names, given, act.time);
        await grantFeature(change, made.id, platformAdminFeature);
        await recordAudit(change, { ...act, actor: made }, { action: 'administrator-granted', owner: made });
        return made;
      });
      return openSession(parts, user, act, { action: 'registered', way: 'first start' });
    }),
});
