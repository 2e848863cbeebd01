/** The stages of the funnel: how far a company has come with the packages of an owner. */
import { z } from 'zod';

export const activeStages = ['interest', 'investigation', 'experimentation', 'ongoing-usage'] as const;
export type ActiveStage = (typeof activeStages)[number];

export const FunnelStage = z.enum([...activeStages, 'inactive']);
export type FunnelStage = z.infer<typeof FunnelStage>;
