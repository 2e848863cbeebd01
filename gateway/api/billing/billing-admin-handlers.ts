/** Products, prices and discounts, for platform admins. */
import { billingAdminApi } from 'contract/billing/billing-admin';
import { recordAudit, type ActorContext } from '../../floor/audit';
import { allDiscounts, archiveDiscount, createDiscount } from '../../billing/discounts';
import {
  addPrice,
  allProducts,
  archivePrice,
  archiveProduct,
  createProduct,
  productById,
} from '../../billing/products';
import { presentDiscount, presentProduct } from '../../billing/billing-present';
import type { Services } from '../http/services';
import { serve } from '../http/handler';

export const billingAdminEndpoints = serve(billingAdminApi, {
  async getProducts({ parts }) {
    return (await allProducts(parts.records)).map(presentProduct);
  },

  async createProduct({ parts, body, act }) {
    let { name, description = '', plan } = body;
    let made = await createProduct(parts.records, { name, description, plan }, parts.clock());
    await note(parts, act, `product ${made.name}: created`);
    return presentProduct(made);
  },

  async getProduct({ parts, params }) {
    return presentProduct(await productById(parts.records, params.id));
  },

  async createPrice({ parts, params, body, act }) {
    let product = await addPrice(parts.records, params.id, body, parts.clock());
    let { amount, currency, interval } = body;
    await note(parts, act, `product ${product.name}: price of ${amount} ${currency} ${interval} added`);
    return presentProduct(product);
  },

  async archiveProduct({ parts, params, act }) {
    let before = await productById(parts.records, params.id);
    let product = await archiveProduct(parts.records, params.id, parts.clock());
    if (before.archived_at === 0) await note(parts, act, `product ${product.name}: archived`);
    return presentProduct(product);
  },

  async archivePrice({ parts, params, act }) {
    let before = await productById(parts.records, params.id);
    let product = await archivePrice(parts.records, params.id, params.price_id, parts.clock());
    let isNews = before.prices.some(({ id, archived_at }) => id === params.price_id && archived_at === 0);
    if (isNews) await note(parts, act, `product ${product.name}: price archived`);
    return presentProduct(product);
  },

  async getDiscounts({ parts }) {
    return (await allDiscounts(parts.records)).map(presentDiscount);
  },

  async createDiscount({ parts, body, act }) {
    let { code, percent_off = null, amount_off = null, duration, max_redemptions = null } = body;
    let currency = amount_off === null ? null : (body.currency ?? null);
    let months = duration === 'repeating' ? (body.months ?? null) : null;
    let given = { code, percent_off, amount_off, currency, duration, months, max_redemptions };
    let made = await createDiscount(parts.records, given, parts.clock());
    await note(parts, act, `discount ${made.code}: created`);
    return presentDiscount(made);
  },

  async archiveDiscount({ parts, params, act }) {
    let before = await allDiscounts(parts.records);
    let discount = await archiveDiscount(parts.records, params.id, parts.clock());
    let isNews = before.some(({ id, archived_at }) => id === discount.id && archived_at === 0);
    if (isNews) await note(parts, act, `discount ${discount.code}: archived`);
    return presentDiscount(discount);
  },
});

/** Products belong to no owner, so the event is only in the log of the installation. */
function note({ records }: Services, act: ActorContext, target: string): Promise<void> {
  return recordAudit(records, act, { action: 'offer-changed', owner: null, target });
}
