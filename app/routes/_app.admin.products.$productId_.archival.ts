/** POST …/archival: archives a product. GET leads to the list. */
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
  return redirect(paths.adminProducts());
}

export const action = resourceAction(async (args) => {
  let { call } = await requireAdmin(args);
  await readForm(args.request, emptyForm);
  await call(billingAdminApi.archiveProduct, { params: { id: args.params.productId ?? '' } });
  return redirectWithToast(paths.adminProducts(), 'product_archived');
});
