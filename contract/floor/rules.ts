/**
 * How the rule of a field is written, without a schema library: the gateway makes its schemas from
 * it, the scripts of forms check with it before they are sent.
 */

/** Each message with the HTTP status of its error, as in the rest of the catalogue. */
type Sentences<Code extends string = string> = Readonly<Record<Code, readonly [status: 422, message: string]>>;

export const commonErrors = {
  'field-is-required': [422, 'This is a required field.'],
  'field-is-too-long': [422, 'This is too long.'],
  'username-is-required': [422, 'Enter a username.'],
  name_does_not_match: [422, 'Type the name exactly as shown.'],
} as const satisfies Sentences;
type CommonCode = keyof typeof commonErrors;

/** One condition on a text, and its error code. Lengths are UTF-16 code units. */
export type FieldCheck<Code extends string = string> = { readonly code: Code } & (
  | { readonly min: number }
  | { readonly max: number }
  /** A pattern that the whole text must match, as a regular expression with the flag `u`. */
  | { readonly pattern: string }
  /** A condition that no pattern can express; the other fields are passed too. */
  | { readonly met: (text: string, others: Readonly<Record<string, unknown>>) => boolean }
);

interface Demands<Code extends string = string> {
  /** Refuses an empty text; by default, the field is optional. */
  readonly required?: Code | undefined;
  /** Spaces at the ends are kept, as in a password. */
  readonly verbatim?: true;
  /** In order: the first condition that is not met gives the error. */
  readonly checks: readonly FieldCheck<Code>[];
}

export interface Rule extends Demands {
  /** The messages of its codes. */
  readonly says: Sentences;
}

/** Makes rules whose codes are among `errors` and those that all fields share. */
export function rulesOf<Code extends string>(errors: Sentences<Code>) {
  let says = { ...commonErrors, ...errors };
  return (demands: Demands<Code | CommonCode>): Rule => ({ ...demands, says });
}

/** A maximum length, with the message that all fields share. */
export function atMost(max: number) {
  return { code: 'field-is-too-long', max } as const;
}

/** A text of any kind, at most `max` long. */
export function textRule(max: number, required?: CommonCode): Rule {
  return { required, checks: [atMost(max)], says: commonErrors };
}

/** The username of an existing account. */
export const knownUsername: Rule = { required: 'username-is-required', checks: [], says: commonErrors };

/** Deleting or leaving requires typing the name (specification, section 5). */
export function confirmName(expected: string): Rule {
  let pattern = expected.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return { required: 'name_does_not_match', checks: [{ code: 'name_does_not_match', pattern }], says: commonErrors };
}

/** The message of a code of this rule. */
export function sentenceOf({ says }: Rule, code: string): string {
  return says[code]?.[1] ?? code;
}

/** The text without spaces at its ends, unless the rule keeps them. */
export function trimmed(rule: Rule, typed: string): string {
  return rule.verbatim ? typed : typed.trim();
}

/** The code a typed text is refused with; undefined when it is valid. */
export function refusalOf(
  rule: Rule,
  typed: string,
  others: Readonly<Record<string, unknown>> = {},
): string | undefined {
  let text = trimmed(rule, typed);
  if (text === '') return rule.required;
  return rule.checks.find((check) => !meets(check, text, others))?.code;
}

function meets(check: FieldCheck, text: string, others: Readonly<Record<string, unknown>>): boolean {
  if ('min' in check) return text.length >= check.min;
  if ('max' in check) return text.length <= check.max;
  if ('pattern' in check) return new RegExp(`^(?:${check.pattern})$`, 'u').test(text);
  return check.met(text, others);
}
