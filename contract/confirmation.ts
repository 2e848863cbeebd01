/**
 * Showing again who is there, before a step that a stolen session must not take. It gives a text
 * that calls carry beside their token, and that
 * counts for some minutes: a sign-in alone is not enough, and neither is the token, whoever has a
 * copy of it. API tokens are never confirmed.
 */
import { z } from 'zod';
import { GivenPassword } from './account';
import { route } from './route';

/** The header of a call that carries a confirmation. */
export const confirmationHeader = 'x-confirmation';

/** What a confirmation looks like. */
export const confirmationText = /^[\w-]{1,400}$/;

/** `way`: what this account is asked for. Accounts without a password sign in to GitHub anew. */
export const Confirmation = z.object({ is_confirmed: z.boolean(), way: z.enum(['password', 'github']) });
export type Confirmation = z.infer<typeof Confirmation>;

/** One of the two, as the account asks. */
export const ConfirmSession = z.object({
  current_password: GivenPassword,
  access_token: z.string().max(500).default(''),
});

/** Counts with the token of this call alone, for ten minutes. One session may have several. */
export const Confirmed = z.object({ confirmation: z.string().regex(confirmationText) });
export type Confirmed = z.infer<typeof Confirmed>;

const session = { tag: 'Sessions', path: '/internal/session/confirmation', access: 'session' } as const;

export const getConfirmation = route({
  ...session,
  id: 'getConfirmation',
  method: 'GET',
  summary:
    'Whether this call, by its session and its confirmation, may take sensitive steps, and what it is asked for before',
  takesConfirmation: true,
  answer: Confirmation,
});

export const confirmSession = route({
  ...session,
  id: 'confirmSession',
  method: 'POST',
  summary:
    'Show again who the session belongs to, with the password or a fresh access token of GitHub; gives what sensitive calls carry for ten minutes',
  body: ConfirmSession,
  answer: Confirmed,
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
