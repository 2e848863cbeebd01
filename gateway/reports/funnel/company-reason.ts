/** Why a company has its events. */
import { matchReason } from 'contract/analytics/match-reason';
import type { CompanyCounts } from '../../events/query/company';
import type { Correction } from '../../events/query/corrections';

/**
 * A sentence: by the latest correction where there is one, else by the network it was last seen in.
 */
export function companyReason(counts: CompanyCounts, corrections: readonly Correction[]): string {
  let made = corrections.filter(({ of }) => counts.corrections.includes(of));
  let latest = made.toSorted((a, b) => b.madeAt - a.madeAt)[0];
  let { name: companyName, domain: companyDomain, connectionType } = counts;
  return matchReason({ companyName, companyDomain, connectionType }, latest);
}
