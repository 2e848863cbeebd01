/** The owners a person acts for, each with the state of its subscription. */
import { Link } from '@remix-run/react';
import type { SubscriptionInfo } from 'contract/billing';
import { counted } from '../../charts/numbers';
import { Card } from '../../ui/card';
import { Cell, Table } from '../../ui/table';
import { StatusBadge } from './status-badge';

export interface OwnerState extends SubscriptionInfo {
  owner: string;
  /** The page of its subscriptions; null where the person may not see it. */
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
          <tr key={owner}>
            <Cell rowHeader>
              {to ? (
                <Link to={to} className="text-accent underline">
                  {owner}
                </Link>
              ) : (
                owner
              )}
            </Cell>
            <Cell>
              <StatusBadge status={status} />
            </Cell>
            <Cell numeric>{trialWords(trial_info)}</Cell>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function trialWords(trial: SubscriptionInfo['trial_info']): string {
  if (!trial) return '–';
  return trial.days_remaining >= 0 ? `${counted(trial.days_remaining, 'day')} left` : 'Expired';
}
