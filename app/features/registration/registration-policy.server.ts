/** Who sees the registration form. The gateway decides by the same setting and the invite. */
import { env } from '../../config/env.server';

/** The token of the invite in `backTo`; empty without one. */
export function inviteIn(backTo: string | undefined): string {
  return /^\/invites\/([\w-]+)$/.exec(backTo ?? '')?.[1] ?? '';
}

/** Whether the form is shown to a visitor with this `backTo`. */
export function mayRegister(backTo: string | undefined): boolean {
  if (env.OIDC_ONLY) return false;
  return env.REGISTRATION === 'open' || (env.REGISTRATION === 'invite' && inviteIn(backTo) !== '');
}
