/** Products, prices and discounts, for platform admins. */
import { allDiscounts, archiveDiscount, createDiscount } from '../records/discounts';
import { addPrice, allProducts, archivePrice, archiveProduct, createProduct, productById } from '../records/products';
import { presentDiscount, presentProduct } from './billing-present';
import type { Handlers } from './handler';

export const billingAdminHandlers = {
  async getProducts({ parts }) {
    return (await allProducts(parts.records)).map(presentProduct);
  },

  async createProduct({ parts, body }) {
    let { name, description = '', plan } = body;
    return presentProduct(await createProduct(parts.records, { name, description, plan }, parts.clock()));
  },

  async getProduct({ parts, params }) {
    return presentProduct(await productById(parts.records, params.id));
  },

  async createPrice({ parts, params, body }) {
    return presentProduct(await addPrice(parts.records, params.id, body, parts.clock()));
  },

  async archiveProduct({ parts, params }) {
    return presentProduct(await archiveProduct(parts.records, params.id, parts.clock()));
  },

  async archivePrice({ parts, params }) {
    return presentProduct(await archivePrice(parts.records, params.id, params.price_id, parts.clock()));
  },

  async getDiscounts({ parts }) {
    return (await allDiscounts(parts.records)).map(presentDiscount);
  },

  async createDiscount({ parts, body }) {
    let { code, percent_off = null, amount_off = null, duration, max_redemptions = null } = body;
    let currency = amount_off === null ? null : (body.currency ?? null);
    let months = duration === 'repeating' ? (body.months ?? null) : null;
    let given = { code, percent_off, amount_off, currency, duration, months, max_redemptions };
    return presentDiscount(await createDiscount(parts.records, given, parts.clock()));
  },

  async archiveDiscount({ parts, params }) {
    return presentDiscount(await archiveDiscount(parts.records, params.id, parts.clock()));
  },
} satisfies Partial<Handlers>;
