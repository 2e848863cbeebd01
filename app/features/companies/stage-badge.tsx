/** The stage of a company as a coloured label. */
import type { FunnelStage } from 'contract/companies';
import { Badge } from '../../ui/badge';
import { stageLooks } from './stages';

export function StageBadge({ stage }: { stage: FunnelStage }) {
  let { label, colour, meaning } = stageLooks[stage];
  return (
    <span title={meaning}>
      <Badge colour={colour}>{label}</Badge>
    </span>
  );
}
