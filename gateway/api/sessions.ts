/** Getting in and out: sign-in, registration, sign-out. */
import type { SignedIn } from 'contract/users';
import { organizationsOf } from '../records/memberships';
import { createUser, findUserByLogin } from '../records/owners';
import type { OwnerTable } from '../records/schema';
import { forgetEndedTokens, issueToken, revokeToken } from '../records/tokens';
import { Refusal } from '../refusal';
import type { ApiParts, Handlers } from './handler';
import { hashPassword, verifyPassword } from './passwords';
import { presentMembership } from './present';

export const sessionHandlers = {
  async login({ parts, body, address }) {
    await parts.attempts.signIn(body.email, address);
    let user = await findUserByLogin(parts.records, body.email);
    let isRight = await verifyPassword(body.password, user?.password_hash);
    if (!user || !isRight) throw new Refusal('login-failed');
    await parts.attempts.signedIn(body.email, address);
    await forgetEndedTokens(parts.records, parts.clock());
    return signIn(parts, user);
  },

  async register({ parts, body, address }) {
    await parts.attempts.register(address);
    let { username, email, password } = body;
    let passwordHash = await hashPassword(password);
    let user = await createUser(parts.records, { username, email, passwordHash, emailVerifiedAt: null }, parts.clock());
    return signIn(parts, user);
  },

  async logout({ parts, caller }) {
    await revokeToken(parts.records, caller.tokenId);
    return undefined;
  },
} satisfies Partial<Handlers>;

async function signIn({ records, clock }: ApiParts, user: OwnerTable): Promise<SignedIn> {
  let token = await issueToken(records, user.id, 'session', clock());
  let { rows } = await organizationsOf(records, user.id, { per_page: 'max' });
  return { token, username: user.name, organizations: rows.map(presentMembership) };
}
