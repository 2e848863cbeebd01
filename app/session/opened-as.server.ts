/**
 * A form is saved for whoever opened it, or not at all: in another tab of the same browser a person
 * may meanwhile act as somebody else, or have signed in as somebody else.
 */
import { json } from '@remix-run/node';
import type { ErrorAnswer } from 'contract/error-answer';
import { openedAsOther } from '../config/browser-messages';
import { readSession } from './cookie.server';
import { actedAs, type Session } from './session';

/** What the error page shows of a form that was refused. */
export interface NotSaved extends ErrorAnswer {
  /** The fields with their values, without passwords and other secrets. */
  typed: [name: string, value: string][];
  /** Who the form would be sent as now. */
  openedAs: string;
}

/** Who forms of a page are for. Names have no spaces, so no two people share one. */
export function openedAs(session: Session): string {
  let acted = actedAs(session);
  return acted ? `${session.username} acting as ${acted}` : session.username;
}

/**
 * Throws a 409 page for a form that somebody else opened. A form that does not say who did is
 * admitted, and one without a session is refused by the guards.
 */
export function refuseOpenedByOther(
  request: Request,
  opened: string | undefined,
  typed: () => NotSaved['typed'] = () => [],
): void {
  let session = readSession(request);
  if (!session || opened === undefined || opened === openedAs(session)) return;
  let message = `This form was opened as ${opened.slice(0, 200)}. You are ${openedAs(session)} now. Nothing was saved.`;
  throw json<NotSaved>({ code: openedAsOther, message, typed: typed(), openedAs: openedAs(session) }, { status: 409 });
}
