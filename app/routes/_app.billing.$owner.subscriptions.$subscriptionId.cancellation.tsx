/** …/cancellation: cancels a subscription, at the end of its period or now. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { billingApi, Cancellation } from 'contract/billing/billing';
import { paths, settingsOf } from '../links/paths';
import { CancelForm } from '../features/billing/billing-forms';
import { billingHandle } from '../shell/breadcrumbs';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { errorResponse } from '../gateway/error-message.server';
import { requireManagerRole } from '../session/roles.server';
import { redirectWithToast } from '../session/toast.server';
import { invalidateSubscription } from '../shell/subscription.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Cancel subscription', description: 'Choose when to cancel.' });
export const handle = billingHandle('Cancel');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, username } = await requireManagerRole(args);
  let all = await call(billingApi.getSubscriptions, { params: { owner } });
  let subscription = all.find(({ id }) => id === args.params.subscriptionId);
  if (!subscription) throw errorResponse('subscription-not-found');
  return { subscription, home: paths.settings(settingsOf(owner, username), 'billing') };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, username } = await requireManagerRole(args);
  let form = await readForm(args.request, Cancellation);
  if (!form.ok) return form.reply;
  let params = { owner, id: args.params.subscriptionId ?? '' };
  let canceled = await call(billingApi.cancelSubscription, { params, body: form.value }).catch(form.refuse);
  if (canceled instanceof Response) return canceled;
  invalidateSubscription(owner);
  return redirectWithToast(paths.settings(settingsOf(owner, username), 'billing'), 'subscription_canceled');
}

export default function CancellationPage() {
  let { subscription, home } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={`Cancel ${subscription.product}`} />
      <Card>
        <CancelForm subscription={subscription} backTo={home} lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
