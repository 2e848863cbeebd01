/**
 * How the rule of a field is written down, without a schema library: the gateway makes its schemas
 * of it, browsers check with it before anything is sent.
 */

/** Beside a sentence stands the HTTP status of its refusal, as in the rest of the catalogue. */
type Sentences<Code extends string = string> = Readonly<Record<Code, readonly [status: 422, message: string]>>;

export const commonErrors = {
  'field-is-required': [422, 'This is a required field.'],
  'field-is-too-long': [422, 'This is too long.'],
  'username-is-required': [422, 'A username is required.'],
  name_does_not_match: [422, 'Type the name exactly as it is shown.'],
} as const satisfies Sentences;
type CommonCode = keyof typeof commonErrors;

/** One demand on a text, and the code of its refusal. Lengths are UTF-16 code units. */
export type Check<Code extends string = string> = { readonly code: Code } & (
  | { readonly min: number }
  | { readonly max: number }
  /**
   * What the whole text must match, written as HTML's `pattern` is: no flags, and nothing but what
   * is valid under `u` and `v`.
   */
  | { readonly pattern: string }
  /**
   * What no pattern can say; the fields beside it are given too. Browsers check it by script alone.
   */
  | { readonly met: (text: string, others: Readonly<Record<string, unknown>>) => boolean }
);

interface Demands<Code extends string = string> {
  /** Refuses an empty text; without it nothing need be entered. */
  readonly required?: Code | undefined;
  /** Spaces at the ends count, as in a password. */
  readonly verbatim?: true;
  /** In the order in which they are said: the first that is not met. */
  readonly checks: readonly Check<Code>[];
  /**
   * Says it all in one, where it is not known which check was not met; otherwise the sentences of
   * all checks a browser makes do.
   */
  readonly inShort?: Code;
}

export interface Rule extends Demands {
  /** The sentence of each of its codes. */
  readonly says: Sentences;
}

/** Gives what makes rules whose refusals are among `errors` and those that all fields share. */
export function rulesOf<Code extends string>(errors: Sentences<Code>) {
  let says = { ...commonErrors, ...errors };
  return (demands: Demands<Code | CommonCode>): Rule => ({ ...demands, says });
}

/** A length at most, in the words that all fields share. */
export function atMost(max: number) {
  return { code: 'field-is-too-long', max } as const;
}

/** A text of any kind, at most `max` long. */
export function textRule(max: number, required?: CommonCode): Rule {
  return { required, checks: [atMost(max)], says: commonErrors };
}

/** The name of somebody who has an account. */
export const knownUsername: Rule = { required: 'username-is-required', checks: [], says: commonErrors };

/** Deleting or leaving asks for the name of the thing (spec section 5). */
export function confirmName(expected: string): Rule {
  let pattern = expected.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return { required: 'name_does_not_match', checks: [{ code: 'name_does_not_match', pattern }], says: commonErrors };
}

/** What a refusal by this rule says. */
export function sentenceOf({ says }: Rule, code: string): string {
  return says[code]?.[1] ?? code;
}

/** What of a text counts: without spaces at its ends, unless they belong to it. */
export function trimmed(rule: Rule, typed: string): string {
  return rule.verbatim ? typed : typed.trim();
}

/** The code a typed text is refused with, undefined when all is well. */
export function refusalOf(
  rule: Rule,
  typed: string,
  others: Readonly<Record<string, unknown>> = {},
): string | undefined {
  let text = trimmed(rule, typed);
  if (text === '') return rule.required;
  return rule.checks.find((check) => !meets(check, text, others))?.code;
}

function meets(check: Check, text: string, others: Readonly<Record<string, unknown>>): boolean {
  if ('min' in check) return text.length >= check.min;
  if ('max' in check) return text.length <= check.max;
  if ('pattern' in check) return new RegExp(`^(?:${check.pattern})$`, 'u').test(text);
  return check.met(text, others);
}

/**
 * The attributes with which a browser checks a field without a script. They refuse nothing that the
 * rule takes.
 */
export interface Constraints {
  required?: true;
  minLength?: number;
  pattern?: string;
}

/**
 * A rule as attributes of an input. A length at most is part of the pattern: `maxlength` would cut
 * off what is pasted without a word.
 * @see https://html.spec.whatwg.org/multipage/input.html#the-pattern-attribute
 */
export function constraintsOf(rule: Rule): Constraints {
  let checks = plainChecks(rule);
  let min = checks.find((check) => 'min' in check)?.min;
  let patterns = checks.flatMap((check) =>
    'pattern' in check ? [check.pattern] : 'max' in check ? [`.{0,${check.max}}`] : [],
  );
  return {
    ...(rule.required !== undefined && { required: true }),
    ...(min !== undefined && { minLength: min }),
    ...(patterns.length > 0 && { pattern: patternOf(patterns, rule) }),
  };
}

function patternOf(patterns: readonly string[], { verbatim, required }: Rule): string {
  let space = verbatim ? '' : String.raw`\s*`;
  let all = patterns.map((pattern, i) =>
    i < patterns.length - 1 ? `(?=(?:${pattern})${space}$)` : `(?:${pattern})${space}`,
  );
  return `${space}${all.join('')}${required === undefined && space ? `|${space}` : ''}`;
}

/**
 * What a text must be like, for where it is not known which of it is not met; empty when that goes
 * without saying.
 */
export function inShort(rule: Rule): string {
  let plain = plainChecks(rule).filter((check) => !('met' in check));
  let checks = (plain.length > 0 ? plain : plainChecks(rule)).map(({ code }) => code);
  let needed = rule.required === undefined ? [] : [rule.required];
  let codes = rule.inShort === undefined ? (checks.length > 0 ? checks : needed) : [rule.inShort];
  return [...new Set(codes)].map((code) => sentenceOf(rule, code)).join(' ');
}

/**
 * Without the common length at most: its sentence, beside a text with another fault, would be
 * wrong.
 */
function plainChecks({ checks }: Rule): readonly Check[] {
  return checks.filter(({ code }) => code !== 'field-is-too-long');
}
