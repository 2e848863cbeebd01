import { z } from 'zod';
import { signInName } from '../rules/account-rules';
import { Display } from './display';
import { Email, Password, schemaOf, Username } from '../rules/fields';
import * as limits from '../floor/limits';
import { knownOrOthers, ours, PageQuery, pageOf, route } from '../rules/route';

const deviceMarkMax = 200;

export const Role = z.enum(['owner', 'admin', 'member']);
export type Role = z.infer<typeof Role>;

/**
 * A role in an answer: one that is not known here becomes `others` (specification, section 6), with
 * the rights of a member to read.
 */
export const AnyRole = knownOrOthers(Role.options);
export type AnyRole = z.infer<typeof AnyRole>;

export const EmailVerificationStatus = knownOrOthers(['to-be-verified', 'not-verified', 'verified']);

/** What a person sees of their own account (`/internal/users/{username}`). */
export const User = z.object({
  id: ours(z.string(), ''),
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email_verification_status: EmailVerificationStatus,
  days_left_for_email_verification: ours(z.number().int().nullable(), null),
  intercom_key: ours(z.string().nullable(), null),
  created_at: ours(z.string().datetime().nullable(), null),
  /** Null before the person has chosen. */
  display: Display.nullish(),
});
export type User = z.infer<typeof User>;

/** What every signed-in person sees of an owner. */
export const PublicOwner = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['user', 'organization']),
  created_at: z.string().datetime(),
  updated_at: z.string().datetime(),
});
export type PublicOwner = z.infer<typeof PublicOwner>;

export const OrganizationMembership = z.object({
  organization_id: z.string(),
  organization_name: z.string(),
  organization_description: ours(z.string(), ''),
  organization_website: ours(z.string(), ''),
  role: AnyRole,
});
export type OrganizationMembership = z.infer<typeof OrganizationMembership>;

export const SignInResult = z.object({
  token: z.string(),
  username: z.string(),
  /**
   * The mark of this device: sent with the next sign-in, it gives this device its own count of
   * attempts.
   */
  device: ours(z.string(), ''),
  organizations: ours(z.array(OrganizationMembership), []),
  display: Display.nullish(),
});
export type SignInResult = z.infer<typeof SignInResult>;

/** The marks that earlier sign-ins gave this device, of any account. */
export const DeviceMarks = z.array(z.string().max(deviceMarkMax)).max(limits.deviceMarksMax).default([]);

export const Credentials = z.object({
  email: schemaOf(signInName),
  password: z
    .string({ required_error: 'password_is_required' })
    .min(1, 'password_is_required')
    .max(1_000, 'login-failed'),
  devices: DeviceMarks,
});

/** Consent to mails about new features; the flag showMarketingOptInUi shows the box. */
export const ProductNews = z.boolean().default(false);

/** Who can register: everyone, people with an invite to an organization, or no one. */
export const registrationModes = ['open', 'invite', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** Token of an invite to an organization; required where registration needs an invite. */
export const RegistrationInvite = z.string().max(200).default('');

export const Registration = z.object({
  username: Username,
  email: Email,
  password: Password,
  product_news: ProductNews,
  invite: RegistrationInvite,
});

export const usersApi = {
  login: route({
    id: 'login',
    method: 'POST',
    path: '/internal/login',
    summary: 'Exchange an email address (or username) and password for a bearer token',
    tag: 'Sessions',
    access: 'anyone',
    body: Credentials,
    answer: SignInResult,
    errors: ['login-failed', 'single-sign-on-only', 'two-factor-required', 'too-many-sign-ins', 'too-busy'],
  }),

  register: route({
    id: 'register',
    method: 'POST',
    path: '/internal/register',
    summary: 'Create a personal account and sign in',
    tag: 'Sessions',
    access: 'anyone',
    body: Registration,
    status: 201,
    answer: SignInResult,
    errors: [
      'email-already-in-use',
      'username-already-in-use',
      'password_is_too_common',
      'password_contains_name',
      'single-sign-on-only',
      'registration-is-closed',
      'registration-needs-invite',
      'too-many-requests',
      'too-busy',
    ],
  }),

  logout: route({
    id: 'logout',
    method: 'POST',
    path: '/internal/logout',
    summary: 'Revoke the bearer token of this request',
    tag: 'Sessions',
    access: 'session',
  }),

  getUser: route({
    id: 'getUser',
    method: 'GET',
    path: '/internal/users/{username}',
    summary: 'Get the full account of the caller',
    tag: 'Users',
    access: 'self',
    params: z.object({ username: z.string() }),
    answer: User,
    errors: ['user-not-found'],
  }),

  getUserInformation: route({
    id: 'getUserInformation',
    method: 'GET',
    path: '/v2/users/{username}',
    summary: 'Get the public profile of a user or organization',
    tag: 'Users',
    access: 'session',
    params: z.object({ username: z.string() }),
    answer: PublicOwner,
    errors: ['user-not-found'],
  }),

  getUserOrganizations: route({
    id: 'getUserOrganizations',
    method: 'GET',
    path: '/v2/users/{username}/organizations',
    summary: 'List organizations of a person',
    tag: 'Users',
    access: 'self',
    params: z.object({ username: z.string() }),
    query: PageQuery,
    answer: pageOf(OrganizationMembership),
    errors: ['user-not-found'],
  }),

  /**
   * Feature strings of an owner; `contract/accounts/features.ts` lists those that have a meaning
   * here.
   */
  getFeatures: route({
    id: 'getFeatures',
    method: 'GET',
    path: '/internal/features/{owner}',
    summary: 'List features of an owner',
    tag: 'Features',
    access: 'read',
    params: z.object({ owner: z.string() }),
    answer: z.array(z.string()),
    errors: ['owner-not-found'],
  }),

  getArtifactFeatures: route({
    id: 'getArtifactFeatures',
    method: 'GET',
    path: '/internal/features/{owner}/artifacts/{artifact_id}',
    summary: 'List features of an owner for a package or pixel',
    tag: 'Features',
    access: 'read',
    params: z.object({ owner: z.string(), artifact_id: z.string() }),
    answer: z.array(z.string()),
    errors: ['owner-not-found', 'not-found'],
  }),
};
