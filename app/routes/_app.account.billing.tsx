/** /account/billing: plan, card and invoices of the person's account. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { accountHandle } from '../shell/breadcrumbs';
import { BillingPage } from '../features/billing/billing-page';
import { readBilling } from '../features/billing/billing.server';
import { pageMeta } from '../shell/meta';
import { requireSession } from '../session/guards.server';

export const meta = pageMeta({ title: 'Billing', description: 'The plan, the card and the invoices of your account.' });
export const handle = accountHandle('Billing');

export async function loader(args: LoaderFunctionArgs) {
  let { call, username } = await requireSession(args);
  return readBilling(call, username);
}

export default function AccountBillingPage() {
  return <BillingPage {...useLoaderData<typeof loader>()} />;
}
