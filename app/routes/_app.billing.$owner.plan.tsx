/** /billing/[owner]/plan: selects or changes the plan. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { billingApi, SubscriptionOrder } from 'contract/billing/billing';
import { paths, settingsOf } from '../links/paths';
import { ContinueToPayment, PlanForm } from '../features/billing/billing-forms';
import { billingHandle } from '../shell/breadcrumbs';
import { readPlans, returnUrl } from '../features/billing/billing.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { requireManagerRole } from '../session/roles.server';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import { invalidateSubscription } from '../shell/subscription.server';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Choose a plan', description: 'Choose or change your plan.' });
export const handle = billingHandle('Plan');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  return readPlans(call, owner);
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, username } = await requireManagerRole(args);
  let form = await readForm(args.request, SubscriptionOrder.pick({ price_id: true, discount_code: true }), {
    button: 'preview',
  });
  if (!form.ok) return form.reply;
  if (form.isPressed) return form.again();
  return dedupe(args.request, form.value, async () => {
    let params = { owner };
    let home = paths.settings(settingsOf(owner, username), 'billing');
    let { subscription } = await call(billingApi.getBilling, { params });
    if (subscription?.price_id && subscription.ended_at === null) {
      let to = { params: { owner, id: subscription.id }, body: { price_id: form.value.price_id } };
      let changed = await call(billingApi.updateSubscription, to).catch(form.refuse);
      if (changed instanceof Response) return changed;
      invalidateSubscription(owner);
      return redirectWithToast(home, 'subscription_changed');
    }
    let body = { ...form.value, return_url: returnUrl(args.request, home) };
    let ordered = await call(billingApi.createSubscription, { params, body }).catch(form.refuse);
    if (ordered instanceof Response) return ordered;
    invalidateSubscription(owner);
    if (ordered.redirect_url !== null) return json({ continueAt: ordered.redirect_url });
    let hasFailed = ordered.subscription?.status === 'incomplete';
    return redirectWithToast(home, hasFailed ? 'payment_failed' : 'subscription_started');
  });
}

export default function PlanPage() {
  let plans = useLoaderData<typeof loader>();
  let answer = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Choose a plan" description={named`For ${plans.owner}`} />
      {answer && 'continueAt' in answer ? (
        <ContinueToPayment url={answer.continueAt} />
      ) : (
        <Card>
          <PlanForm {...plans} lastResult={answer?.lastResult} />
        </Card>
      )}
    </Stack>
  );
}
