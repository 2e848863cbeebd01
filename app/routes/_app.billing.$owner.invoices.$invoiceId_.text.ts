/** …/text: an invoice as a file to keep. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { paymentsApi } from 'contract/billing/payments';
import { txt } from 'remix-utils/responses';
import { invoiceText } from '../features/billing/invoice';
import { readParties } from '../features/billing/billing.server';
import { requireManagerRole } from '../session/roles.server';

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireManagerRole(args);
  let { call, owner } = signedIn;
  let invoice = await call(paymentsApi.getInvoice, { params: { owner, id: args.params.invoiceId ?? '' } });
  let name = `invoice-${invoice.number.replace(/[^\w-]/g, '_')}.txt`;
  return txt(invoiceText(invoice, await readParties(signedIn, owner)), {
    headers: {
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  });
}
