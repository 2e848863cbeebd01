/** One invoice, to read and to print. */
import type { Invoice } from 'contract/billing';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Day } from '../../ui/day';
import { type Fact, Facts } from '../../ui/facts';
import { Cell, Table } from '../../ui/table';
import { invoiceLabels, money } from '../../billing-words';

export function InvoicePage({ owner, invoice }: { owner: string; invoice: Invoice }) {
  let facts: Fact[] = [
    { label: 'For', value: owner },
    { label: 'Date', value: <Day iso={invoice.created_at} /> },
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
              {invoice.status === 'paid' ? 'Paid' : 'Due'}
            </Cell>
            <Cell numeric className="font-semibold">
              {money(invoice.due, invoice.currency)}
            </Cell>
          </tr>
        </Table>
      </Card>
      {invoice.url && (
        <p>
          <a href={invoice.url} rel="noreferrer" className="text-accent underline">
            Open this invoice at the payment provider
          </a>
        </p>
      )}
    </>
  );
}

function linesOf({ description, amount, discount, credit }: Invoice): [string, number][] {
  let lines: [string, number][] = [[description || 'Subscription', amount]];
  if (discount > 0) lines.push(['Discount', -discount]);
  if (credit > 0) lines.push(['Credit from your earlier plan', -credit]);
  return lines;
}
