/** Sign-in with an OpenID Connect provider; the gateway is its client. */
import { z } from 'zod';
import { route } from '../rules/route';
import { SignInResult } from './users';

/** `confirmation`: re-authentication of a signed-in person. */
export const SignOnPurpose = z.enum(['sign-in', 'confirmation']);

/** Paths of the dashboard where the provider sends browsers back to, for each purpose. */
export const signOnCallbacks = {
  'sign-in': '/single-sign-on-callback',
  confirmation: '/single-sign-on-callback/confirmation',
} as const;

export const ReturnedSignOn = z.object({
  flow: z.string().min(1).max(2_000),
  query: z.string().min(1).max(8_000),
});

const begun = z.object({
  /** The provider's page. */
  url: z.string(),
  /** Sealed; to be kept for this browser alone, and good for ten minutes. */
  flow: z.string(),
});

export const signOnRefusals = [
  'single-sign-on-not-set-up',
  'single-sign-on-failed',
  'single-sign-on-did-not-answer',
  'too-many-requests',
] as const;

export const singleSignOnApi = {
  beginSingleSignOn: route({
    id: 'beginSingleSignOn',
    method: 'POST',
    path: '/internal/single-sign-on',
    summary: 'Get the sign-in URL of the OpenID Connect provider',
    tag: 'Sessions',
    access: 'anyone',
    body: z.object({ purpose: SignOnPurpose }),
    answer: begun,
    errors: ['single-sign-on-not-set-up', 'single-sign-on-did-not-answer', 'too-many-requests'],
  }),

  loginWithSingleSignOn: route({
    id: 'loginWithSingleSignOn',
    method: 'POST',
    path: '/internal/login-with-single-sign-on',
    summary: 'Exchange the OpenID Connect response for a bearer token; creates an account for a new person',
    tag: 'Sessions',
    access: 'anyone',
    body: ReturnedSignOn,
    answer: SignInResult,
    errors: [
      'single-sign-on-account-not-known',
      'single-sign-on-email-is-taken',
      'single-sign-on-email-is-missing',
      'two-factor-required',
      'account-suspended',
      ...signOnRefusals,
    ],
  }),
};
