/** /billing/[owner]/invoices/[invoiceId]: one invoice. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getInvoice } from 'contract/billing';
import { billingHandle } from '../features/billing/crumbs';
import { InvoicePage as InvoiceParts } from '../features/billing/invoice-page';
import { pageMeta } from '../meta';
import { requireChanger } from '../roles.server';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Invoice' });
export const handle = billingHandle('Invoice');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireChanger(args);
  return { owner, invoice: await call(getInvoice, { params: { owner, id: args.params.invoiceId ?? '' } }) };
}

export default function InvoicePage() {
  let { owner, invoice } = useLoaderData<typeof loader>();
  return (
    <Stack narrow>
      <PageTitle title={`Invoice ${invoice.number}`} />
      <InvoiceParts owner={owner} invoice={invoice} />
    </Stack>
  );
}
