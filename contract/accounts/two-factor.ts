/** The second step of a sign-in: codes of an authenticator app (RFC 6238) and recovery codes. */
import { z } from 'zod';
import { SixDigitCode, OneTimeToken } from '../rules/fields';
import { route } from '../rules/route';
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
    summary: 'Finish signing in with a code from the authenticator app or a recovery code',
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
    summary: 'Get whether two-factor authentication is on, and who requires it',
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
    summary: 'Create a secret for an authenticator app, or return the unconfirmed one',
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
    summary: 'Turn on two-factor with the first code; creates the recovery codes',
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
    summary: 'Turn off two-factor with a code',
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
    summary: 'List recovery codes; empty after they are acknowledged',
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
    summary: 'Create ten new recovery codes; the old ones stop working',
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
    summary: 'Acknowledge the recovery codes; they are not shown again',
    tag: 'Two-factor',
    access: 'person',
    params: Person,
    errors: ['user-not-found'],
  }),
};
