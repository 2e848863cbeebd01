/**
 * A form is saved only for the user who opened it: in another tab the same browser may since have
 * signed in, or act, as another user.
 */
import { json } from '@remix-run/node';
import type { ErrorAnswer } from 'contract/api/error-answer';
import { openedAsOther } from '../config/browser-messages';
import { formBytesMax } from 'contract/floor/limits';
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
 * Throws a 409 page for a form that another user opened. Forms without the field are admitted;
 * without a session the guards reject them.
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

/** A confirmation, such as of a deletion, is not valid for another user. */
function withoutSecrets(posted: ReadonlyMap<string, string[]>): [string, string][] {
  let kept = [...posted].filter(([name]) => !secretFields.includes(name) && !name.startsWith('confirm'));
  return kept.flatMap(([name, values]) => values.map((value): [string, string] => [name, value]));
}

/**
 * The same before the guard's permission check, whose error would lose what was typed. Long forms
 * and files are left to their action.
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
