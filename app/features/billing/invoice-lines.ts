/** What an invoice says, line by line: the same on its page and in its file. */
import type { Invoice } from 'contract/billing';
import { money } from '../../billing-labels';

/** What is charged, and what is taken off, in the smallest unit of the currency. */
export function linesOf({ description, amount, discount, credit }: Invoice): [string, number][] {
  let lines: [string, number][] = [[description || 'Subscription', amount]];
  if (discount > 0) lines.push(['Discount', -discount]);
  if (credit > 0) lines.push(['Credit from your earlier plan', -credit]);
  return lines;
}

/** The words of the last line. */
export function totalLabel({ status }: Invoice): string {
  return status === 'paid' ? 'Paid' : 'Due';
}

/** The days it is for, `2026-11-01 to 2026-11-30`; the first alone for what is paid once. */
export function periodOf({ period_start, period_end }: Invoice): string {
  return period_end === null ? day(period_start) : `${day(period_start)} to ${day(period_end)}`;
}

/** An invoice as plain text, sums at the end of their lines. */
export function invoiceText(invoice: Invoice, { seller, buyer }: { seller: string[]; buyer: string[] }): string {
  let { number, created_at, paid_at, status, currency } = invoice;
  let sums: [string, number][] = [...linesOf(invoice), [totalLabel(invoice), invoice.due]];
  let amounts = sums.map(([label, amount]) => [label, money(amount, currency)] as const);
  let labelWidth = Math.max(...amounts.map(([label]) => label.length)) + 4;
  let amountWidth = Math.max(...amounts.map(([, amount]) => amount.length));
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
