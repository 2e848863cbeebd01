/** Who finds a form to register with. The gateway decides by the same setting and by the invite. */
import { env } from '../../env.server';

/** The token of the invite whose page a visitor goes back to; empty without one. */
export function inviteIn(backTo: string | undefined): string {
  return /^\/invites\/([\w-]+)$/.exec(backTo ?? '')?.[1] ?? '';
}

/** Whether the form is shown to a visitor who goes back there. */
export function mayRegister(backTo: string | undefined): boolean {
  return env.REGISTRATION === 'open' || (env.REGISTRATION === 'invite' && inviteIn(backTo) !== '');
}
