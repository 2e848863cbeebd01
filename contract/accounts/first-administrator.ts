/** The one-time link printed at first start, which creates the first platform admin. */
import { z } from 'zod';
import { route } from '../rules/route';
import { Registration, SignInResult } from './users';

const link = {
  tag: 'Sessions',
  access: 'anyone',
  path: '/internal/first-administrator/{token}',
  params: z.object({ token: z.string() }),
} as const;

export const FirstAdministrator = Registration.omit({ product_news: true });

export const firstAdministratorApi = {
  getFirstAdministrator: route({
    ...link,
    id: 'getFirstAdministrator',
    method: 'GET',
    summary: 'Get whether the first administrator link is valid',
    errors: ['first-administrator-link-not-valid'],
  }),

  createFirstAdministrator: route({
    ...link,
    id: 'createFirstAdministrator',
    method: 'POST',
    summary: 'Create the first platform admin and sign in',
    body: FirstAdministrator,
    status: 201,
    answer: SignInResult,
    errors: [
      'first-administrator-link-not-valid',
      'email-already-in-use',
      'username-already-in-use',
      'password_is_too_common',
      'password_contains_name',
      'too-many-requests',
      'too-busy',
    ],
  }),
};
