/** /admin/discounts: discount codes, and a new one. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { billingAdminApi } from 'contract/billing/billing-admin';
import { DiscountForm } from '../features/admin/offer-forms';
import { DiscountList } from '../features/admin/offer-tables';
import { DiscountInput } from '../features/admin/forms.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireAdmin } from '../session/guards.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Discounts',
  description: 'Discount codes that customers can use, for platform admins.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireAdmin(args);
  return { discounts: await call(billingAdminApi.getDiscounts) };
}

export async function action(args: ActionFunctionArgs) {
  let { call } = await requireAdmin(args);
  let form = await readForm(args.request, DiscountInput);
  if (!form.ok) return form.reply;
  let made = await call(billingAdminApi.createDiscount, { body: form.value }).catch(form.refuse);
  return made instanceof Response ? made : redirectWithToast(paths.adminDiscounts(), 'discount_created');
}

export default function AdminDiscountsPage() {
  let { discounts } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack>
      <PageTitle title="Discounts" />
      <Card flush={discounts.length > 0}>
        {discounts.length > 0 ? (
          <DiscountList discounts={discounts} />
        ) : (
          <EmptyState title="No discounts yet">A code lowers what a new subscriber pays.</EmptyState>
        )}
      </Card>
      <Card title="New discount">
        <DiscountForm lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
