/** The rules of a card that need neither a clock nor a bank. Only test cards come this way. */
import type { FieldErrorCode } from './field-errors';
import type { Rule } from './rules';

/** Digits of the shortest and the longest card number there is; spaces and hyphens between them do not count. */
const numberMin = 13;
const numberMax = 19;

function digits(from: number, to: number | ''): string {
  return String.raw`[ \-]*(?:\d[ \-]*){${from},${to}}`;
}

function length(code: FieldErrorCode) {
  return { code, max: 50 };
}

export const cardNumber: Rule = {
  required: 'card-number-is-incomplete',
  inShort: 'card-number-is-incorrect',
  checks: [
    length('card-number-is-incomplete'),
    { code: 'card-number-is-incorrect', pattern: digits(0, '') },
    { code: 'card-number-is-incomplete', pattern: digits(numberMin, '') },
    { code: 'card-number-is-incorrect', pattern: digits(0, numberMax) },
    { code: 'card-number-is-incorrect', met: (text) => passesLuhn(text.replace(/[ -]/g, '')) },
  ],
};

/** Month and year as people type them, `4/29` or `04 / 2029`. */
export const cardExpiry: Rule = {
  required: 'card-expiry-is-incomplete',
  checks: [
    length('card-expiry-is-incomplete'),
    { code: 'card-expiry-is-incomplete', pattern: String.raw`\d{1,2} ?\/ ?(?:\d{2}|\d{4})` },
    { code: 'card-expiry-is-incorrect', pattern: '(?:0?[1-9]|1[0-2])[^0-9].*' },
  ],
};

export const cardCvc: Rule = {
  required: 'card-cvc-is-incomplete',
  checks: [
    length('card-cvc-is-incomplete'),
    { code: 'card-cvc-is-incorrect', pattern: String.raw`\d*` },
    { code: 'card-cvc-is-incomplete', min: 3 },
    { code: 'card-cvc-is-incorrect', max: 4 },
  ],
};

export const cardZip: Rule = {
  required: 'card-zip-is-incomplete',
  checks: [
    length('card-zip-is-incomplete'),
    { code: 'card-zip-is-incorrect', pattern: String.raw`[a-zA-Z0-9 \-]*` },
    { code: 'card-zip-is-incomplete', min: 3 },
    { code: 'card-zip-is-incorrect', max: 10 },
  ],
};

/** The check digit of card numbers (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: string): boolean {
  let sum = [...digits].reverse().reduce((total, digit, i) => {
    let value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
