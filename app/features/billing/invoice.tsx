/** An invoice as page and as plain text. */
import type { Invoice } from 'contract/billing/payments';
import { invoiceLabels, formatMoney } from '../../ui/billing-labels';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { DateText } from '../../ui/day';
import { type Fact, Facts } from '../../ui/description-list';
import { TableCell, TableRow, Table } from '../../ui/table';
import { greatest } from 'contract/floor/extremes';

interface InvoiceProps {
  invoice: Invoice;
  parties: { seller: string[]; buyer: string[] };
}

export function InvoicePage({ invoice, parties }: InvoiceProps) {
  let facts: Fact[] = [
    { label: 'Seller', value: <Party lines={parties.seller} /> },
    { label: 'Buyer', value: <Party lines={parties.buyer} /> },
    { label: 'Date', value: <DateText iso={invoice.created_at} /> },
    { label: 'Period', value: periodOf(invoice) },
    { label: 'Currency', value: invoice.currency.toUpperCase() },
    {
      label: 'Status',
      value: <Badge colour={invoiceLabels[invoice.status].colour}>{invoiceLabels[invoice.status].label}</Badge>,
    },
  ];
  if (invoice.paid_at) facts.push({ label: 'Paid', value: <DateText iso={invoice.paid_at} /> });
  return (
    <>
      <Card>
        <Facts facts={facts} />
      </Card>
      <Card title="Items" flush>
        <Table caption="Lines of the invoice" columns={[{ label: 'Item' }, { label: 'Amount', numeric: true }]}>
          {linesOf(invoice).map(([label, amount]) => (
            <TableRow key={label}>
              <TableCell rowHeader>{label}</TableCell>
              <TableCell numeric>{formatMoney(amount, invoice.currency)}</TableCell>
            </TableRow>
          ))}
          <TableRow>
            <TableCell rowHeader className="font-semibold">
              {totalLabel(invoice)}
            </TableCell>
            <TableCell numeric className="font-semibold">
              {formatMoney(invoice.due, invoice.currency)}
            </TableCell>
          </TableRow>
        </Table>
      </Card>
      {invoice.url && (
        <p className="print:hidden">
          <a href={invoice.url} rel="noreferrer" className="text-accent underline">
            View at payment provider
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

/** Charges and deductions in the smallest currency unit. */
function linesOf({ description, amount, discount, credit }: Invoice): [string, number][] {
  let lines: [string, number][] = [[description || 'Subscription', amount]];
  if (discount > 0) lines.push(['Discount', -discount]);
  if (credit > 0) lines.push(['Credit from your previous plan', -credit]);
  return lines;
}

function totalLabel({ status }: Invoice): string {
  return status === 'paid' ? 'Paid' : 'Due';
}

/** `2026-11-01 to 2026-11-30`; only the first day for one-time payments. */
function periodOf({ period_start, period_end }: Invoice): string {
  return period_end === null ? day(period_start) : `${day(period_start)} to ${day(period_end)}`;
}

export function invoiceText(invoice: Invoice, { seller, buyer }: { seller: string[]; buyer: string[] }): string {
  let { number, created_at, paid_at, status, currency } = invoice;
  let sums: [string, number][] = [...linesOf(invoice), [totalLabel(invoice), invoice.due]];
  let amounts = sums.map(([label, amount]) => [label, formatMoney(amount, currency)] as const);
  let labelWidth = greatest(amounts.map(([label]) => label.length)) + 4;
  let amountWidth = greatest(amounts.map(([, amount]) => amount.length));
  let rows = amounts.map(([label, amount]) => label.padEnd(labelWidth) + amount.padStart(amountWidth));
  let ruler = '-'.repeat(labelWidth + amountWidth);
  return [
    `INVOICE ${number}`,
    '',
    `Date:      ${day(created_at)}`,
    `Period:    ${periodOf(invoice)}`,
    `Status:    ${status}${paid_at === null ? '' : `, paid on ${day(paid_at)}`}`,
    `Currency:  ${currency.toUpperCase()}`,
    ...party('Seller', seller),
    ...party('Buyer', buyer),
    '',
    ...rows.slice(0, -1),
    ruler,
    ...rows.slice(-1),
    '',
  ].join('\n');
}

function party(label: string, lines: string[]): string[] {
  return ['', `${label}:`, ...lines.map((line) => `  ${line}`)];
}

function day(iso: string): string {
  return iso.slice(0, 10);
}
