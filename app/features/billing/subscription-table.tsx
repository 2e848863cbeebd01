/** Subscriptions of one owner, those that ended too. */
import type { Subscription } from 'contract/billing';
import { paths } from '../../paths';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Day } from '../../ui/day';
import { EmptyState } from '../../ui/empty-state';
import { Cell, Table } from '../../ui/table';
import { StatusBadge } from './status-badge';
import { intervalLabels, money } from '../../billing-labels';

const columns = [
  { label: 'Plan' },
  { label: 'Status' },
  { label: 'Interval' },
  { label: 'Amount', numeric: true },
  { label: 'Since' },
  { label: 'Due' },
];

export function SubscriptionTable({ owner, subscriptions }: { owner: string; subscriptions: readonly Subscription[] }) {
  if (subscriptions.length === 0)
    return (
      <Card>
        <EmptyState
          title="No subscriptions yet"
          action={<LinkButton to={paths.billingPlan(owner)}>Choose a plan</LinkButton>}
        >
          {owner} uses the free plan.
        </EmptyState>
      </Card>
    );
  return (
    <Card flush>
      <Table caption="Subscriptions" columns={columns}>
        {subscriptions.map((row) => (
          <tr key={row.id}>
            <Cell rowHeader>{row.product || 'Trial'}</Cell>
            <Cell>
              <StatusBadge status={row.status} />
            </Cell>
            <Cell>{row.interval ? intervalLabels[row.interval] : '–'}</Cell>
            <Cell numeric>{money(row.amount, row.currency)}</Cell>
            <Cell className="whitespace-nowrap">
              <Day iso={row.started_at} />
            </Cell>
            <Cell className="whitespace-nowrap">
              {row.period_end ? <Day iso={row.period_end} /> : '–'}
              {row.cancel_at_period_end && ' (ends)'}
            </Cell>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
