/** POST …/resumption: resumes a canceled subscription. GET leads to billing. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { billingApi } from 'contract/billing/billing';
import { paths, settingsOf } from '../links/paths';
import { emptyForm, readForm } from '../forms/read-form.server';
import { redirect } from '../http/redirects.server';
import { requireManagerRole } from '../session/roles.server';
import { resourceAction } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';
import { invalidateSubscription } from '../shell/subscription.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner, username } = await requireManagerRole(args);
  return redirect(paths.settings(settingsOf(owner, username), 'billing'));
}

export const action = resourceAction(async (args) => {
  let { call, owner, username } = await requireManagerRole(args);
  await readForm(args.request, emptyForm);
  await call(billingApi.resumeSubscription, { params: { owner, id: args.params.subscriptionId ?? '' } });
  invalidateSubscription(owner);
  return redirectWithToast(paths.settings(settingsOf(owner, username), 'billing'), 'subscription_resumed');
});
