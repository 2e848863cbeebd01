import { z } from 'zod';
import { OneTimeToken } from '../rules/fields';
import { route } from '../rules/route';

const Link = z.object({ token: OneTimeToken });

/** What the page behind a link shows before the person presses its button. */
export const EmailVerification = z.object({ username: z.string(), email: z.string() });

export const emailVerificationApi = {
  requestEmailVerification: route({
    id: 'requestEmailVerification',
    method: 'POST',
    path: '/internal/users/{username}/request-email-verification',
    summary: 'Resend the verification email',
    tag: 'Users',
    access: 'self',
    params: z.object({ username: z.string() }),
    errors: ['user-not-found', 'email-already-verified', 'too-many-requests'],
  }),

  getEmailVerification: route({
    id: 'getEmailVerification',
    method: 'GET',
    path: '/internal/email-verifications/{token}',
    summary: 'Get the account of a verification link, without using it',
    tag: 'Users',
    access: 'anyone',
    params: Link,
    answer: EmailVerification,
    errors: ['email-verification-token-not-valid'],
  }),

  verifyEmail: route({
    id: 'verifyEmail',
    method: 'POST',
    path: '/internal/email-verifications/{token}',
    summary: 'Verify an email with its link',
    tag: 'Users',
    access: 'anyone',
    params: Link,
    errors: ['email-verification-token-not-valid'],
  }),
};
