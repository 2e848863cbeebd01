/**
 * Showing again who is there, before a step that a stolen session must not take. A session counts as confirmed for some minutes, and only
 * after this: a sign-in alone is not enough. API tokens are never confirmed.
 */
import { z } from 'zod';
import { GivenPassword } from './account';
import { route } from './route';

/** `way`: what this account is asked for. Accounts without a password sign in to GitHub anew. */
export const Confirmation = z.object({ is_confirmed: z.boolean(), way: z.enum(['password', 'github']) });
export type Confirmation = z.infer<typeof Confirmation>;

/** One of the two, as the account asks. */
export const ConfirmSession = z.object({
  current_password: GivenPassword,
  access_token: z.string().max(500).default(''),
});

const session = { tag: 'Sessions', path: '/internal/session/confirmation', access: 'session' } as const;

export const getConfirmation = route({
  ...session,
  id: 'getConfirmation',
  method: 'GET',
  summary: 'Whether the session of this call may take sensitive steps, and what it is asked for before',
  answer: Confirmation,
});

export const confirmSession = route({
  ...session,
  id: 'confirmSession',
  method: 'POST',
  summary:
    'Show again who the session belongs to, with the password or a fresh access token of GitHub; holds for ten minutes',
  body: ConfirmSession,
  errors: [
    'user-not-found',
    'password_does_not_match',
    'github-account-is-another',
    'github-not-set-up',
    'github-token-not-valid',
    'github-did-not-answer',
    'too-many-requests',
  ],
});
