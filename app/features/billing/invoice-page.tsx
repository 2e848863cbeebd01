/** One invoice, to read and to print. */
import type { Invoice } from 'contract/billing';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Day } from '../../ui/day';
import { type Fact, Facts } from '../../ui/description-list';
import { Cell, Table } from '../../ui/table';
import { invoiceLabels, money } from '../../billing-labels';
import { linesOf, periodOf, totalLabel } from './invoice-lines';

interface InvoiceProps {
  invoice: Invoice;
  parties: { seller: string[]; buyer: string[] };
}

export function InvoicePage({ invoice, parties }: InvoiceProps) {
  let facts: Fact[] = [
    { label: 'Seller', value: <Party lines={parties.seller} /> },
    { label: 'Buyer', value: <Party lines={parties.buyer} /> },
    { label: 'Date', value: <Day iso={invoice.created_at} /> },
    { label: 'Period', value: periodOf(invoice) },
    { label: 'Currency', value: invoice.currency.toUpperCase() },
    {
      label: 'Status',
      value: <Badge colour={invoiceLabels[invoice.status].colour}>{invoiceLabels[invoice.status].label}</Badge>,
    },
  ];
  if (invoice.paid_at) facts.push({ label: 'Paid', value: <Day iso={invoice.paid_at} /> });
  return (
    <>
      <Card>
        <Facts facts={facts} />
      </Card>
      <Card title="What is charged" flush>
        <Table caption="Lines of the invoice" columns={[{ label: 'Item' }, { label: 'Amount', numeric: true }]}>
          {linesOf(invoice).map(([label, amount]) => (
            <tr key={label}>
              <Cell rowHeader>{label}</Cell>
              <Cell numeric>{money(amount, invoice.currency)}</Cell>
            </tr>
          ))}
          <tr>
            <Cell rowHeader className="font-semibold">
              {totalLabel(invoice)}
            </Cell>
            <Cell numeric className="font-semibold">
              {money(invoice.due, invoice.currency)}
            </Cell>
          </tr>
        </Table>
      </Card>
      {invoice.url && (
        <p className="print:hidden">
          <a href={invoice.url} rel="noreferrer" className="text-accent underline">
            Open this invoice at the payment provider
          </a>
        </p>
      )}
    </>
  );
}

function Party({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className="block break-words">
      {line}
    </span>
  ));
}
