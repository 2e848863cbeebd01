import { z } from 'zod';
import * as rules from '../rules/billing-rules';
import { schemaOf } from '../rules/fields';

/** The number comes out as digits alone. */
export const CardDetails = z.object({
  card_number: schemaOf(rules.cardNumber).transform((v) => v.replace(/[ -]/g, '')),
  card_expiry: schemaOf(rules.cardExpiry),
  card_cvc: schemaOf(rules.cardCvc),
  card_zip: schemaOf(rules.cardZip),
});
export type CardDetails = z.output<typeof CardDetails>;

/** Month (1..12) and four-digit year of a typed expiry date. */
export function expiryOf(text: string): { month: number; year: number } {
  let [month = 0, year = 0] = text.split('/').map(Number);
  return { month, year: year < 100 ? year + 2_000 : year };
}
