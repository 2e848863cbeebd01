import { addPeriods } from 'contract/analytics/id-periods';
import { dayMs, dayOf } from 'contract/floor/time';
import type { CompanyProfile } from 'contract/companies/companies';
import type { Lead } from 'contract/companies/leads';
import type { LeadQuestionnaire } from 'contract/companies/lead-questionnaire';
import type { EventReader } from '../events/shape/store';
import {
  artifactIdsOf,
  companyReason,
  lowConfidenceCompanies,
  stagedCompanies,
  type StagedCompany,
} from '../reports/funnel/companies';
import { eventRules } from '../reports/funnel/event-rules';
import type { Records } from '../floor/db/schema';
import { artifactsWithImportance, type ArtifactsWithImportance } from '../reports/conditions/artifact-importance';
import { uniqueByPeriod } from '../reports/analytics/unique-counts';
import { scoreLead, type LeadScore } from './lead-scoring';

export interface QualifiedLeadsQuery {
  ownerId: string;
  questionnaire: LeadQuestionnaire;
  /** Profiles from a data provider, by domain. */
  profiles: ReadonlyMap<string, CompanyProfile>;
  /** Milliseconds. */
  now: number;
}

export interface Leads {
  leads: Lead[];
  /** Number of companies that only match with low confidence. */
  leftOut: number;
}

/** Companies seen in the last `active_days` days, including today, that qualify. Best first. */
export async function qualifiedLeads(
  records: Records,
  events: EventReader,
  asked: QualifiedLeadsQuery,
): Promise<Leads> {
  let { ownerId, questionnaire, profiles, now } = asked;
  let until = (Math.floor(now / dayMs) + 1) * dayMs;
  let from = until - questionnaire.active_days * dayMs;
  let includeLowConfidence = questionnaire.min_confidence === 'any';
  let [artifacts, rules] = await Promise.all([
    artifactsWithImportance(records, ownerId),
    eventRules({ records, events, clock: () => now }, ownerId, {}, includeLowConfidence),
  ]);
  let types = await packageTypes(records, ownerId);
  let range = { artifacts, ...rules, from, until, includeLowConfidence, now };
  let inCi = { request_audience: { op: 'equals' as const, values: ['ci'] } };
  let [found, low, ci] = await Promise.all([
    stagedCompanies(events, range),
    lowConfidenceCompanies(events, range),
    events.companies({ ...range, ...artifactIdsOf(artifacts), filters: [...rules.filters, inCi] }),
  ]);
  let ciUsers = new Set(ci.map(({ company }) => company));
  let seen = new Set(found.map(({ counts }) => counts.company));
  let leads = found
    .flatMap((staged) => {
      let profile = profiles.get(staged.counts.domain);
      let packages = packagesOf(staged, artifacts);
      let uses = packages.flatMap(({ id, name }) => [name, types.get(id) ?? '']);
      let judged = scoreLead(
        { staged, profile, uses, packages: packages.length, usesCi: ciUsers.has(staged.counts.company), now },
        questionnaire,
      );
      let names = packages.map(({ name }) => name);
      return judged
        ? [
            leadOf(
              staged,
              { profile, packages: names, reason: companyReason(staged.counts, rules.corrections) },
              judged,
            ),
          ]
        : [];
    })
    .sort((a, b) => b.score - a.score || b.total_events - a.total_events || (a.company < b.company ? -1 : 1));
  return { leads, leftOut: low.filter(({ company }) => !seen.has(company)).length };
}

async function packageTypes(records: Records, ownerId: string): Promise<Map<string, string>> {
  let rows = await records.selectFrom('packages').select(['id', 'type']).where('owner_id', '=', ownerId).execute();
  return new Map(rows.map(({ id, type }) => [id, type]));
}

/** Most downloaded first. */
function packagesOf({ counts }: StagedCompany, { packages }: ArtifactsWithImportance) {
  let countOf = (id: string) => counts.byPackage.get(id) ?? 0;
  return packages
    .filter(({ id }) => countOf(id) > 0)
    .sort((a, b) => countOf(b.id) - countOf(a.id) || (a.name < b.name ? -1 : 1));
}

function leadOf(
  { counts, funnel }: StagedCompany,
  { profile, packages, reason }: { profile: CompanyProfile | undefined; packages: string[]; reason: string },
  { score, parts, reasons, fits }: LeadScore,
): Lead {
  return {
    company: counts.company,
    company_name: counts.name,
    company_domain: counts.domain,
    company_country: counts.country,
    company_state: counts.state,
    company_city: profile?.city ?? '',
    company_size: profile?.size ?? '',
    company_industry: profile?.industry ?? '',
    company_linkedin_url: profile?.linkedin_url ?? '',
    funnel_stage: funnel.stage,
    confidence: counts.confidence,
    match_reason: reason,
    total_events: counts.downloads + counts.views,
    total_downloads: counts.downloads,
    total_views: counts.views,
    unique_sources: addPeriods(counts.uniques, 'sources'),
    ...uniqueByPeriod(counts.uniques),
    first_day: dayOf(counts.firstSeen),
    last_seen: new Date(counts.lastSeen).toISOString(),
    packages,
    score,
    score_parts: parts,
    score_reasons: reasons,
    fits,
  };
}
