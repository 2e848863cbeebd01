import { billingApi, type SubscriptionInfo } from 'contract/billing/billing';
import { paymentsApi, type PaymentMethod } from 'contract/billing/payments';
import { organizationsApi } from 'contract/organizations/organizations';
import { usersApi } from 'contract/accounts/users';
import { env } from '../../config/env.server';
import { type Call, readApiError } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';
import { isSameOwner } from '../../links/paths';
import type { SignedIn } from '../../session/guards.server';
import { fetchSubscription } from '../../shell/subscription.server';
import { siteName } from '../../config/site';

/** Organizations per page (spec section 9). */
const organizationsChecked = 5;

export async function readBilling(call: Call, owner: string) {
  let params = { owner };
  let [billing, card, invoices] = await Promise.all([
    call(billingApi.getBilling, { params }),
    secondary(readCard(call, owner)),
    secondary(call(paymentsApi.getInvoices, { params })),
  ]);
  return { owner, ...billing, card, invoices };
}

/** Null if none is saved. */
function readCard(call: Call, owner: string): Promise<PaymentMethod | null> {
  return call(paymentsApi.getPaymentMethod, { params: { owner } }).catch(nullWhen404);
}

export async function readPlans(call: Call, owner: string) {
  let params = { owner };
  let [billing, products, card] = await Promise.all([
    call(billingApi.getBilling, { params }),
    call(billingApi.getOfferedProducts, { params }),
    readCard(call, owner),
  ]);
  return { owner, ...billing, products, hasCard: card !== null };
}

export async function readSubscriptions(call: Call, owner: string) {
  return { owner, subscriptions: await call(billingApi.getSubscriptions, { params: { owner } }) };
}

/**
 * Of the person and a page of five organizations, in the given order; `none` if there never was a
 * subscription, null if that is unknown. Clamps `page` to the last page.
 */
export async function readSubscriptionStates(signedIn: SignedIn, organizations: readonly string[], wantedPage: number) {
  let none: SubscriptionInfo = { status: 'none', trial_info: null };
  let unknown = { status: null, trial_info: null };
  let pages = Math.max(1, Math.ceil(organizations.length / organizationsChecked));
  let page = Math.min(wantedPage, pages);
  let first = (page - 1) * organizationsChecked;
  let shown = organizations.slice(first, first + organizationsChecked);
  let states = await Promise.all(
    [signedIn.username, ...shown].map(async (owner) => ({
      owner,
      ...((await secondary(fetchSubscription(signedIn, owner), unknown)) ?? none),
    })),
  );
  return { states, page, pages, first: first + 1, last: first + shown.length, total: organizations.length };
}

/** 404: the owner never paid (spec section 7: silent). */
function nullWhen404(thrown: unknown): null {
  if (thrown instanceof Response && thrown.status === 404) return null;
  throw thrown;
}

interface Parties {
  /** Address lines: INVOICE_SELLER, default: the site's name. */
  seller: string[];
  buyer: string[];
}

export async function readParties(signedIn: SignedIn, owner: string): Promise<Parties> {
  let seller = env.INVOICE_SELLER.length > 0 ? env.INVOICE_SELLER : [siteName];
  return { seller, buyer: (await readBuyer(signedIn, owner)).filter((line) => line !== '') };
}

async function readBuyer({ call, username }: SignedIn, owner: string): Promise<string[]> {
  if (isSameOwner(owner, username)) {
    let { first_name, last_name, email } = await call(usersApi.getUser, { params: { username } });
    return [`${first_name} ${last_name}`.trim(), username, email];
  }
  let found = await call(organizationsApi.getOrganization, { params: { name: owner } }).catch(
    async (thrown: unknown) => {
      if ((await readApiError(thrown))?.code === 'organization-not-found') return null;
      throw thrown;
    },
  );
  return found ? [found.name, found.billing_email] : [owner];
}

/** Absolute URL that the payment provider returns to. */
export function returnUrl(request: Request, path: string): string {
  return new URL(path, env.PUBLIC_URL ?? request.url).href;
}
