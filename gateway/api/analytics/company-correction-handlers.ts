/** Corrections of an owner, and the networks they can be about. */
import {
  companyCorrectionsApi,
  type CompanyCorrection,
  type CompanyMatch,
} from 'contract/companies/company-corrections';
import * as limits from 'contract/floor/limits';
import { matchReason } from '../../reports/match-reason';
import { dayMs, time } from 'contract/floor/time';
import type { Services } from '../http/services';
import type { CompanyCorrectionRow } from '../../floor/db/schema';
import type { Match, MatchQuery } from '../../events/shape/company';
import { artifactIdsOf } from '../../reports/funnel/companies';
import { eventRules } from '../../reports/funnel/event-rules';
import { serve } from '../http/handler';
import { presentPage } from '../http/pagination';
import { ApiError } from '../../floor/calls/api-error';
import { artifactsWithImportance } from '../../reports/conditions/artifact-importance';
import {
  correctCompany,
  correctionPage,
  correctionsAbout,
  removeCorrection,
} from '../../reports/conditions/company-corrections';

const unnamedDays = 90;

export const companyCorrectionEndpoints = serve(companyCorrectionsApi, {
  async getCompanyCorrections({ parts, owner, query, url }) {
    let page = await correctionPage(parts.records, owner.id, query);
    return presentPage(page, { query, url }, (row) => row.id, presentCorrection);
  },

  async correctCompany({ parts, owner, body, act }) {
    let wanted = [...new Set(body.of)];
    let matches = await matchesOf(parts, owner.id, { of: wanted, from: 0, includeLowConfidence: true });
    if (matches.length < wanted.length) throw new ApiError('match-not-found', 'of');
    let company = body.company && (await withName(parts, owner.id, body.company));
    let made = await correctCompany(parts.records, owner, { matches, company }, act);
    return { results: made.map(presentCorrection) };
  },

  async deleteCompanyCorrection({ parts, owner, params, act }) {
    await removeCorrection(parts.records, owner, params.correction_id, act);
    return undefined;
  },

  async getCompanyMatches({ parts, owner, params, query }) {
    let asked = { company: params.domain, from: 0, includeLowConfidence: query.include_low_confidence };
    return { results: await presentMatches(parts, owner.id, await matchesOf(parts, owner.id, asked)) };
  },

  async getNetworks({ parts, owner, query }) {
    if (query.of.length > 0) {
      let given = { of: query.of, from: 0, includeLowConfidence: true };
      return { results: await presentMatches(parts, owner.id, await matchesOf(parts, owner.id, given)) };
    }
    let from = (Math.floor(parts.clock() / dayMs) - unnamedDays + 1) * dayMs;
    let asked = { unnamed: query.search, from, includeLowConfidence: true };
    return { results: await presentMatches(parts, owner.id, await matchesOf(parts, owner.id, asked)) };
  },
});

/** A domain alone gets the name that the company has already, or is its name. */
export async function withName(parts: Services, ownerId: string, { name, domain }: { name: string; domain: string }) {
  if (name !== '') return { name, domain };
  let [known] = await matchesOf(parts, ownerId, { company: domain, from: 0, includeLowConfidence: true });
  return { name: known?.name || domain, domain };
}

type Asked = Pick<MatchQuery, 'of' | 'company' | 'unnamed' | 'endpoint' | 'from' | 'includeLowConfidence'>;

/** Matches of an owner up to today, at most as many as one correction takes. */
export async function matchesOf(parts: Services, ownerId: string, asked: Asked): Promise<Match[]> {
  let [artifacts, { corrections }] = await Promise.all([
    artifactsWithImportance(parts.records, ownerId),
    eventRules(parts, ownerId),
  ]);
  let until = (Math.floor(parts.clock() / dayMs) + 1) * dayMs;
  let limit = limits.correctedAtOnceMax;
  return parts.events.matches({ ...artifactIdsOf(artifacts), corrections, until, limit, ...asked });
}

async function presentMatches(parts: Services, ownerId: string, matches: Match[]): Promise<CompanyMatch[]> {
  let about = await correctionsAbout(
    parts.records,
    ownerId,
    matches.map(({ of }) => of),
  );
  return matches.map((match) => presentMatch(match, about.get(match.of)));
}

function presentMatch(match: Match, row: CompanyCorrectionRow | undefined): CompanyMatch {
  let company = { companyName: match.name, companyDomain: match.domain, connectionType: match.connectionType };
  return {
    of: match.of,
    network: match.network,
    network_type: match.connectionType,
    matched_name: match.matchedName,
    matched_domain: match.matchedDomain,
    company_name: match.name,
    company_domain: match.domain,
    is_low: match.confidence !== null && match.confidence < limits.lowConfidenceBelow,
    match_reason: matchReason(company, row && { madeBy: row.made_by, madeAt: row.created_at }),
    total_events: match.events,
    first_seen: time(match.firstSeen),
    last_seen: time(match.lastSeen),
    correction: row ? presentCorrection(row) : null,
  };
}

/** A correction, as answers have it. */
export function presentCorrection(row: CompanyCorrectionRow): CompanyCorrection {
  let { id, of, network, matched_name, matched_domain, company_name, company_domain, made_by, created_at } = row;
  let company = { matched_name, matched_domain, company_name, company_domain };
  return { id, of, network, ...company, made_by, made_at: time(created_at) };
}
