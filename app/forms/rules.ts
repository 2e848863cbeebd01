/** The rules a form's fields are checked by before it is sent: the contract's, and the few that are the dashboard's own. */
import { type FieldErrorCode, fieldErrors } from 'contract/field-errors';
import * as limits from 'contract/limits';
import type { Rule } from 'contract/rules';

/** Sentences of refusals that only the dashboard makes, by message key. */
export const ownSentences = {
  name_does_not_match: 'Type the name exactly as it is shown.',
  confirm_email_must_match: 'The two addresses are not the same.',
  filter_needs_a_name: 'Please give the filter a name.',
  amount_is_invalid: 'An amount is a number such as 19 or 19.50.',
} as const;

type Key = FieldErrorCode | keyof typeof ownSentences;

export type FieldRule = Rule<Key>;

/** The rule of each field that has one, by the field's name. */
export type FormRules = Readonly<Record<string, FieldRule>>;

/** What a refused field says. */
export function fieldSentence(key: Key): string {
  return Object.hasOwn(ownSentences, key)
    ? ownSentences[key as keyof typeof ownSentences]
    : fieldErrors[key as FieldErrorCode][1];
}

export const filterName: FieldRule = {
  required: 'filter_needs_a_name',
  checks: [{ code: 'field-is-too-long', max: limits.filterNameMax }],
};

/** `19`, `19.5` or `19,50` of a currency with two decimals. */
export const amount: FieldRule = {
  required: 'field-is-required',
  checks: [{ code: 'amount_is_invalid', pattern: String.raw`\d{1,6}(?:[.,]\d{1,2})?` }],
};

/** An email address or a username: who is meant is for the gateway to find out. */
export const invitee: FieldRule = { required: 'field-is-required', checks: [] };

/** Deleting or leaving asks for the name of the thing (spec section 5). */
export function confirmName(expected: string): FieldRule {
  let pattern = expected.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return { required: 'name_does_not_match', checks: [{ code: 'name_does_not_match', pattern }] };
}

/** A new address typed once more; beside it stands `email`. */
export const confirmEmail: FieldRule = {
  required: 'confirm_email_must_match',
  checks: [{ code: 'confirm_email_must_match', met: (text, { email }) => plain(text) === plain(email) }],
};

function plain(address: unknown): string {
  return String(address ?? '')
    .trim()
    .toLowerCase();
}
