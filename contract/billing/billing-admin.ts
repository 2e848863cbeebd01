import { z } from 'zod';
import { BillingInterval, Currency, DiscountDuration, PaidPlan, Product } from './billing';
import { DiscountCode, optionalText, text } from '../rules/fields';
import * as limits from '../floor/limits';
import { route } from '../rules/route';

/** The highest price, in the smallest unit of its currency: 999,999.99. */
const priceMax = 99_999_999;
const discountMonthsMax = 36;
const discountRedemptionsMax = 1_000_000;

export const Discount = z.object({
  id: z.string(),
  code: z.string(),
  percent_off: z.number().int().nullable(),
  /** In the smallest unit of the currency. */
  amount_off: z.number().int().nullable(),
  currency: z.union([Currency, z.null()]),
  duration: DiscountDuration,
  months: z.number().int().nullable(),
  max_redemptions: z.number().int().nullable(),
  redeemed: z.number().int(),
  archived: z.boolean(),
  created_at: z.string().datetime(),
});
export type Discount = z.infer<typeof Discount>;

export const NewProduct = z.object({
  name: text(limits.artifactNameMax),
  description: optionalText(limits.descriptionMax),
  plan: PaidPlan,
});

export const NewPrice = z.object({
  amount: z.number({ invalid_type_error: 'field-is-required' }).int().min(0).max(priceMax),
  currency: Currency,
  interval: BillingInterval,
  trial_days: z.number().int().min(0).max(limits.trialDaysMax).default(0),
});

export const NewDiscount = z
  .object({
    code: DiscountCode,
    percent_off: z.number().int().min(1).max(100).optional(),
    amount_off: z.number().int().min(1).max(priceMax).optional(),
    currency: Currency.optional(),
    duration: DiscountDuration,
    months: z.number().int().min(1).max(discountMonthsMax).optional(),
    max_redemptions: z.number().int().min(1).max(discountRedemptionsMax).optional(),
  })
  .superRefine(({ percent_off, amount_off, currency, duration, months }, issue) => {
    let refuse = (path: string, message: string) => issue.addIssue({ code: 'custom', path: [path], message });
    if ((percent_off === undefined) === (amount_off === undefined)) refuse('percent_off', 'discount-needs-one-value');
    else if (amount_off !== undefined && !currency) refuse('currency', 'discount-needs-one-value');
    if (duration === 'repeating' && months === undefined) refuse('months', 'discount-needs-months');
  });

const admin = { tag: 'Administration', access: 'platform-admin' } as const;
const ProductParams = z.object({ id: z.string() });

export const billingAdminApi = {
  getProducts: route({
    ...admin,
    id: 'getProducts',
    method: 'GET',
    path: '/internal/products',
    summary: 'List products with their prices, including archived ones',
    answer: z.array(Product),
  }),

  createProduct: route({
    ...admin,
    id: 'createProduct',
    method: 'POST',
    path: '/internal/products',
    summary: 'Create a product; prices are added to it',
    body: NewProduct,
    status: 201,
    answer: Product,
    errors: ['product-name-already-exists', 'field-is-required', 'field-is-too-long'],
  }),

  getProduct: route({
    ...admin,
    id: 'getProduct',
    method: 'GET',
    path: '/internal/products/{id}',
    summary: 'Get a product',
    params: ProductParams,
    answer: Product,
    errors: ['product-not-found'],
  }),

  createPrice: route({
    ...admin,
    id: 'createPrice',
    method: 'POST',
    path: '/internal/products/{id}/prices',
    summary: 'Add a price to a product',
    params: ProductParams,
    body: NewPrice,
    status: 201,
    answer: Product,
    errors: ['product-not-found', 'price-already-exists', 'field-is-required'],
  }),

  archiveProduct: route({
    ...admin,
    id: 'archiveProduct',
    method: 'POST',
    path: '/internal/products/{id}/archival',
    summary: 'Archive a product; existing subscriptions keep it',
    params: ProductParams,
    status: 200,
    answer: Product,
    errors: ['product-not-found'],
  }),

  archivePrice: route({
    ...admin,
    id: 'archivePrice',
    method: 'POST',
    path: '/internal/products/{id}/prices/{price_id}/archival',
    summary: 'Archive a price; existing subscriptions keep it',
    params: ProductParams.extend({ price_id: z.string() }),
    status: 200,
    answer: Product,
    errors: ['product-not-found'],
  }),

  getDiscounts: route({
    ...admin,
    id: 'getDiscounts',
    method: 'GET',
    path: '/internal/discounts',
    summary: 'List discounts, including archived ones',
    answer: z.array(Discount),
  }),

  createDiscount: route({
    ...admin,
    id: 'createDiscount',
    method: 'POST',
    path: '/internal/discounts',
    summary: 'Create a discount code',
    body: NewDiscount,
    status: 201,
    answer: Discount,
    errors: [
      'discount-code-is-invalid',
      'discount-code-already-exists',
      'discount-needs-one-value',
      'discount-needs-months',
      'field-is-required',
      'field-is-too-long',
    ],
  }),

  archiveDiscount: route({
    ...admin,
    id: 'archiveDiscount',
    method: 'POST',
    path: '/internal/discounts/{id}/archival',
    summary: 'Archive a discount code; existing subscriptions keep it',
    params: z.object({ id: z.string() }),
    status: 200,
    answer: Discount,
    errors: ['discount-not-found'],
  }),
};
