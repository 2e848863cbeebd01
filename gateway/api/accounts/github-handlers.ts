/** Signing in and registering with a GitHub account. */
import { githubApi, type GithubLink } from 'contract/accounts/github';
import type { Github, GithubIdentity } from '../../people/accounts/github';
import { sendWelcome, sendVerification } from '../../people/accounts/email-verification';
import { registerUser } from '../../people/accounts/account-changes';
import { changePreferences } from '../../alerts/email-preferences';
import {
  addGithub,
  dropGithub,
  findUserByGithub,
  githubAccountOf,
  linkGithub,
} from '../../people/accounts/github-accounts';
import { findUser } from '../../floor/owners';
import { ApiError } from '../../floor/calls/api-error';
import type { Services } from '../http/services';
import { serve } from '../http/handler';
import { refuseIfSingleSignOnOnly } from '../single-sign-on/single-sign-on-handlers';
import { admitRegistration } from '../../people/accounts/registration';
import { sendSecurityNotice } from '../../people/accounts/security-notices';
import { completeSignIn, openSession } from '../../people/accounts/sign-in';

export const githubEndpoints = serve(githubApi, {
  async loginWithGithub({ parts, body, address, act }) {
    refuseIfSingleSignOnOnly(parts);
    let identity = await identify(parts, body.access_token, address);
    let user = await findUserByGithub(parts.records, identity.id);
    // The same email address does not prove the same person: anyone who can register it at GitHub
    // would get access.
    if (!user) throw new ApiError('github-account-not-linked');
    return completeSignIn(parts, user, act, { way: 'GitHub' });
  },

  async readGithubProfile({ parts, body, address }) {
    let { login, verifiedEmails } = await identify(parts, body.access_token, address);
    return { login, email: verifiedEmails[0] ?? '' };
  },

  async registerWithGithub({ parts, body, address, act }) {
    refuseIfSingleSignOnOnly(parts);
    await parts.attempts.register(address);
    await admitRegistration(parts, body, act.time);
    let identity = await identify(parts, body.access_token, address);
    let { username, email, product_news } = body;
    let isConfirmed = identity.verifiedEmails.some((known) => known.toLowerCase() === email.toLowerCase());
    let now = parts.clock();
    let given = { username, email, passwordHash: '', emailVerifiedAt: isConfirmed ? now : null };
    let user = await parts.records.transaction().execute(async (change) => {
      let added = await registerUser(change, parts.names, given, now);
      await linkGithub(change, added.id, identity, now);
      return added;
    });
    if (product_news) await changePreferences(parts.records, user, { product_news }, { ...act, actor: user });
    if (isConfirmed) sendWelcome(parts, user.id);
    else sendVerification(parts, user);
    return openSession(parts, user, act, { action: 'registered', way: 'GitHub' });
  },

  getGithubLink: ({ parts, owner }) => presentLink(parts, owner.id),

  async linkGithubAccount({ parts, owner, body, address, act }) {
    let identity = await identify(parts, body.access_token, address);
    let isNew = await addGithub(parts.records, owner, identity, act);
    if (isNew) sendSecurityNotice(parts, owner.id, { kind: 'github-linked', login: identity.login }, act);
    return presentLink(parts, owner.id);
  },

  async unlinkGithubAccount({ parts, owner, act }) {
    let login = await dropGithub(parts.records, owner, act);
    sendSecurityNotice(parts, owner.id, { kind: 'github-unlinked', login }, act);
    return undefined;
  },
});

async function presentLink({ records }: Services, userId: string): Promise<GithubLink> {
  let [linked, user] = await Promise.all([githubAccountOf(records, userId), findUser(records, userId)]);
  if (!user) throw new ApiError('user-not-found');
  return { login: linked?.login ?? null, is_only_way_in: linked !== undefined && user.password_hash === '' };
}

/** The account of an access token. Every call to GitHub counts as an attempt of this address. */
export async function identify(parts: Services, accessToken: string, address: string): Promise<GithubIdentity> {
  let github: Github | undefined = parts.github;
  if (!github) throw new ApiError('github-not-set-up');
  await parts.attempts.github(address);
  return github.identityOf(accessToken);
}
