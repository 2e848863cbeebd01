/**
 * Acting as somebody, for platform admins: it changes what is shown, and lasts until it is stopped,
 * the session ends, or the gateway refuses it.
 */
import { logWarning } from '../log.server';
import { paths } from '../paths';
import { redirect } from '../redirects.server';
import { sessionCookie } from './cookie.server';
import { type Session, stoppedActing } from './session';
import { toastCookie } from './toast.server';

/**
 * Leads to the person's own home when acting cannot go on: they are no platform admin any more, or
 * whom they act as is gone. Reported.
 */
export function actingEnded(session: Session): Response {
  logWarning(`acting ended: ${session.username} is no platform admin any more, or whom they acted as is gone`);
  let headers = new Headers({ 'set-cookie': sessionCookie(stoppedActing(session)) });
  headers.append('set-cookie', toastCookie('acting_ended'));
  return redirect(paths.home(session.username), { headers });
}
