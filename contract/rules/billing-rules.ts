/**
 * Rules of a card's fields, as far as they need neither a clock nor a bank, and of a discount code.
 * Only test cards are entered here.
 */
import { atMost, rulesOf } from '../floor/rules';

const discountCodeMax = 40;

export const billingErrors = {
  'card-number-is-incomplete': [422, 'The card number is incomplete.'],
  'card-number-is-incorrect': [422, 'The card number is incorrect.'],
  'card-expiry-is-incomplete': [422, 'The expiry date is incomplete.'],
  'card-expiry-is-incorrect': [422, 'The expiry date is incorrect.'],
  'card-cvc-is-incomplete': [422, 'The security code is incomplete.'],
  'card-cvc-is-incorrect': [422, 'The security code is incorrect.'],
  'card-zip-is-incomplete': [422, 'The postal code is incomplete.'],
  'card-zip-is-incorrect': [422, 'The postal code is incorrect.'],
  'discount-code-is-invalid': [422, 'Use letters, digits, hyphens and underscores.'],
} as const;

const rule = rulesOf(billingErrors);

export const discountCode = rule({
  required: 'field-is-required',
  checks: [atMost(discountCodeMax), { code: 'discount-code-is-invalid', pattern: String.raw`[a-zA-Z0-9_\-]+` }],
});

/**
 * Digits of the shortest and longest valid card number; spaces and hyphens between them are
 * ignored.
 */
const numberMin = 13;
const numberMax = 19;

function digits(from: number, to: number | ''): string {
  return String.raw`[ \-]*(?:\d[ \-]*){${from},${to}}`;
}

function length<Code extends string>(code: Code) {
  return { code, max: 50 };
}

export const cardNumber = rule({
  required: 'card-number-is-incomplete',
  checks: [
    length('card-number-is-incomplete'),
    { code: 'card-number-is-incorrect', pattern: digits(0, '') },
    { code: 'card-number-is-incomplete', pattern: digits(numberMin, '') },
    { code: 'card-number-is-incorrect', pattern: digits(0, numberMax) },
    { code: 'card-number-is-incorrect', met: (text) => passesLuhn(text.replace(/[ -]/g, '')) },
  ],
});

/** Month and year as people type them, `4/29` or `04 / 2029`. */
export const cardExpiry = rule({
  required: 'card-expiry-is-incomplete',
  checks: [
    length('card-expiry-is-incomplete'),
    { code: 'card-expiry-is-incomplete', pattern: String.raw`\d{1,2} ?\/ ?(?:\d{2}|\d{4})` },
    { code: 'card-expiry-is-incorrect', pattern: '(?:0?[1-9]|1[0-2])[^0-9].*' },
  ],
});

export const cardCvc = rule({
  required: 'card-cvc-is-incomplete',
  checks: [
    length('card-cvc-is-incomplete'),
    { code: 'card-cvc-is-incorrect', pattern: String.raw`\d*` },
    { code: 'card-cvc-is-incomplete', min: 3 },
    { code: 'card-cvc-is-incorrect', max: 4 },
  ],
});

export const cardZip = rule({
  required: 'card-zip-is-incomplete',
  checks: [
    length('card-zip-is-incomplete'),
    { code: 'card-zip-is-incorrect', pattern: String.raw`[a-zA-Z0-9 \-]*` },
    { code: 'card-zip-is-incomplete', min: 3 },
    { code: 'card-zip-is-incorrect', max: 10 },
  ],
});

/** The check digit of card numbers (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: string): boolean {
  let sum = [...digits].reverse().reduce((total, digit, i) => {
    let value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
