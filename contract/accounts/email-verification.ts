import { z } from 'zod';
import { OneTimeToken } from '../fields';
import { route } from '../route';

const Link = z.object({ token: OneTimeToken });

/** What the page behind a link shows before the person presses its button. */
export const EmailVerification = z.object({ username: z.string(), email: z.string() });

export const emailVerificationApi = {
  requestEmailVerification: route({
    id: 'requestEmailVerification',
    method: 'POST',
    path: '/internal/users/{username}/request-email-verification',
    summary: 'Send the mail that confirms the address of an account again',
    tag: 'Users',
    access: 'self',
    params: z.object({ username: z.string() }),
    errors: ['user-not-found', 'email-already-verified', 'too-many-requests'],
  }),

  getEmailVerification: route({
    id: 'getEmailVerification',
    method: 'GET',
    path: '/internal/email-verifications/{token}',
    summary: 'Whose address a link confirms; the link stays unused',
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
    summary: 'Confirm an address with the link of a mail',
    tag: 'Users',
    access: 'anyone',
    params: Link,
    errors: ['email-verification-token-not-valid'],
  }),
};
