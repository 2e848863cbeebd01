/** What a person can change about their own account: names, password, email address, deletion. */
import { z } from 'zod';
import { Display } from './display';
import { Email, EndApiTokens, OneTimeToken, optionalText, Password, Username } from '../rules/fields';
import * as limits from '../floor/limits';
import { route } from '../rules/route';
import { User } from './users';

const name = optionalText(limits.personNameMax).transform((v) => v ?? '');

/** Another username changes the account's default download addresses. */
export const Profile = z.object({ username: Username, first_name: name, last_name: name });

/** The current password. May be left out by an account without one, which signs in with GitHub. */
export const CurrentPassword = z
  .string({ invalid_type_error: 'password_does_not_match' })
  .max(1_000, 'password_does_not_match')
  .default('');

/**
 * Specification, section 5: the current password must be right and the new one must differ from it.
 * `end_api_tokens` also revokes all API tokens.
 */
export const PasswordChange = z.object({
  current_password: CurrentPassword,
  password: Password,
  end_api_tokens: EndApiTokens,
});

export const EmailChange = z.object({ email: Email, current_password: CurrentPassword });

const Person = z.object({ username: z.string() });
const Link = z.object({ token: OneTimeToken });
const users = { tag: 'Users' } as const;

export const accountApi = {
  updateUser: route({
    ...users,
    id: 'updateUser',
    method: 'PUT',
    path: '/internal/users/{username}',
    summary: 'Update username and names of an account; a new username changes its default download URLs',
    access: 'self',
    params: Person,
    body: Profile,
    answer: User,
    errors: [
      'user-not-found',
      'username-is-required',
      'username-is-too-short',
      'username-is-too-long',
      'username-is-invalid',
      'username-already-in-use',
      'too-many-former-names',
      'field-is-too-long',
    ],
  }),

  updateDisplay: route({
    ...users,
    id: 'updateDisplay',
    method: 'PUT',
    path: '/internal/users/{username}/display',
    summary: 'Update time zone, first day of the week and number format',
    access: 'self',
    params: Person,
    body: Display,
    answer: Display,
    errors: ['user-not-found', 'time-zone-not-known'],
  }),

  changePassword: route({
    ...users,
    id: 'changePassword',
    method: 'POST',
    path: '/internal/users/{username}/password',
    summary: 'Change the password; revokes all other sessions, and on request all API tokens',
    access: 'person',
    takesConfirmation: true,
    params: Person,
    body: PasswordChange,
    errors: [
      'user-not-found',
      'password_does_not_match',
      'password_must_differ',
      'confirmation-required',
      'password_is_too_common',
      'password_contains_name',
      'too-many-requests',
      'too-busy',
    ],
  }),

  requestEmailChange: route({
    ...users,
    id: 'requestEmailChange',
    method: 'POST',
    path: '/internal/users/{username}/email-changes',
    summary: 'Send a verification link to a new email; the old one stays until then',
    access: 'person',
    takesConfirmation: true,
    params: Person,
    body: EmailChange,
    errors: [
      'user-not-found',
      'email-is-required',
      'email-is-invalid',
      'email-already-in-use',
      'email-is-the-same',
      'password_does_not_match',
      'confirmation-required',
      'too-many-requests',
      'too-busy',
    ],
  }),

  getEmailChange: route({
    ...users,
    id: 'getEmailChange',
    method: 'GET',
    path: '/internal/email-changes/{token}',
    summary: 'Get the account and new email of a link, without using it',
    access: 'anyone',
    params: Link,
    answer: z.object({ username: z.string(), email: z.string() }),
    errors: ['email-change-token-not-valid'],
  }),

  confirmEmailChange: route({
    ...users,
    id: 'confirmEmailChange',
    method: 'POST',
    path: '/internal/email-changes/{token}',
    summary: 'Change the email of an account with its link',
    access: 'anyone',
    params: Link,
    errors: ['email-change-token-not-valid', 'email-already-in-use'],
  }),

  deleteUser: route({
    ...users,
    id: 'deleteUser',
    method: 'DELETE',
    path: '/internal/users/{username}',
    summary: 'Delete an account with its packages and pixels',
    access: 'self',
    isSensitive: true,
    params: Person,
    errors: [
      'user-not-found',
      'last-administrator',
      'organization-needs-an-owner',
      'cannot-delete-account-with-subscription',
    ],
  }),
};
