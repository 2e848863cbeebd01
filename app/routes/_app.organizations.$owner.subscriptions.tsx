/** Every subscription of an account or an organization. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readSubscriptions } from '../features/billing/billing.server';
import { SubscriptionList } from '../features/billing/subscription-tables';
import { requireSettingsRole } from '../session/settings.server';
import { settingsHandle } from '../shell/breadcrumbs';
import { settingsMeta } from '../shell/meta';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = settingsMeta(
  'Subscriptions',
  'Subscriptions of your account.',
  'Subscriptions of an organization.',
);
export const handle = settingsHandle('Subscriptions');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireSettingsRole(args, 'managers');
  return readSubscriptions(call, owner);
}

export default function OwnerSubscriptionsPage() {
  let { owner, subscriptions } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle title="Subscriptions" />
      <SubscriptionList owner={owner} subscriptions={subscriptions} />
    </Stack>
  );
}
