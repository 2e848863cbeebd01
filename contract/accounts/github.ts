/**
 * Signing in with a GitHub account. The gateway takes the access token that GitHub issued to this
 * installation's application and asks GitHub whose it is.
 */
import { z } from 'zod';
import { Email, Username } from '../rules/fields';
import { route } from '../rules/route';
import { ProductNews, RegistrationInvite, SignInResult } from './users';

const GithubToken = z.string().min(1).max(500);
export const GithubAccess = z.object({ access_token: GithubToken });

/** Data of the GitHub account that fills the registration form. */
export const GithubProfile = z.object({
  login: z.string(),
  /** The confirmed address of the account; empty without one. */
  email: z.string(),
});
export type GithubProfile = z.infer<typeof GithubProfile>;

export const GithubRegistration = z.object({
  access_token: GithubToken,
  username: Username,
  email: Email,
  product_news: ProductNews,
  invite: RegistrationInvite,
});

const refusals = ['github-not-set-up', 'github-token-not-valid', 'github-did-not-answer', 'too-many-requests'] as const;

/** `login` is null without a linked account; `is_only_way_in`: the person has no password. */
export const GithubLink = z.object({ login: z.string().nullable(), is_only_way_in: z.boolean() });
export type GithubLink = z.infer<typeof GithubLink>;

const Person = z.object({ username: z.string() });
const link = { tag: 'Users', path: '/internal/users/{username}/github', params: Person } as const;

export const githubApi = {
  loginWithGithub: route({
    id: 'loginWithGithub',
    method: 'POST',
    path: '/internal/login-with-github',
    summary: 'Exchange a GitHub access token for a bearer token',
    tag: 'Sessions',
    access: 'anyone',
    body: GithubAccess,
    answer: SignInResult,
    errors: ['github-account-not-linked', 'single-sign-on-only', 'two-factor-required', ...refusals],
  }),

  readGithubProfile: route({
    id: 'readGithubProfile',
    method: 'POST',
    path: '/internal/github-profiles',
    summary: 'Get the GitHub account of an access token',
    tag: 'Sessions',
    access: 'anyone',
    body: GithubAccess,
    answer: GithubProfile,
    errors: refusals,
  }),

  registerWithGithub: route({
    id: 'registerWithGithub',
    method: 'POST',
    path: '/internal/register-with-github',
    summary:
      'Create a personal account for a GitHub account and sign in; an email verified by GitHub counts as verified',
    tag: 'Sessions',
    access: 'anyone',
    body: GithubRegistration,
    status: 201,
    answer: SignInResult,
    errors: [
      'email-already-in-use',
      'username-already-in-use',
      'single-sign-on-only',
      'registration-is-closed',
      'registration-needs-invite',
      'github-account-already-linked',
      ...refusals,
    ],
  }),

  getGithubLink: route({
    ...link,
    id: 'getGithubLink',
    method: 'GET',
    summary: 'Get the linked GitHub account',
    access: 'self',
    answer: GithubLink,
    errors: ['user-not-found'],
  }),

  linkGithubAccount: route({
    ...link,
    id: 'linkGithubAccount',
    method: 'POST',
    summary: 'Link a GitHub account',
    access: 'person',
    isSensitive: true,
    body: GithubAccess,
    answer: GithubLink,
    errors: ['user-not-found', 'github-account-already-linked', ...refusals],
  }),

  unlinkGithubAccount: route({
    ...link,
    id: 'unlinkGithubAccount',
    method: 'DELETE',
    summary: 'Unlink the GitHub account; requires a password',
    access: 'person',
    isSensitive: true,
    errors: ['user-not-found', 'github-link-not-found', 'github-is-the-only-way-in'],
  }),
};
