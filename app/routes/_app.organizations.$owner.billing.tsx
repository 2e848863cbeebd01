/** /organizations/[owner]/billing: the plan, the card and the invoices of an organization. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BillingPage } from '../features/billing/billing-page';
import { readBilling } from '../features/billing/billing.server';
import { organizationHandle } from '../shell/breadcrumbs';
import { pageMeta } from '../shell/meta';
import { requireChanger } from '../session/roles.server';

export const meta = pageMeta({
  title: 'Billing',
  description: 'The plan, the card and the invoices of an organization.',
});
export const handle = organizationHandle('Billing');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireChanger(args);
  return readBilling(call, owner);
}

export default function OrganizationBillingPage() {
  return <BillingPage {...useLoaderData<typeof loader>()} />;
}
