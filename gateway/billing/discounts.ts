/** Discount codes: managed by platform admins, redeemed by subscriptions. */
import { uuidv7 } from 'uuidv7';
import { ApiError } from '../floor/calls/api-error';
import type { DiscountRow } from '../floor/db/billing-schema';
import { isDuplicate } from '../floor/db/dialect';
import type { Records } from '../floor/db/schema';

export type DiscountFields = Pick<
  DiscountRow,
  'code' | 'percent_off' | 'amount_off' | 'currency' | 'duration' | 'months' | 'max_redemptions'
>;

export async function allDiscounts(records: Records): Promise<DiscountRow[]> {
  return records.selectFrom('discounts').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

/** Refuses with discount-code-already-exists. */
export async function createDiscount(records: Records, given: DiscountFields, now: number): Promise<DiscountRow> {
  let own = { id: uuidv7(), code_key: given.code.toLowerCase(), redeemed: 0, archived_at: 0, created_at: now };
  let row: DiscountRow = { ...given, ...own, provider_id: null };
  try {
    await records.insertInto('discounts').values(row).execute();
  } catch (error) {
    if (isDuplicate(error, 'discounts', ['code_key', 'archived_at']))
      throw new ApiError('discount-code-already-exists', 'code');
    throw error;
  }
  return row;
}

/**
 * Existing subscriptions keep it. Repeating it changes nothing. Refuses with discount-not-found.
 */
export async function archiveDiscount(records: Records, id: string, now: number): Promise<DiscountRow> {
  await records
    .updateTable('discounts')
    .set({ archived_at: now })
    .where('id', '=', id)
    .where('archived_at', '=', 0)
    .execute();
  let row = await records.selectFrom('discounts').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('discount-not-found');
  return row;
}

/**
 * The discount of a typed code that can be redeemed. Refuses with discount-not-found and
 * discount-is-used-up, on discount_code.
 */
export async function discountByCode(records: Records, code: string): Promise<DiscountRow> {
  let row = await records
    .selectFrom('discounts')
    .selectAll()
    .where('code_key', '=', code.toLowerCase())
    .where('archived_at', '=', 0)
    .executeTakeFirst();
  if (!row) throw new ApiError('discount-not-found', 'discount_code');
  if (row.max_redemptions !== null && row.redeemed >= row.max_redemptions) throw usedUp();
  return row;
}

/**
 * Counts a redemption. Refuses with discount-is-used-up, also when many redeem the last one at
 * once.
 */
export async function redeem(change: Records, id: string): Promise<void> {
  let { numUpdatedRows } = await change
    .updateTable('discounts')
    .set((e) => ({ redeemed: e('redeemed', '+', 1) }))
    .where('id', '=', id)
    .where((e) => e.or([e('max_redemptions', 'is', null), e('redeemed', '<', e.ref('max_redemptions'))]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw usedUp();
}

function usedUp(): ApiError {
  return new ApiError('discount-is-used-up', 'discount_code');
}
