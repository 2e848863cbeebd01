/** What the stages of the funnel are called. */
import type { FunnelStage } from 'contract/companies';

export const stageLabels: Record<FunnelStage, string> = {
  interest: 'Interest',
  investigation: 'Investigation',
  experimentation: 'Experimentation',
  'ongoing-usage': 'Ongoing usage',
  inactive: 'Inactive',
};
