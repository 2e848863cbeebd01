/** Products and cards for billing tests. */
import { billingApi } from 'contract/billing/billing';
import { billingAdminApi } from 'contract/billing/billing-admin';
import { paymentsApi } from 'contract/billing/payments';
import type { CallOf } from 'contract/rules/route';
import type { Caller } from 'tests/support/world';

export const cards = {
  pays: '4242 4242 4242 4242',
  declinesLater: '4000 0000 0000 0341',
} as const;

/** The price used by most tests. */
export const monthly = { amount: 1_900, currency: 'usd', interval: 'monthly' } as const;

let products = 0;

/** The fields of the card form. */
export function card(number: string, more: Partial<Record<'card_expiry' | 'card_cvc' | 'card_zip', string>> = {}) {
  return { card_number: number, card_expiry: '12/99', card_cvc: '123', card_zip: '12345', ...more };
}

/** Creates a product with one price as a platform admin. Returns the id of the price. */
export async function offer(
  admin: Caller,
  price: CallOf<typeof billingAdminApi.createPrice>['body'],
  plan: 'basic' | 'premium' = 'basic',
): Promise<{ productId: string; priceId: string }> {
  let { id } = await admin.ask(billingAdminApi.createProduct, { body: { name: `Product ${++products}`, plan } });
  let { prices } = await admin.ask(billingAdminApi.createPrice, { params: { id }, body: price });
  return { productId: id, priceId: prices[0]?.id ?? '' };
}

/** Saves a test card for an owner. */
export async function saveCard(payer: Caller, owner: string, number: string): Promise<void> {
  await payer.ask(paymentsApi.savePaymentMethod, { params: { owner }, body: card(number) });
}

/** Offers a price, saves a card of ada's and subscribes her. */
export async function subscribe(
  admin: Caller,
  ada: Caller,
  price: CallOf<typeof billingAdminApi.createPrice>['body'] = monthly,
  number: string = cards.pays,
) {
  let { priceId } = await offer(admin, price);
  await saveCard(ada, 'ada', number);
  let { subscription } = await ada.ask(billingApi.createSubscription, {
    params: { owner: 'ada' },
    body: { price_id: priceId },
  });
  let id = subscription?.id ?? '';
  return { priceId, id, one: { params: { owner: 'ada', id } } };
}
