/** /admin/products: products, and the form for a new one. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { billingAdminApi, NewProduct } from 'contract/billing/billing-admin';
import { ProductForm } from '../features/admin/offer-forms';
import { ProductList } from '../features/admin/offer-tables';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireAdmin } from '../session/guards.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Products', description: 'The products that are offered, for platform admins.' });

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireAdmin(args);
  return { products: await call(billingAdminApi.getProducts) };
}

export async function action(args: ActionFunctionArgs) {
  let { call } = await requireAdmin(args);
  let form = await readForm(args.request, NewProduct);
  if (!form.ok) return form.reply;
  let made = await call(billingAdminApi.createProduct, { body: form.value }).catch(form.refuse);
  return made instanceof Response ? made : redirectWithToast(paths.adminProduct(made.id), 'product_created');
}

export default function AdminProductsPage() {
  let { products } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack>
      <PageTitle title="Products" />
      <Card flush={products.length > 0}>
        {products.length > 0 ? (
          <ProductList products={products} />
        ) : (
          <EmptyState title="No products yet">Create one below, then add a price.</EmptyState>
        )}
      </Card>
      <Card title="New product">
        <ProductForm lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
