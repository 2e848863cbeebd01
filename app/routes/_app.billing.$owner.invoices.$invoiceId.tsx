/** /billing/[owner]/invoices/[invoiceId]: one invoice. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getInvoice } from 'contract/billing';
import { billingHandle } from '../features/billing/crumbs';
import { InvoicePage as InvoiceParts } from '../features/billing/invoice-page';
import { readParties } from '../features/billing/parties.server';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { requireChanger } from '../roles.server';
import { Icon } from '../ui/icon';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Invoice' });
export const handle = billingHandle('Invoice');

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireChanger(args);
  let { call, owner } = signedIn;
  let [invoice, parties] = await Promise.all([
    call(getInvoice, { params: { owner, id: args.params.invoiceId ?? '' } }),
    readParties(signedIn, owner),
  ]);
  return { owner, invoice, parties };
}

export default function InvoicePage() {
  let { owner, invoice, parties } = useLoaderData<typeof loader>();
  return (
    <Stack narrow>
      <PageTitle
        title={`Invoice ${invoice.number}`}
        actions={
          <a
            href={paths.billingInvoiceText(owner, invoice.id)}
            download
            className="inline-flex items-center gap-1.5 text-sm text-accent underline print:hidden"
          >
            <Icon name="download" />
            Download invoice
          </a>
        }
      />
      <InvoiceParts invoice={invoice} parties={parties} />
    </Stack>
  );
}
