/** Plan, card and invoices of an account or an organization. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BillingPage } from '../features/billing/billing-page';
import { readBilling } from '../features/billing/billing.server';
import { paths } from '../links/paths';
import { requireSettingsRole } from '../session/settings.server';
import { settingsHandle } from '../shell/breadcrumbs';
import { settingsMeta } from '../shell/meta';

export const meta = settingsMeta(
  'Billing',
  'Plan, payment method and invoices of your account.',
  'Plan, payment method and invoices of an organization.',
);
export const handle = settingsHandle('Billing');

export async function loader(args: LoaderFunctionArgs) {
  let settings = await requireSettingsRole(args, 'managers');
  let billing = await readBilling(settings.call, settings.owner);
  return { ...billing, history: paths.settings(settings, 'subscriptions') };
}

export default function OwnerBillingPage() {
  return <BillingPage {...useLoaderData<typeof loader>()} />;
}
