/** /billing/[owner]/invoices/[invoiceId]: one invoice. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { paymentsApi } from 'contract/billing/payments';
import { InvoicePage as InvoiceParts } from '../features/billing/invoice';
import { readParties } from '../features/billing/billing.server';
import { pageMeta } from '../shell/meta';
import { paths, settingsOf } from '../links/paths';
import { requireManagerRole } from '../session/roles.server';
import type { PageHandle } from '../shell/page-handle';
import { Icon } from '../ui/icon';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Invoice', description: 'An invoice to view and print.' });
/** Without the shell: an invoice is read and printed by itself. */
export const handle: PageHandle = { layout: 'clean' };

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireManagerRole(args);
  let { call, owner, username } = signedIn;
  let [invoice, parties] = await Promise.all([
    call(paymentsApi.getInvoice, { params: { owner, id: args.params.invoiceId ?? '' } }),
    readParties(signedIn, owner),
  ]);
  return { owner, invoice, parties, back: paths.settings(settingsOf(owner, username), 'billing') };
}

export default function InvoicePage() {
  let { owner, invoice, parties, back } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-3xl px-4 py-6">
      <Stack narrow>
        <p className="print:hidden">
          <Link to={back} className="text-sm text-accent underline">
            Back to billing
          </Link>
        </p>
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
    </div>
  );
}
