import type { FunnelStage } from 'contract/analytics/funnel-stages';
import { stageLabels } from '../../text/labels';
import { Badge, type BadgeColour } from '../../ui/badge';

interface StageLook {
  label: string;
  colour: BadgeColour;
  meaning: string;
}

export const stageLooks: Record<FunnelStage, StageLook> = {
  interest: { label: stageLabels.interest, colour: 'default', meaning: 'Reads about it' },
  investigation: { label: stageLabels.investigation, colour: 'blue', meaning: 'Looks closer, or has downloaded' },
  experimentation: { label: stageLabels.experimentation, colour: 'purple', meaning: 'Tries it out' },
  'ongoing-usage': { label: stageLabels['ongoing-usage'], colour: 'green', meaning: 'Active for 90 days or more' },
  inactive: { label: stageLabels.inactive, colour: 'yellow', meaning: 'Nothing for 60 days' },
};

export function StageBadge({ stage }: { stage: FunnelStage }) {
  let { label, colour, meaning } = stageLooks[stage];
  return (
    <span title={meaning}>
      <Badge colour={colour}>{label}</Badge>
    </span>
  );
}
