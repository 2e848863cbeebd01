/** /admin/products/[productId]: the prices of a product, and a new one. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { billingAdminApi } from 'contract/billing/billing-admin';
import { PriceInput } from '../features/admin/forms.server';
import { PriceForm } from '../features/admin/offer-forms';
import { PriceList } from '../features/admin/offer-tables';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireAdmin } from '../session/guards.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Product', description: 'The prices of one product, for platform admins.' });

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireAdmin(args);
  return { product: await call(billingAdminApi.getProduct, { params: { id: args.params.productId ?? '' } }) };
}

export async function action(args: ActionFunctionArgs) {
  let { call } = await requireAdmin(args);
  let id = args.params.productId ?? '';
  let form = await readForm(args.request, PriceInput);
  if (!form.ok) return form.reply;
  let added = await call(billingAdminApi.createPrice, { params: { id }, body: form.value }).catch(form.refuse);
  return added instanceof Response ? added : redirectWithToast(paths.adminProduct(id), 'price_added');
}

export default function AdminProductPage() {
  let { product } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack>
      <PageTitle title={product.name} description={product.description} />
      <Card flush={product.prices.length > 0}>
        {product.prices.length > 0 ? (
          <PriceList product={product} />
        ) : (
          <p className="text-sm text-muted">Without a price it is not offered.</p>
        )}
      </Card>
      {!product.archived && (
        <Card title="New price">
          <PriceForm lastResult={refused?.lastResult} />
        </Card>
      )}
    </Stack>
  );
}
