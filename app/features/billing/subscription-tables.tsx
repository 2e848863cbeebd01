import { Link } from '@remix-run/react';
import type { Subscription, SubscriptionInfo } from 'contract/billing/billing';
import { partIsMissing } from '../../config/browser-messages';
import { intervalLabels, formatMoney, statusLabels } from '../../ui/billing-labels';
import { formatCount } from '../../ui/numbers';
import { paths } from '../../links/paths';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { DateText } from '../../ui/day';
import { EmptyState } from '../../ui/empty-state';
import { TableCell, TableRow, Table } from '../../ui/table';

export function StatusBadge({ status }: Pick<SubscriptionInfo, 'status'>) {
  let { label, colour } = statusLabels[status];
  return <Badge colour={colour}>{label}</Badge>;
}

const subscriptionColumns = [
  { label: 'Plan' },
  { label: 'Status' },
  { label: 'Interval' },
  { label: 'Amount', numeric: true },
  { label: 'Since' },
  { label: 'Due' },
];

/** Includes ended ones. */
export function SubscriptionList({ owner, subscriptions }: { owner: string; subscriptions: readonly Subscription[] }) {
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
      <Table caption="Subscriptions" columns={subscriptionColumns}>
        {subscriptions.map((row) => (
          <TableRow key={row.id}>
            <TableCell rowHeader>{row.product || 'Trial'}</TableCell>
            <TableCell>
              <StatusBadge status={row.status} />
            </TableCell>
            <TableCell>{row.interval ? intervalLabels[row.interval] : '–'}</TableCell>
            <TableCell numeric>{formatMoney(row.amount, row.currency)}</TableCell>
            <TableCell className="whitespace-nowrap">
              <DateText iso={row.started_at} />
            </TableCell>
            <TableCell className="whitespace-nowrap">
              {row.period_end ? <DateText iso={row.period_end} /> : '–'}
              {row.cancel_at_period_end && ' (ends)'}
            </TableCell>
          </TableRow>
        ))}
      </Table>
    </Card>
  );
}

interface OwnerState extends Omit<SubscriptionInfo, 'status'> {
  owner: string;
  /** Null if it could not be loaded. */
  status: SubscriptionInfo['status'] | null;
  /** Null without permission. */
  to: string | null;
}

export function OwnerStates({ states }: { states: readonly OwnerState[] }) {
  return (
    <Card flush>
      <Table
        caption="Subscriptions by owner"
        columns={[{ label: 'Owner' }, { label: 'Status' }, { label: 'Trial', numeric: true }]}
      >
        {states.map(({ owner, to, status, trial_info }) => (
          <TableRow key={owner}>
            <TableCell rowHeader>
              {to ? (
                <Link to={to} className="text-accent underline">
                  {owner}
                </Link>
              ) : (
                owner
              )}
            </TableCell>
            <TableCell>
              {status === null ? <span className="text-warn">{partIsMissing}</span> : <StatusBadge status={status} />}
            </TableCell>
            <TableCell numeric>{trialWords(trial_info)}</TableCell>
          </TableRow>
        ))}
      </Table>
    </Card>
  );
}

function trialWords(trial: SubscriptionInfo['trial_info']): string {
  if (!trial) return '–';
  return trial.days_remaining >= 0 ? `${formatCount(trial.days_remaining, 'day')} left` : 'Expired';
}
