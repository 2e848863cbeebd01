/** Without schemas, so that a form in the browser can list them. */

export const paidPlans = ['basic', 'premium'] as const;

/** Spec section 4, billing intervals. */
export const billingIntervals = ['daily', 'weekly', 'monthly', 'yearly', 'one-time'] as const;

/** Currencies with two decimals. */
export const currencies = ['usd', 'eur', 'gbp'] as const;

export const discountDurations = ['once', 'repeating', 'forever'] as const;
