/** /account/subscriptions: every subscription of one's own account. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { accountHandle } from '../shell/breadcrumbs';
import { readSubscriptions } from '../features/billing/billing.server';
import { SubscriptionList } from '../features/billing/subscription-tables';
import { pageMeta } from '../shell/meta';
import { requireSession } from '../session/guards.server';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Subscriptions',
  description: 'The subscriptions of your account, those that ended too.',
});
export const handle = accountHandle('Subscriptions');

export async function loader(args: LoaderFunctionArgs) {
  let { call, username } = await requireSession(args);
  return readSubscriptions(call, username);
}

export default function AccountSubscriptionsPage() {
  let { owner, subscriptions } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle title="Subscriptions" description={`Of ${owner}`} />
      <SubscriptionList owner={owner} subscriptions={subscriptions} />
    </Stack>
  );
}
