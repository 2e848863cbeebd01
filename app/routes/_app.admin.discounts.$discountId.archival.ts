/** POST …/archival: archives a discount code. GET leads to the list. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { billingAdminApi } from 'contract/billing/billing-admin';
import { emptyForm, readForm } from '../forms/read-form.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { requireAdmin } from '../session/guards.server';
import { resourceAction } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return redirect(paths.adminDiscounts());
}

export const action = resourceAction(async (args) => {
  let { call } = await requireAdmin(args);
  await readForm(args.request, emptyForm);
  await call(billingAdminApi.archiveDiscount, { params: { id: args.params.discountId ?? '' } });
  return redirectWithToast(paths.adminDiscounts(), 'discount_archived');
});
