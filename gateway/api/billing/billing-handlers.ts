/** Plans, subscriptions, cards and invoices of an owner. */
import { billingApi } from 'contract/billing/billing';
import { paymentsApi } from 'contract/billing/payments';
import type { AuditAction } from 'contract/admin/audit';
import { recordAudit, type ActorContext } from '../../floor/audit';
import { freeMembers } from '../../billing/plan';
import { allProducts, offeredPrice } from '../../billing/products';
import { discountByCode } from '../../billing/discounts';
import { invoiceById, invoicesOf } from '../../billing/invoices';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { bestEffortWrite } from '../../floor/db/best-effort-write';
import { liveSubscription, planOf, subscriptionsOf, type PricedSubscription } from '../../billing/subscriptions';
import { ApiError } from '../../floor/calls/api-error';
import {
  presentCard,
  presentInfo,
  presentInvoice,
  presentProduct,
  presentSubscription,
} from '../../billing/billing-present';
import type { Services } from '../http/services';
import { serve } from '../http/handler';

export const billingEndpoints = serve(billingApi, {
  async getSubscriptionInfo({ parts, owner }) {
    let [newest] = await settled(parts, owner.id);
    if (!newest) throw new ApiError('subscription-not-found');
    return presentInfo(newest, parts.clock());
  },

  async getBilling({ parts, owner }) {
    let now = parts.clock();
    let [newest] = await settled(parts, owner.id);
    return {
      payments: parts.billing.payments.kind,
      plan: await planOf(parts.records, owner.id, now),
      subscription: newest ? presentSubscription(newest, now) : null,
      free_members: owner.kind === 'organization' ? freeMembers(parts.memberLimitOverride) : null,
    };
  },

  async getOfferedProducts({ parts }) {
    return (await allProducts(parts.records, true)).map(presentProduct);
  },

  async getSubscriptions({ parts, owner }) {
    let rows = await settled(parts, owner.id);
    return rows.map((row) => presentSubscription(row, parts.clock()));
  },

  async createSubscription({ parts, owner, body, act }) {
    let { records, billing } = parts;
    let price = await offeredPrice(records, body.price_id);
    let discount = body.discount_code === undefined ? undefined : await discountByCode(records, body.discount_code);
    if (discount?.currency && discount.currency !== price.currency)
      throw new ApiError('discount-not-for-this-price', 'discount_code');
    let redirectUrl = await billing.payments.subscribe(
      { owner, price, discount, returnUrl: body.return_url },
      parts.clock(),
    );
    let row = redirectUrl === null ? await liveSubscription(records, owner.id) : undefined;
    if (row) await recordAudit(records, act, { action: 'subscription-started', owner, target: row.product ?? '' });
    return { subscription: row ? presentSubscription(row, parts.clock()) : null, redirect_url: redirectUrl };
  },

  async updateSubscription({ parts, owner, params, body, act }) {
    let row = await ownSubscription(parts.records, owner.id, params.id);
    await parts.billing.payments.changePrice(row, await offeredPrice(parts.records, body.price_id), parts.clock());
    return presentSubscription(
      await noted(parts, owner, { id: params.id, action: 'subscription-changed' }, act),
      parts.clock(),
    );
  },

  async cancelSubscription({ parts, owner, params, body, act }) {
    let row = await ownSubscription(parts.records, owner.id, params.id);
    await parts.billing.payments.cancel(row, body.at, parts.clock());
    return presentSubscription(
      await noted(parts, owner, { id: params.id, action: 'subscription-canceled' }, act),
      parts.clock(),
    );
  },

  async resumeSubscription({ parts, owner, params, act }) {
    let row = await ownSubscription(parts.records, owner.id, params.id);
    await parts.billing.payments.resume(row, parts.clock());
    return presentSubscription(
      await noted(parts, owner, { id: params.id, action: 'subscription-resumed' }, act),
      parts.clock(),
    );
  },
});

export const paymentEndpoints = serve(paymentsApi, {
  async getPaymentMethod({ parts, owner }) {
    let card = await parts.billing.payments.card(owner.id);
    if (!card) throw new ApiError('payment-details-not-found');
    return presentCard(card);
  },

  async savePaymentMethod({ parts, owner, body, act }) {
    let card = await parts.billing.payments.saveCard(owner.id, body, parts.clock());
    let target = `${card.brand} ending in ${card.last4}`;
    await recordAudit(parts.records, act, { action: 'payment-method-saved', owner, target });
    return presentCard(card);
  },

  async createPortalSession({ parts, owner, body }) {
    return { url: await parts.billing.payments.portal(owner.id, body.return_url) };
  },

  async getInvoices({ parts, owner }) {
    await settle(parts, owner.id);
    return (await invoicesOf(parts.records, owner.id)).map(presentInvoice);
  },

  async getInvoice({ parts, owner, params }) {
    return presentInvoice(await invoiceById(parts.records, owner.id, params.id));
  },
});

/** Subscriptions of an owner as of now, the newest first. */
async function settled(parts: Services, ownerId: string): Promise<PricedSubscription[]> {
  await settle(parts, ownerId);
  return subscriptionsOf(parts.records, ownerId);
}

/** Takes the steps that are due by now. */
async function settle({ billing, clock, log }: Services, ownerId: string): Promise<void> {
  await bestEffortWrite(billing.payments.settle(ownerId, clock()), log, 'a subscription could not be refreshed');
}

/**
 * Logs a change of a subscription after the payment provider has made it, and gives its new state.
 */
async function noted(
  { records }: Services,
  owner: OwnerRow,
  { id, action }: { id: string; action: AuditAction },
  act: ActorContext,
) {
  let row = await ownSubscription(records, owner.id, id);
  await recordAudit(records, act, { action, owner, target: row.product ?? '' });
  return row;
}

async function ownSubscription(records: Records, ownerId: string, id: string): Promise<PricedSubscription> {
  let row = (await subscriptionsOf(records, ownerId)).find((subscription) => subscription.id === id);
  if (!row) throw new ApiError('subscription-not-found');
  return row;
}
