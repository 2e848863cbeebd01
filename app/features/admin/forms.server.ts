/** The posted forms of the admin area: the contract's rules, with amounts as people type them. */
import { Currency } from 'contract/billing';
import { NewDiscount, NewPrice } from 'contract/billing-admin';
import { limits } from 'contract/limits';
import { z } from 'zod';

/** Whom to act as. */
export const ActedOwner = z.object({ owner: z.string().min(1).max(limits.nameMax) });

/** `19`, `19.5` or `19,50` in the smallest unit of a currency with two decimals. */
const TypedAmount = z
  .string({ required_error: 'field-is-required' })
  .trim()
  .regex(/^\d{1,6}(?:[.,]\d{1,2})?$/, 'amount_is_invalid')
  .transform((text) => Math.round(Number(text.replace(',', '.')) * 100));

export const PriceForm = NewPrice.extend({ amount: TypedAmount });

/** What is off is one of two numbers; the choice of currency counts only beside an amount. */
export const DiscountForm = z
  .object({
    code: z.string({ required_error: 'field-is-required' }),
    percent_off: z.number({ invalid_type_error: 'discount-needs-one-value' }).optional(),
    amount_off: TypedAmount.optional(),
    currency: Currency.optional(),
    duration: z.string().default('once'),
    months: z.number({ invalid_type_error: 'discount-needs-months' }).optional(),
    max_redemptions: z.number().optional(),
  })
  .transform((typed) => ({ ...typed, duration: typed.duration as z.input<typeof NewDiscount>['duration'] }))
  .pipe(NewDiscount);
