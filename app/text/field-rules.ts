/** Rules of fields that only the dashboard has, and the type of a form's rules. */
import * as limits from 'contract/floor/limits';
import { atMost, type Rule, rulesOf } from 'contract/floor/rules';

/** Errors that only the dashboard reports. */
export const ownErrors = {
  filter_needs_a_name: [422, 'Enter a name.'],
  amount_is_invalid: [422, 'Enter an amount such as 19 or 19.50.'],
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

/** An email address or a username; the gateway finds out which. */
export const invitee = rule({ required: 'field-is-required', checks: [] });
