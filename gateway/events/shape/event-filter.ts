/** Event filters, with conditions on companies, packages and pixels resolved to lists. */
import type { FilterConditions } from 'contract/analytics/filters';

type Resolved = 'company_techstack' | 'company_funnelstage' | 'artifact_importance';

export interface EventFilter extends Omit<FilterConditions, Resolved> {
  companies?: readonly CompanySet[];
  /** Ids of packages and pixels. */
  artifacts?: readonly string[];
}

/** Events of these companies, by domain or by name without one; with `not`, all others. */
export interface CompanySet {
  keys: readonly string[];
  not: boolean;
}
