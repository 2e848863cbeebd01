/** /organizations/[owner]/subscriptions: every subscription of an organization. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readSubscriptions } from '../features/billing/billing.server';
import { SubscriptionList } from '../features/billing/subscription-tables';
import { organizationHandle } from '../shell/breadcrumbs';
import { pageMeta } from '../shell/meta';
import { requireChanger } from '../session/roles.server';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Subscriptions',
  description: 'The subscriptions of an organization, those that ended too.',
});
export const handle = organizationHandle('Subscriptions');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireChanger(args);
  return readSubscriptions(call, owner);
}

export default function OrganizationSubscriptionsPage() {
  let { owner, subscriptions } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle title="Subscriptions" description={`Of ${owner}`} />
      <SubscriptionList owner={owner} subscriptions={subscriptions} />
    </Stack>
  );
}
