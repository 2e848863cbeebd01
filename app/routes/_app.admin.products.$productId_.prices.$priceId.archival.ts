/** POST …/archival: archives a price. GET leads to the list. */
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
  return redirect(paths.adminProduct(args.params.productId ?? ''));
}

export const action = resourceAction(async (args) => {
  let { call } = await requireAdmin(args);
  await readForm(args.request, emptyForm);
  await call(billingAdminApi.archivePrice, {
    params: { id: args.params.productId ?? '', price_id: args.params.priceId ?? '' },
  });
  return redirectWithToast(paths.adminProduct(args.params.productId ?? ''), 'price_archived');
});
