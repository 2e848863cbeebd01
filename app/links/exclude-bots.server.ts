/** The switch "Without bots and mirrors" of all reports: `noise=hide` in their addresses. */
import { botAudiences } from 'contract/analytics/audience';

/** What the API is asked to leave out. */
export function botAudiencesToExclude(withoutNoise: boolean | undefined): string | undefined {
  return withoutNoise ? botAudiences.join(',') : undefined;
}
