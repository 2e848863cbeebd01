/**
 * Data that a sign-in carries from one page to the next, or to the next sign-in: sealed cookies,
 * checked when they are read.
 */
import * as limits from 'contract/floor/limits';
import type { SignInResult } from 'contract/accounts/users';
import { z } from 'zod';
import { env } from '../config/env.server';
import { cookie, createSealer } from './cookies.server';

const tenMinutes = 10 * 60;
const sealer = createSealer(env.SESSION_SECRETS);

interface Kept<T> {
  /** The stored value, or null when there is none, or none that can be read. */
  read(request: Request): T | null;
  /** The `Set-Cookie` value that keeps it. */
  keep(value: T): string;
  /** The `Set-Cookie` value that forgets it. */
  forget(): string;
}

function sealed<S extends z.AnyZodObject>(
  name: `__${string}`,
  schema: S,
  maxAgeSeconds = tenMinutes,
): Kept<z.output<S>> {
  let kept = cookie(name);
  let Sealed = z.object({ step: z.literal(name), value: schema });
  return {
    read(request) {
      let [text] = kept.values(request);
      let read = Sealed.safeParse(text ? sealer.open(text) : null);
      return read.success ? (read.data.value as z.output<S>) : null;
    },
    keep: (value) => kept.set(sealer.seal({ step: name, value }, maxAgeSeconds), maxAgeSeconds),
    forget: () => kept.clear(),
  };
}

/** The challenge of a sign-in that needs a code. */
export const secondStepCookie = sealed('__second_step', z.object({ challenge: z.string() }));

/** A GitHub account during its registration. */
export const githubCookie = sealed('__github_account', z.object({ accessToken: z.string() }));

/** What a return from single sign-on is checked with. */
export const signOnCookie = sealed('__single_sign_on', z.object({ flow: z.string() }));

/** The page to return to after GitHub or single sign-on. */
export const onwardCookie = sealed('__onward', z.object({ backTo: z.string() }));

/** The accounts that were signed in here, each with its device mark from the gateway. */
const devicesCookie = sealed(
  '__devices',
  z.object({ devices: z.array(z.object({ username: z.string(), device: z.string() })) }),
  limits.knownDeviceMs / 1_000,
);

/** The marks to send with a sign-in. */
export function knownDeviceTokens(request: Request): string[] {
  return devicesCookie.read(request)?.devices.map(({ device }) => device) ?? [];
}

/** The `Set-Cookie` value that stores the new mark of an account instead of its older one. */
export function rememberDevice(
  request: Request,
  { username, device }: Pick<SignInResult, 'username' | 'device'>,
): string {
  let others = devicesCookie.read(request)?.devices.filter((known) => known.username !== username) ?? [];
  return devicesCookie.keep({ devices: [{ username, device }, ...others].slice(0, limits.deviceMarksMax) });
}
