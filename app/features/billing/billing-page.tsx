import { Link } from '@remix-run/react';
import type { Billing, Subscription } from 'contract/billing/billing';
import type { Invoice, PaymentMethod } from 'contract/billing/payments';
import { intervalLabels, invoiceLabels, formatMoney, planLabels } from '../../ui/billing-labels';
import { formatCount } from '../../ui/numbers';
import { SubmitButton } from '../../forms/submit';
import { PostForm } from '../../forms/post-form';
import { paths } from '../../links/paths';
import { AlertBox } from '../../ui/alert';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { DateText } from '../../ui/day';
import { type Fact, Facts } from '../../ui/description-list';
import { PageTitle } from '../../ui/page-title';
import { Part } from '../../ui/part';
import { Stack } from '../../ui/stack';
import { TableCell, TableRow, Table } from '../../ui/table';
import { currentPlanText } from './plan-labels';
import { StatusBadge } from './subscription-tables';

interface BillingProps extends Billing {
  owner: string;
  /** URL of the list of subscriptions. */
  history: string;
  card: PaymentMethod | null | undefined;
  invoices: readonly Invoice[] | undefined;
}

export function BillingPage({ owner, history, card, invoices, ...billing }: BillingProps) {
  let { payments, subscription } = billing;
  return (
    <Stack>
      <PageTitle
        title="Billing"
        actions={
          <LinkButton to={history} variant="outline" size="sm">
            All subscriptions
          </LinkButton>
        }
      />
      {payments === 'test' && <AlertBox title="Test mode">Use test cards only.</AlertBox>}
      {subscription?.status === 'past_due' ||
      subscription?.status === 'unpaid' ||
      subscription?.status === 'incomplete' ? (
        <AlertBox variant="warning" title="The last payment failed.">
          Add another card to pay the open invoice.
        </AlertBox>
      ) : null}
      <PlanCard owner={owner} billing={billing} />
      <Part title="Payment" of={card}>
        {(known) => <PaymentCard owner={owner} payments={payments} card={known} />}
      </Part>
      <Part title="Invoices" of={invoices}>
        {(known) => (
          <Card title="Invoices" description="Transactions may take an hour to appear." flush={known.length > 0}>
            {known.length > 0 ? (
              <InvoiceList owner={owner} invoices={known} />
            ) : (
              <p className="text-sm text-muted">No invoices yet</p>
            )}
          </Card>
        )}
      </Part>
    </Stack>
  );
}

function PlanCard({ owner, billing }: { owner: string; billing: Billing }) {
  let { plan, subscription } = billing;
  let live = subscription?.ended_at === null ? subscription : null;
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {subscription?.product || `${planLabels[plan]} plan`}
          {subscription && <StatusBadge status={subscription.status} />}
        </span>
      }
      description={currentPlanText(billing)}
      actions={
        <>
          {mayChoose(subscription) && (
            <LinkButton to={paths.billingPlan(owner)} size="sm">
              {live?.price_id ? 'Change plan' : 'Choose a plan'}
            </LinkButton>
          )}
          {live?.price_id && <CancelOrResume owner={owner} subscription={live} />}
        </>
      }
    >
      {subscription && <Facts facts={factsOf(subscription)} />}
    </Card>
  );
}

/** False while a payment is open, which must be completed first. */
function mayChoose(subscription: Subscription | null): boolean {
  if (!subscription || subscription.ended_at !== null || subscription.price_id === null) return true;
  return (subscription.status === 'active' && subscription.period_end !== null) || subscription.status === 'trialing';
}

function CancelOrResume({ owner, subscription }: { owner: string; subscription: Subscription }) {
  if (!subscription.cancel_at_period_end)
    return (
      <LinkButton to={paths.billingCancellation(owner, subscription.id)} variant="danger-outline" size="sm">
        Cancel subscription
      </LinkButton>
    );
  return (
    <PostForm action={paths.billingResumption(owner, subscription.id)}>
      <SubmitButton size="sm" variant="outline" pending="Resuming …">
        Resume subscription
      </SubmitButton>
    </PostForm>
  );
}

function factsOf(subscription: Subscription): Fact[] {
  let { interval, period_end, cancel_at_period_end, trial_days_remaining, discount_code, ended_at } = subscription;
  let facts: Fact[] = [{ label: 'Since', value: <DateText iso={subscription.started_at} /> }];
  if (interval) facts.push({ label: 'Amount', value: formatMoney(subscription.amount, subscription.currency) });
  if (interval) facts.push({ label: 'Interval', value: intervalLabels[interval] });
  if (discount_code) facts.push({ label: 'Discount', value: discount_code });
  if (trial_days_remaining !== null)
    facts.push({ label: 'Trial', value: `${formatCount(Math.max(0, trial_days_remaining), 'day')} left` });
  if (period_end && ended_at === null)
    facts.push({ label: dueLabel(subscription, cancel_at_period_end), value: <DateText iso={period_end} /> });
  if (ended_at) facts.push({ label: 'Ended', value: <DateText iso={ended_at} /> });
  return facts;
}

function dueLabel({ price_id }: Subscription, ends: boolean): string {
  return ends || price_id === null ? 'Ends' : 'Due';
}

function PaymentCard({ owner, payments, card }: Pick<BillingProps, 'owner' | 'payments' | 'card'>) {
  return (
    <Card
      title="Payment details"
      actions={
        <LinkButton to={paths.billingCard(owner)} variant="outline" size="sm">
          {payments === 'stripe' ? 'Manage at Stripe' : card ? 'Change card' : 'Add a card'}
        </LinkButton>
      }
    >
      {card ? (
        <p className="text-sm">
          <span className="capitalize">{card.brand}</span> ending in <b className="tabular-nums">{card.last4}</b>,
          expires{' '}
          <span className="tabular-nums">
            {String(card.exp_month).padStart(2, '0')}/{card.exp_year}
          </span>
        </p>
      ) : (
        <p className="text-sm text-muted">No card yet.</p>
      )}
    </Card>
  );
}

const invoiceColumns = [
  { label: 'Invoice' },
  { label: 'Date' },
  { label: 'For' },
  { label: 'Status' },
  { label: 'Amount', numeric: true },
  { label: 'Total', numeric: true },
];

function InvoiceList({ owner, invoices }: { owner: string; invoices: readonly Invoice[] }) {
  return (
    <Table caption="List of invoices" columns={invoiceColumns}>
      {invoices.map((invoice) => (
        <TableRow key={invoice.id}>
          <TableCell rowHeader>
            <Link to={paths.billingInvoice(owner, invoice.id)} className="whitespace-nowrap text-accent underline">
              {invoice.number}
            </Link>
          </TableCell>
          <TableCell className="whitespace-nowrap">
            <DateText iso={invoice.created_at} />
          </TableCell>
          <TableCell>{invoice.description}</TableCell>
          <TableCell>
            <Badge colour={invoiceLabels[invoice.status].colour}>{invoiceLabels[invoice.status].label}</Badge>
          </TableCell>
          <TableCell numeric>{formatMoney(invoice.amount, invoice.currency)}</TableCell>
          <TableCell numeric>{formatMoney(invoice.due, invoice.currency)}</TableCell>
        </TableRow>
      ))}
    </Table>
  );
}
