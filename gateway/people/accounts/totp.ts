/**
 * Codes of authenticator apps: RFC 6238 with the parameters that every app supports (SHA-1, 6
 * digits, 30 seconds).
 */
import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import * as limits from 'contract/floor/limits';

const periodSeconds = 30;
/** Clocks may differ by a step each way (RFC 6238, 5.2). */
const stepsAround = 1;
const secretBytes = 20;
/** Crockford's base 32: no letters that look alike. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const groups = 6;
const groupLength = 4;

export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

export function enrolmentUri(secret: string, account: string, issuer: string): string {
  return authenticator(secret, account, issuer).toString();
}

/** The time step of a code, or undefined when it is valid for none around `now` (milliseconds). */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  let delta = authenticator(secret).validate({ token: code, timestamp: now, window: stepsAround });
  return delta === null ? undefined : Math.floor(now / 1_000 / periodSeconds) + delta;
}

/** Whether a text looks like a code of an app; anything else is treated as a recovery code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/**
 * Fresh recovery codes of 120 random bits each, enough to be kept as a plain SHA-256, in groups
 * that can be read out.
 */
export function newRecoveryCodes(): string[] {
  let group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: limits.recoveryCodes }, () => Array.from({ length: groups }, group).join('-'));
}

function authenticator(secret: string, label = '', issuer = ''): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), period: periodSeconds, label, issuer });
}
