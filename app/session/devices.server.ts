/**
 * The marks by which the gateway knows this browser: one for each account that was signed in here,
 * kept for a year.
 */
import type { SignedIn } from 'contract/users';
import * as limits from 'contract/limits';
import { devicesCookie } from './sign-in-cookies.server';

/** The marks to send along with a sign-in. */
export function deviceMarks(request: Request): string[] {
  return devicesCookie.read(request)?.devices.map(({ device }) => device) ?? [];
}

/**
 * The `Set-Cookie` value that keeps the mark an account was given now, in place of its older one.
 */
export function rememberDevice(request: Request, { username, device }: Pick<SignedIn, 'username' | 'device'>): string {
  let others = devicesCookie.read(request)?.devices.filter((known) => known.username !== username) ?? [];
  return devicesCookie.keep({ devices: [{ username, device }, ...others].slice(0, limits.deviceMarksMax) });
}
