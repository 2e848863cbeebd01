/** What is typed about a card, and the rules that need no clock and no bank. Only test cards come this way. */
import { z } from 'zod';
import type { ErrorCode } from './errors';

/** Digits of the shortest card number there is. */
const numberMin = 13;
const numberMax = 19;

function code(c: ErrorCode): ErrorCode {
  return c;
}

function typed(missing: ErrorCode) {
  return z.string({ required_error: missing, invalid_type_error: missing }).trim().max(50, missing).min(1, missing);
}

const Digits = typed('card-number-is-incomplete')
  .transform((v) => v.replace(/[ -]/g, ''))
  .pipe(z.string().regex(/^\d*$/, code('card-number-is-incorrect')))
  .pipe(z.string().min(numberMin, code('card-number-is-incomplete')))
  .pipe(z.string().max(numberMax, code('card-number-is-incorrect')))
  .refine(passesLuhn, code('card-number-is-incorrect'));

/** Month and year as people type them, `4/29` or `04 / 2029`. */
const Expiry = typed('card-expiry-is-incomplete')
  .pipe(z.string().regex(/^\d{1,2} ?\/ ?(\d{2}|\d{4})$/, code('card-expiry-is-incomplete')))
  .refine((text) => expiryOf(text).month >= 1 && expiryOf(text).month <= 12, code('card-expiry-is-incorrect'));

/** Month (1..12) and four-digit year of a typed expiry date. */
export function expiryOf(text: string): { month: number; year: number } {
  let [month = 0, year = 0] = text.split('/').map(Number);
  return { month, year: year < 100 ? year + 2_000 : year };
}

export const CardDetails = z.object({
  card_number: Digits,
  card_expiry: Expiry,
  card_cvc: typed('card-cvc-is-incomplete')
    .pipe(z.string().regex(/^\d*$/, code('card-cvc-is-incorrect')))
    .pipe(z.string().min(3, code('card-cvc-is-incomplete')))
    .pipe(z.string().max(4, code('card-cvc-is-incorrect'))),
  card_zip: typed('card-zip-is-incomplete')
    .pipe(z.string().regex(/^[a-z0-9 -]*$/i, code('card-zip-is-incorrect')))
    .pipe(z.string().min(3, code('card-zip-is-incomplete')))
    .pipe(z.string().max(10, code('card-zip-is-incorrect'))),
});
export type CardDetails = z.output<typeof CardDetails>;

/** The check digit of card numbers (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: string): boolean {
  let sum = [...digits].reverse().reduce((total, digit, i) => {
    let value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
