/**
 * A form is saved for whoever opened it, or not at all: in another tab of the same browser a person
 * may meanwhile act as somebody else, or have signed in as somebody else.
 */
import { json } from '@remix-run/node';
import type { ErrorAnswer } from 'contract/error-answer';
import { openedAsOther } from '../config/browser-messages';
import { formBytesMax } from 'contract/limits';
import { readSession } from './session-cookie.server';
import { openedAsField } from './opened-as';
import { actedAs, type Session } from './session';

/** Fields whose values are never sent back. */
export const secretFields = [
  'password',
  'confirm_password',
  'current_password',
  'card_number',
  'card_cvc',
  'secret_access_key',
  'api_key',
];

/** What the error page shows of a form that was refused. */
export interface NotSavedError extends ErrorAnswer {
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
export function rejectOtherUser(
  request: Request,
  opened: string | undefined,
  posted: ReadonlyMap<string, string[]> = new Map(),
): void {
  let session = readSession(request);
  if (!session || opened === undefined || opened === openedAs(session)) return;
  let message = `This form was opened as ${opened.slice(0, 200)}. You are ${openedAs(session)} now. Nothing was saved.`;
  throw json<NotSavedError>(
    { code: openedAsOther, message, typed: withoutSecrets(posted), openedAs: openedAs(session) },
    { status: 409 },
  );
}

/** What one person has confirmed, such as that events are deleted, the next one has not. */
function withoutSecrets(posted: ReadonlyMap<string, string[]>): [string, string][] {
  let kept = [...posted].filter(([name]) => !secretFields.includes(name) && !name.startsWith('confirm'));
  return kept.flatMap(([name, values]) => values.map((value): [string, string] => [name, value]));
}

/**
 * The same before a guard decides who may be here: whoever is signed in now may not, and what was
 * typed would be lost with that answer. Other forms than short ones of fields are left to their
 * action.
 */
export async function rejectPostOfOtherUser(request: Request): Promise<void> {
  let { method, headers, bodyUsed } = request;
  let bytes = Number(headers.get('content-length'));
  let isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers.get('content-type') ?? '');
  if (method !== 'POST' || bodyUsed || !isForm || !(bytes > 0 && bytes <= formBytesMax)) return;
  let posted = new Map<string, string[]>();
  for (let [name, value] of new URLSearchParams(await request.clone().text())) {
    let same = posted.get(name);
    if (same) same.push(value);
    else posted.set(name, [value]);
  }
  let [opened] = posted.get(openedAsField) ?? [];
  posted.delete(openedAsField);
  rejectOtherUser(request, opened, posted);
}
