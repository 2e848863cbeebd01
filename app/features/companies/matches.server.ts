import type { CompanyCorrection, CompanyMatch } from 'contract/companies/company-corrections';
import { cleanText } from 'contract/floor/printable';
import { readableDomain } from '../../text/domain-names.server';
import { relativeTime, dayRangeLabel } from '../../charts/date-buckets.server';
import { paths } from '../../links/paths';
import { serverPaths } from '../../links/paths.server';
import { formatInteger } from '../../ui/numbers';
import { CompanyDomain, schemaOf } from 'contract/rules/fields';
import { companyName } from 'contract/rules/analytics-rules';
import { z } from 'zod';

export type MatchLine = ReturnType<typeof matchLine>;

export function matchLine(match: CompanyMatch, owner: string, now: number) {
  return {
    of: match.of,
    network: networkOf(match),
    why: match.match_reason,
    isLow: match.is_low,
    /** Submitted by "this is them" on a low-confidence match. */
    name: match.company_name,
    domain: match.company_domain,
    events: formatInteger(match.total_events),
    lastSeen: { iso: match.last_seen, ago: relativeTime(Date.parse(match.last_seen), now) },
    change: paths.newCorrection(owner, [match.of]),
    takeBack: match.correction && serverPaths.correctionRemoval(owner, match.correction.id),
  };
}

export type CorrectionLine = ReturnType<typeof correctionLine>;

export function correctionLine(correction: CompanyCorrection, owner: string) {
  let { id, of, company_name, company_domain, matched_name, matched_domain, made_by, made_at } = correction;
  let company = company_domain || company_name;
  return {
    id,
    network: networkOf(correction),
    before: named(matched_name, matched_domain),
    now: named(company_name, company_domain),
    company: company && paths.company(owner, company),
    by: `Corrected by ${made_by} on ${dayLabel(made_at)}`,
    change: paths.newCorrection(owner, [of]),
    takeBack: serverPaths.correctionRemoval(owner, id),
  };
}

function named(name: string, domain: string): string {
  if (!name && !domain) return 'No company';
  let [shown, readable] = [cleanText(name), readableDomain(domain)];
  return name && domain && name !== domain ? `${shown} (${readable})` : shown || readable;
}

/** Events from before networks were stored are identified by the company they matched. */
function networkOf({ of, network }: { of: string; network: string }): string {
  return network || `Events recorded before networks were stored, matched to ${of.slice(1)}`;
}

function dayLabel(iso: string): string {
  let day = iso.slice(0, 10);
  return dayRangeLabel({ from: day, to: day });
}

/** The texts are unused if the answer is `none`. */
export const CorrectionInput = z.object({
  answer: z.enum(['none', 'company']).default('company'),
  name: schemaOf(companyName).default(''),
  domain: CompanyDomain,
});
