/** Getting in and out: sign-in, registration, sign-out. */
import { recordAudit } from '../records/audit';
import { changePreferences } from '../records/email-preferences';
import { createUser, findUserByLogin } from '../records/owners';
import { revokeToken } from '../records/tokens';
import { Refusal } from '../refusal';
import { sendVerification } from './email-verification';
import type { Handlers } from './handler';
import { hashPassword, verifyPassword } from './passwords';
import { enter, signIn } from './sign-in';

export const sessionHandlers = {
  async login({ parts, body, address, act }) {
    let user = await findUserByLogin(parts.records, body.email);
    // By its id, so that a username and an address of one account have one count.
    let account = user?.id ?? body.email;
    await parts.attempts.signIn(account, address);
    let isRight = await verifyPassword(body.password, user?.password_hash);
    if (!user || !isRight) {
      await recordAudit(parts.records, act, { action: 'sign-in-failed', owner: user ?? null });
      throw new Refusal('login-failed');
    }
    await parts.attempts.signedIn(account, address);
    return enter(parts, user, act);
  },

  async register({ parts, body, address, act }) {
    await parts.attempts.register(address);
    let { username, email, password, product_news } = body;
    let passwordHash = await hashPassword(password);
    let user = await createUser(parts.records, { username, email, passwordHash, emailVerifiedAt: null }, parts.clock());
    if (product_news) await changePreferences(parts.records, user, { product_news }, { ...act, actor: user });
    sendVerification(parts, user);
    return signIn(parts, user, act, 'registered');
  },

  async logout({ parts, caller, act }) {
    await parts.records.transaction().execute(async (change) => {
      await revokeToken(change, caller.tokenId);
      await recordAudit(change, act, { action: 'signed-out', owner: caller.user });
    });
    return undefined;
  },
} satisfies Partial<Handlers>;
