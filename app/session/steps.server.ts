/** What a sign-in of several pages carries from one to the next: short-lived sealed cookies, checked when they are read. */
import { parse, serialize } from 'cookie';
import { z } from 'zod';
import { env } from '../env.server';
import { createSealer } from './seal.server';

const maxAgeSeconds = 10 * 60;
const sealer = createSealer(env.SESSION_SECRETS);

interface Step<T> {
  /** What was kept, or null when there is nothing, or nothing that can be read. */
  read(request: Request): T | null;
  /** The `Set-Cookie` value that keeps it for ten minutes. */
  keep(value: T): string;
  /** The `Set-Cookie` value that forgets it. */
  forget(): string;
}

function step<S extends z.AnyZodObject>(name: string, schema: S): Step<z.output<S>> {
  let options = { path: '/', httpOnly: true, sameSite: 'lax', secure: env.PUBLIC_URL?.startsWith('https:') } as const;
  let Kept = z.object({ step: z.literal(name), value: schema });
  return {
    read(request) {
      let sealed = parse(request.headers.get('cookie') ?? '')[name];
      let kept = Kept.safeParse(sealed ? sealer.open(sealed) : null);
      return kept.success ? (kept.data.value as z.output<S>) : null;
    },
    keep: (value) =>
      serialize(name, sealer.seal({ step: name, value }, maxAgeSeconds), { ...options, maxAge: maxAgeSeconds }),
    forget: () => serialize(name, '', { ...options, maxAge: 0 }),
  };
}

/** The first half of a sign-in that asks for a code. */
export const secondStepCookie = step('__second_step', z.object({ challenge: z.string() }));

/** A GitHub account on its way to being registered. */
export const githubCookie = step('__github_account', z.object({ accessToken: z.string() }));

/** Where somebody was going who has left for GitHub. */
export const onwardCookie = step('__onward', z.object({ backTo: z.string() }));
