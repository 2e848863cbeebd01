import { z } from 'zod';
import { Email, EndApiTokens, OneTimeToken, Password } from '../rules/fields';
import { route } from '../rules/route';
import { SignInResult } from './users';

const Link = z.object({ token: OneTimeToken });

export const PasswordResetRequest = z.object({ email: Email });
export const NewPassword = z.object({ password: Password, end_api_tokens: EndApiTokens });

export const passwordResetsApi = {
  requestPasswordReset: route({
    id: 'requestPasswordReset',
    method: 'POST',
    path: '/internal/password-resets',
    summary: 'Send a password reset link; the response does not reveal whether the account exists',
    tag: 'Sessions',
    access: 'anyone',
    body: PasswordResetRequest,
    errors: ['too-many-requests'],
  }),

  getPasswordReset: route({
    id: 'getPasswordReset',
    method: 'GET',
    path: '/internal/password-resets/{token}',
    summary: 'Get the account of a password reset link, without using it',
    tag: 'Sessions',
    access: 'anyone',
    params: Link,
    answer: z.object({ username: z.string() }),
    errors: ['password-reset-token-not-valid'],
  }),

  resetPassword: route({
    id: 'resetPassword',
    method: 'POST',
    path: '/internal/password-resets/{token}',
    summary: 'Reset the password with its link; revokes all sessions, and on request all API tokens',
    tag: 'Sessions',
    access: 'anyone',
    params: Link,
    body: NewPassword,
    answer: SignInResult.pick({ username: true, device: true }),
    errors: [
      'password-reset-token-not-valid',
      'password_must_differ',
      'password_is_too_common',
      'password_contains_name',
      'too-busy',
    ],
  }),
};
