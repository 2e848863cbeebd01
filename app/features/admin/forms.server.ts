/** Schemas of the admin forms, with amounts as typed. */
import { Currency } from 'contract/billing/billing';
import { NewDiscount, NewPrice } from 'contract/billing/billing-admin';
import * as limits from 'contract/floor/limits';
import { schemaOf } from 'contract/rules/fields';
import { z } from 'zod';
import { amount } from '../../text/field-rules';

export const ActAsInput = z.object({ owner: z.string().min(1).max(limits.nameMax) });

/** In the smallest currency unit. */
const TypedAmount = schemaOf(amount).transform((text) => Math.round(Number(text.replace(',', '.')) * 100));

export const PriceInput = NewPrice.extend({ amount: TypedAmount });

/** `currency` applies to amounts only. */
export const DiscountInput = z
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
