/** Invoices of an owner, each with its own page. */
import { Link } from '@remix-run/react';
import type { Invoice } from 'contract/billing';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { Day } from '../../ui/day';
import { Cell, Table } from '../../ui/table';
import { invoiceLabels, money } from '../../billing-labels';

const columns = [
  { label: 'Invoice' },
  { label: 'Date' },
  { label: 'For' },
  { label: 'Status' },
  { label: 'Amount', numeric: true },
  { label: 'Total', numeric: true },
];

export function InvoiceTable({ owner, invoices }: { owner: string; invoices: readonly Invoice[] }) {
  return (
    <Table caption="List of invoices" columns={columns}>
      {invoices.map((invoice) => (
        <tr key={invoice.id}>
          <Cell rowHeader>
            <Link to={paths.billingInvoice(owner, invoice.id)} className="whitespace-nowrap text-accent underline">
              {invoice.number}
            </Link>
          </Cell>
          <Cell className="whitespace-nowrap">
            <Day iso={invoice.created_at} />
          </Cell>
          <Cell>{invoice.description}</Cell>
          <Cell>
            <Badge colour={invoiceLabels[invoice.status].colour}>{invoiceLabels[invoice.status].label}</Badge>
          </Cell>
          <Cell numeric>{money(invoice.amount, invoice.currency)}</Cell>
          <Cell numeric>{money(invoice.due, invoice.currency)}</Cell>
        </tr>
      ))}
    </Table>
  );
}
