/** What the stages of the funnel are called, and their colours. */
import type { FunnelStage } from 'contract/companies';
import type { BadgeColour } from '../../ui/badge';

interface StageLook {
  label: string;
  colour: BadgeColour;
  meaning: string;
}

export const stageLooks: Record<FunnelStage, StageLook> = {
  interest: { label: 'Interest', colour: 'default', meaning: 'Reads about it' },
  investigation: { label: 'Investigation', colour: 'blue', meaning: 'Looks closer, or has downloaded' },
  experimentation: { label: 'Experimentation', colour: 'purple', meaning: 'Tries it out' },
  'ongoing-usage': { label: 'Ongoing usage', colour: 'green', meaning: 'Uses it all the time' },
  inactive: { label: 'Inactive', colour: 'yellow', meaning: 'Nothing for 60 days' },
};

/** What each stage is called. */
export const stageLabels = Object.fromEntries(
  Object.entries(stageLooks).map(([stage, { label }]) => [stage, label]),
) as Record<FunnelStage, string>;
