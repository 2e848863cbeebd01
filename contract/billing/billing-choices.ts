/** The choices of billing, free of schemas so that a form in the browser can list them. */

/** What a product gives its subscriber. */
export const paidPlans = ['basic', 'premium'] as const;

/** Spec section 4, billing intervals. */
export const billingIntervals = ['daily', 'weekly', 'monthly', 'yearly', 'one-time'] as const;

/** Currencies with two decimals. */
export const currencies = ['usd', 'eur', 'gbp'] as const;

/** How long a discount holds. */
export const discountDurations = ['once', 'repeating', 'forever'] as const;
