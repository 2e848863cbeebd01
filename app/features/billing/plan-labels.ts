/** What a plan includes (only the number of members of an organization) and what a change costs. */
import type { Billing, Product } from 'contract/billing/billing';
import { formatMoney, planLabels, priceText } from '../../ui/billing-labels';
import { formatCount } from '../../ui/numbers';
import type { CardOption } from '../../forms/choices';
import type { Fact } from '../../ui/description-list';

const paidPlanGives = 'Every paid plan includes unlimited members.';
const personGives = 'Personal accounts are free. Plans add members to organizations.';

export function currentPlanText({ plan, subscription, free_members: free }: Billing): string {
  if (free === null) return personGives;
  let room = `${formatCount(free, 'member')}, including pending invites`;
  if (plan === 'free') return `The free plan includes ${room}. Paid plans include unlimited members.`;
  let isTrial = plan === 'trial' && subscription?.price_id === null;
  if (!isTrial && !subscription?.cancel_at_period_end) return 'Your plan includes unlimited members.';
  return `Your plan includes unlimited members until the ${isTrial ? 'trial' : 'subscription'} ends. The free plan then includes ${room}. Existing members stay.`;
}

export function planChoiceText({ free_members: free }: Pick<Billing, 'free_members'>): string {
  return free === null ? personGives : paidPlanGives;
}

/** One card per price. Trials are only for owners who had neither a subscription nor a trial. */
export function planOptions(plans: Pick<Billing, 'subscription'> & { products: readonly Product[] }): CardOption[] {
  let { products, subscription } = plans;
  let isFirst = subscription === null;
  return products.flatMap(({ name, description, prices }) =>
    prices.map((price) => {
      let free =
        isFirst && price.trial_days > 0 && `${formatCount(price.trial_days, 'day')} free before the first payment.`;
      let isNow = subscription?.ended_at === null && subscription.price_id === price.id && 'Current plan.';
      let words = [description, free, isNow].filter(Boolean).join(' ');
      return { value: price.id, label: `${name}: ${priceText(price)}`, description: words };
    }),
  );
}

type Plans = Pick<Billing, 'subscription' | 'free_members'> & { products: readonly Product[] };

/** Describes a change before it is confirmed; `chosen`: the form's values. */
export function planChangeText(
  { products, subscription, free_members: free }: Plans,
  chosen: Record<string, unknown>,
): Fact[] {
  let product = products.find(({ prices }) => prices.some(({ id }) => id === chosen.price_id));
  let price = product?.prices.find(({ id }) => id === chosen.price_id);
  if (!product || !price) return [];
  let live = subscription?.ended_at === null ? subscription : null;
  if (live?.price_id === price.id) return [{ label: 'Then', value: 'Current plan' }];
  let { interval } = live ?? {};
  let now = live?.product || (live ? planLabels[live.plan] : planLabels.free);
  let nowPrice = live && interval ? priceText({ ...live, interval }) : 'free';
  let facts: Fact[] = [
    { label: 'Now', value: `${now}, ${nowPrice}` },
    { label: 'Then', value: `${product.name}, ${priceText(price)}` },
    {
      label: live?.price_id ? 'Payment' : 'First payment',
      value: firstPayment(formatMoney(price.amount, price.currency), price.trial_days, { live, subscription, chosen }),
    },
  ];
  if (free !== null) facts.splice(2, 0, { label: 'Members', value: 'unlimited' });
  return facts;
}

interface Around {
  live: Billing['subscription'];
  subscription: Billing['subscription'];
  chosen: Record<string, unknown>;
}

function firstPayment(amount: string, trialDays: number, { live, subscription, chosen }: Around): string {
  let discounted = chosen.discount_code ? `${amount}, less the discount` : amount;
  if (live?.status === 'trialing' && live.trial_end) return `${discounted}, when the trial ends`;
  if (live?.price_id) return `${amount} today, less credit for unused time`;
  return subscription === null && trialDays > 0
    ? `${discounted}, in ${formatCount(trialDays, 'day')}`
    : `${discounted}, today`;
}
