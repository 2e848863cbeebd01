/** The state of a subscription as a coloured label. */
import type { SubscriptionInfo } from 'contract/billing';
import { Badge } from '../../ui/badge';
import { statusLabels } from '../../billing-labels';

export function StatusBadge({ status }: Pick<SubscriptionInfo, 'status'>) {
  let { label, colour } = statusLabels[status];
  return <Badge colour={colour}>{label}</Badge>;
}
