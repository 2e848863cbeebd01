/** The second step of a sign-in: codes of an authenticator app (RFC 6238) and recovery codes. */
import { z } from 'zod';
import { SixDigitCode, OneTimeToken } from '../fields';
import { route } from '../route';
import { DeviceMarks, SignInResult } from './users';

const Person = z.object({ username: z.string() });

/** `off`, `pending` (a secret exists, no code confirmed yet) or `on`. */
export const TwoFactor = z.object({
  status: z.enum(['off', 'pending', 'on']),
  recovery_codes_left: z.number().int(),
  /**
   * Who requires it of the person: names of organizations, and the installation for platform
   * admins.
   */
  required_by: z.object({ organizations: z.array(z.string()), administration: z.boolean() }),
});
export type TwoFactor = z.infer<typeof TwoFactor>;

export const TwoFactorSecret = z.object({ secret: z.string(), uri: z.string() });

export const RecoveryCodes = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const CodeInput = z.object({ code: SixDigitCode });
export const SecondStep = z.object({ challenge: OneTimeToken, code: SixDigitCode, devices: DeviceMarks });

export const twoFactorApi = {
  secondStep: route({
    id: 'secondStep',
    method: 'POST',
    path: '/internal/login/two-factor',
    summary: 'Finish a sign-in with a code of the authenticator app or a recovery code',
    tag: 'Sessions',
    access: 'anyone',
    body: SecondStep,
    answer: SignInResult,
    errors: ['two-factor-challenge-not-valid', 'two-factor-code-not-valid', 'too-many-sign-ins'],
  }),

  getTwoFactor: route({
    id: 'getTwoFactor',
    method: 'GET',
    path: '/internal/users/{username}/two-factor',
    summary: 'Whether an account asks for a second step, and who requires it to',
    tag: 'Two-factor',
    access: 'person',
    params: Person,
    answer: TwoFactor,
    errors: ['user-not-found'],
  }),

  startTwoFactor: route({
    id: 'startTwoFactor',
    method: 'POST',
    path: '/internal/users/{username}/two-factor',
    summary: 'Make a secret for an authenticator app, or give the one not confirmed yet',
    tag: 'Two-factor',
    access: 'person',
    isSensitive: true,
    params: Person,
    answer: TwoFactorSecret,
    errors: ['user-not-found', 'two-factor-already-on'],
  }),

  confirmTwoFactor: route({
    id: 'confirmTwoFactor',
    method: 'POST',
    path: '/internal/users/{username}/two-factor/confirmation',
    summary: 'Switch two-factor on with the first code of the app; makes the recovery codes',
    tag: 'Two-factor',
    access: 'person',
    isSensitive: true,
    params: Person,
    body: CodeInput,
    errors: [
      'user-not-found',
      'two-factor-not-on',
      'two-factor-already-on',
      'two-factor-code-not-valid',
      'too-many-requests',
    ],
  }),

  stopTwoFactor: route({
    id: 'stopTwoFactor',
    method: 'DELETE',
    path: '/internal/users/{username}/two-factor',
    summary: 'Switch two-factor off with a code',
    tag: 'Two-factor',
    access: 'person',
    isSensitive: true,
    params: Person,
    body: CodeInput,
    errors: ['user-not-found', 'two-factor-not-on', 'two-factor-code-not-valid', 'too-many-requests'],
  }),

  getRecoveryCodes: route({
    id: 'getRecoveryCodes',
    method: 'GET',
    path: '/internal/users/{username}/recovery-codes',
    summary: 'The recovery codes, until the person has said that they are kept; empty after that',
    tag: 'Two-factor',
    access: 'person',
    params: Person,
    answer: RecoveryCodes,
    errors: ['user-not-found'],
  }),

  makeRecoveryCodes: route({
    id: 'makeRecoveryCodes',
    method: 'POST',
    path: '/internal/users/{username}/recovery-codes',
    summary: 'Make ten new recovery codes; the old ones work no longer',
    tag: 'Two-factor',
    access: 'person',
    isSensitive: true,
    params: Person,
    body: CodeInput,
    answer: RecoveryCodes,
    errors: ['user-not-found', 'two-factor-not-on', 'two-factor-code-not-valid', 'too-many-requests'],
  }),

  acknowledgeRecoveryCodes: route({
    id: 'acknowledgeRecoveryCodes',
    method: 'POST',
    path: '/internal/users/{username}/recovery-codes/acknowledgement',
    summary: 'Say that the recovery codes are kept; they are never shown again',
    tag: 'Two-factor',
    access: 'person',
    params: Person,
    errors: ['user-not-found'],
  }),
};
