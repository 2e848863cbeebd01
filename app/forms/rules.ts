/** What is asked of fields that only the dashboard has, and the rules of a form by the names of its fields. */
import * as limits from 'contract/limits';
import { atMost, type Rule, rulesOf } from 'contract/rules';

/** Message keys and sentences of refusals that only the dashboard makes. */
export const ownErrors = {
  name_does_not_match: [422, 'Type the name exactly as it is shown.'],
  confirm_email_must_match: [422, 'The two addresses are not the same.'],
  filter_needs_a_name: [422, 'Please give the filter a name.'],
  amount_is_invalid: [422, 'An amount is a number such as 19 or 19.50.'],
} as const;

const rule = rulesOf(ownErrors);

/** The rule of each field that has one, by the field's name. */
export type FormRules = Readonly<Record<string, Rule>>;

export const filterName = rule({ required: 'filter_needs_a_name', checks: [atMost(limits.filterNameMax)] });

/** `19`, `19.5` or `19,50` of a currency with two decimals. */
export const amount = rule({
  required: 'field-is-required',
  checks: [{ code: 'amount_is_invalid', pattern: String.raw`\d{1,6}(?:[.,]\d{1,2})?` }],
});

/** An email address or a username: who is meant is for the gateway to find out. */
export const invitee = rule({ required: 'field-is-required', checks: [] });

/** Deleting or leaving asks for the name of the thing (spec section 5). */
export function confirmName(expected: string): Rule {
  let pattern = expected.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return rule({ required: 'name_does_not_match', checks: [{ code: 'name_does_not_match', pattern }] });
}

/** A new address typed once more; beside it stands `email`. */
export const confirmEmail = rule({
  required: 'confirm_email_must_match',
  checks: [{ code: 'confirm_email_must_match', met: (text, { email }) => plain(text) === plain(email) }],
});

function plain(address: unknown): string {
  return String(address ?? '')
    .trim()
    .toLowerCase();
}
