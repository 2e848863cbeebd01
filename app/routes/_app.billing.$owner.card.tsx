/** /billing/[owner]/card: saves a test card; with Stripe, links to Stripe's pages. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { paymentsApi } from 'contract/billing/payments';
import { billingApi } from 'contract/billing/billing';
import { CardDetails } from 'contract/billing/cards';
import { paths, settingsOf } from '../links/paths';
import { CardForm, ContinueToPayment, PortalForm } from '../features/billing/billing-forms';
import { billingHandle } from '../shell/breadcrumbs';
import { returnUrl } from '../features/billing/billing.server';
import { emptyForm, readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { requireManagerRole } from '../session/roles.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Payment details', description: 'The card for your subscription.' });
export const handle = billingHandle('Payment details');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let { payments } = await call(billingApi.getBilling, { params: { owner } });
  return { owner, payments };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, username } = await requireManagerRole(args);
  let params = { owner };
  let home = paths.settings(settingsOf(owner, username), 'billing');
  let { payments } = await call(billingApi.getBilling, { params });
  if (payments === 'stripe') {
    let form = await readForm(args.request, emptyForm);
    if (!form.ok) return form.reply;
    let body = { return_url: returnUrl(args.request, home) };
    let portal = await call(paymentsApi.createPortalSession, { params, body }).catch(form.refuse);
    return portal instanceof Response ? portal : json({ continueAt: portal.url });
  }
  let form = await readForm(args.request, CardDetails);
  if (!form.ok) return form.reply;
  let saved = await call(paymentsApi.savePaymentMethod, { params, body: form.value }).catch(form.refuse);
  return saved instanceof Response ? saved : redirectWithToast(home, 'card_saved');
}

export default function CardPage() {
  let { owner, payments } = useLoaderData<typeof loader>();
  let answer = useActionData<typeof action>();
  let lastResult = answer && 'lastResult' in answer ? answer.lastResult : undefined;
  return (
    <Stack narrow>
      <PageTitle title="Payment details" description={named`For ${owner}`} />
      {answer && 'continueAt' in answer ? (
        <ContinueToPayment url={answer.continueAt} />
      ) : (
        <Card>
          {payments === 'stripe' ? <PortalForm lastResult={lastResult} /> : <CardForm lastResult={lastResult} />}
        </Card>
      )}
    </Stack>
  );
}
