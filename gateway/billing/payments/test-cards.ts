/** The test card numbers that payment providers document, and the result of each. */
import type { ErrorCode } from 'contract/errors';
import type { CardRow } from '../../floor/db/billing-schema';

export interface TestCard {
  brand: string;
  /** Digits of its security code. */
  cvcLength: number;
  outcome: CardRow['outcome'];
  /** Why it cannot be saved, and the field. */
  refusal?: { code: ErrorCode; field?: string };
}

const visa = { brand: 'visa', cvcLength: 3, outcome: 'pays' } as const;

const testCards: Record<string, TestCard> = {
  '4242424242424242': visa,
  '5555555555554444': { ...visa, brand: 'mastercard' },
  '6011111111111117': { ...visa, brand: 'discover' },
  '378282246310005': { brand: 'amex', cvcLength: 4, outcome: 'pays' },
  '4000000000000341': { ...visa, outcome: 'declines' },
  '4000000000000002': { ...visa, refusal: { code: 'card-was-declined', field: 'card_number' } },
  '4000000000000069': { ...visa, refusal: { code: 'card-expiry-is-past', field: 'card_expiry' } },
  '4000000000000127': { ...visa, refusal: { code: 'card-cvc-is-incorrect', field: 'card_cvc' } },
  '4000000000000036': { ...visa, refusal: { code: 'card-zip-is-incorrect', field: 'card_zip' } },
  '4000000000000119': { ...visa, refusal: { code: 'card-error-unknown' } },
};

/** The test card with a number; undefined for other numbers. */
export function testCard(digits: string): TestCard | undefined {
  return Object.hasOwn(testCards, digits) ? testCards[digits] : undefined;
}
