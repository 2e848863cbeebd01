/**
 * List available plans: products and their prices. Neither is ever deleted, because
 * subscriptions point to them.
 */
import { uuidv7 } from 'uuidv7';
import { ApiError } from '../floor/calls/api-error';
import type { PriceRow, ProductRow } from '../floor/db/billing-schema';
import { isDuplicate } from '../floor/db/dialect';
import type { Records } from '../floor/db/schema';

export type ProductFields = Pick<ProductRow, 'name' | 'description' | 'plan'>;
export type PriceFields = Pick<PriceRow, 'amount' | 'currency' | 'interval' | 'trial_days'>;
export type PricedProduct = ProductRow & { prices: PriceRow[] };

const priceKey = ['product_id', 'interval', 'currency', 'amount', 'archived_at'] as const;

/**
 * Products with their prices, the oldest first; `offered` leaves out what is archived, and products
 * without a price.
 */
export async function allProducts(records: Records, offered = false): Promise<PricedProduct[]> {
  let products = await records.selectFrom('products').selectAll().orderBy('created_at').orderBy('id').execute();
  let prices = await records.selectFrom('prices').selectAll().orderBy('amount').orderBy('id').execute();
  let all = products.map((product) => ({
    ...product,
    prices: prices.filter((price) => price.product_id === product.id && !(offered && price.archived_at > 0)),
  }));
  return offered ? all.filter((product) => product.archived_at === 0 && product.prices.length > 0) : all;
}

/** Refuses with product-not-found. */
export async function productById(records: Records, id: string): Promise<PricedProduct> {
  let found = (await allProducts(records)).find((product) => product.id === id);
  if (!found) throw new ApiError('product-not-found');
  return found;
}

/** Refuses with product-name-already-exists. */
export async function createProduct(records: Records, given: ProductFields, now: number): Promise<PricedProduct> {
  let row = { ...given, id: uuidv7(), name_key: given.name.toLowerCase(), archived_at: 0, created_at: now };
  try {
    await records.insertInto('products').values(row).execute();
  } catch (error) {
    if (isDuplicate(error, 'products', ['name_key', 'archived_at']))
      throw new ApiError('product-name-already-exists', 'name');
    throw error;
  }
  return { ...row, prices: [] };
}

/** Refuses with product-not-found and price-already-exists. */
export async function addPrice(
  records: Records,
  productId: string,
  given: PriceFields,
  now: number,
): Promise<PricedProduct> {
  await productById(records, productId);
  let row = { ...given, id: uuidv7(), product_id: productId, archived_at: 0, provider_id: null, created_at: now };
  try {
    await records.insertInto('prices').values(row).execute();
  } catch (error) {
    if (isDuplicate(error, 'prices', priceKey)) throw new ApiError('price-already-exists', 'amount');
    throw error;
  }
  return productById(records, productId);
}

/** Existing subscriptions keep it. Repeating it changes nothing. Refuses with product-not-found. */
export async function archiveProduct(records: Records, id: string, now: number): Promise<PricedProduct> {
  let change = records.updateTable('products').set({ archived_at: now });
  await change.where('id', '=', id).where('archived_at', '=', 0).execute();
  return productById(records, id);
}

/** As `archiveProduct`, for one price. */
export async function archivePrice(
  records: Records,
  productId: string,
  priceId: string,
  now: number,
): Promise<PricedProduct> {
  await records
    .updateTable('prices')
    .set({ archived_at: now })
    .where('id', '=', priceId)
    .where('product_id', '=', productId)
    .where('archived_at', '=', 0)
    .execute();
  return productById(records, productId);
}

/**
 * A price that can be subscribed to, with the name of its product. Refuses with price-not-found, on
 * price_id.
 */
export async function offeredPrice(records: Records, id: string): Promise<PriceRow & { product: string }> {
  let row = await records
    .selectFrom('prices')
    .innerJoin('products', 'products.id', 'prices.product_id')
    .where('prices.id', '=', id)
    .where('prices.archived_at', '=', 0)
    .where('products.archived_at', '=', 0)
    .selectAll('prices')
    .select('products.name as product')
    .executeTakeFirst();
  if (!row) throw new ApiError('price-not-found', 'price_id');
  return row;
}
