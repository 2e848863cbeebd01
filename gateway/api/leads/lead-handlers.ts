/** Lead generation: the questionnaire of an owner, and its qualified leads. */
import { leadQuestionnaireApi } from 'contract/companies/lead-questionnaire';
import { leadsApi, leadColumns, type Lead, type LeadFilter, type LeadListQuery } from 'contract/companies/leads';
import { dayMs, time } from 'contract/floor/time';
import { companyPath } from 'contract/floor/page-links';
import { csvParts, csvText, inBatches } from '../../floor/csv';
import { qualifiedLeads } from '../../leads/qualified-leads';
import { questionnaireOf, restrictedAnswersOf, saveAnswers, type SavedAnswers } from '../../leads/lead-answers';
import type { Page } from '../../floor/db/page';
import type { OwnerRow } from '../../floor/db/account-schema';
import { fileResponse } from '../http/file-responses';
import type { Services } from '../http/services';
import { serve } from '../http/handler';
import { presentPage } from '../http/pagination';
import { isNamedLike } from '../../reports/analytics/company-list';
import { periodsText } from '../../reports/analytics/unique-counts';

export const leadQuestionnaireEndpoints = serve(leadQuestionnaireApi, {
  async getLeadQuestionnaire({ parts, owner }) {
    return presentSaved(await questionnaireOf(parts.records, owner.id));
  },

  async saveLeadQuestionnaire({ parts, owner, body, act }) {
    await saveAnswers(parts.records, owner, { part: 'questionnaire', answers: body }, act);
    return presentSaved(await questionnaireOf(parts.records, owner.id));
  },

  async getRestrictedLeadAnswers({ parts, owner }) {
    return presentSaved(await restrictedAnswersOf(parts.records, owner.id));
  },

  async saveRestrictedLeadAnswers({ parts, owner, body, act }) {
    await saveAnswers(parts.records, owner, { part: 'restricted', answers: body }, act);
    return presentSaved(await restrictedAnswersOf(parts.records, owner.id));
  },
});

export const leadEndpoints = serve(leadsApi, {
  async getLeads({ parts, owner, query, url }) {
    let { leads, leftOut } = await leadsFor(parts, owner);
    await parts.outside.dataProvider.requestProfiles(
      owner.id,
      leads.map(({ company_domain }) => company_domain),
    );
    let page = pageIn(narrowed(leads, query), query);
    let answer = presentPage(
      page,
      { query, url },
      (lead) => lead.company,
      (lead) => lead,
    );
    return { ...answer, low_confidence_left_out: leftOut };
  },

  async exportEntityScores({ parts, owner, query, url }) {
    let { leads } = await leadsFor(parts, owner);
    return presentPage(
      pageIn(narrowed(leads, query), query),
      { query, url },
      (lead) => lead.company,
      ({ company, company_name, company_domain, funnel_stage, score, score_parts, score_reasons, fits }) => {
        return { company, company_name, company_domain, funnel_stage, score, score_parts, score_reasons, fits };
      },
    );
  },

  async exportLeads({ parts, owner, query }) {
    let { leads, range } = await leadsFor(parts, owner);
    let rows = inBatches(narrowed(leads, query), (lead) =>
      rowOf(lead, parts.publicUrl + companyPath(owner.name, lead.company)),
    );
    return fileResponse(csvParts(leadColumns, rows), `leads-${owner.name}`, range);
  },
});

async function leadsFor({ records, events, outside, clock }: Services, owner: OwnerRow) {
  let now = clock();
  let [questionnaire, profiles] = await Promise.all([
    questionnaireOf(records, owner.id),
    outside.dataProvider.profiles(owner.id),
  ]);
  let { leads, leftOut } = await qualifiedLeads(records, events, { ownerId: owner.id, questionnaire, profiles, now });
  let until = (Math.floor(now / dayMs) + 1) * dayMs;
  return { leads, leftOut, range: { from: until - questionnaire.active_days * dayMs, until } };
}

function presentSaved<T>({ updated_at, updated_by, ...answers }: SavedAnswers<T>) {
  return { ...answers, updated_at: updated_at === null ? null : time(updated_at), updated_by };
}

/** The leads that match a filter, sorted; the best first among equals. */
function narrowed(leads: Lead[], { search, funnel_stage, min_score, sort }: LeadFilter): Lead[] {
  let isNamed = isNamedLike(search);
  let left = leads.filter(
    (lead) =>
      isNamed(lead.company_name, lead.company_domain) &&
      (funnel_stage.length === 0 || funnel_stage.includes(lead.funnel_stage)) &&
      lead.score >= min_score,
  );
  if (sort === 'score') return left;
  let newest = (lead: Lead) => (sort === 'newest' ? lead.first_day : lead.last_seen);
  return left.sort((a, b) => (newest(a) < newest(b) ? 1 : newest(a) > newest(b) ? -1 : 0));
}

/** `after` is the `company` of the last one on the page before. */
function pageIn(rows: Lead[], { per_page, page = 1, after }: LeadListQuery): Page<Lead> {
  if (per_page === 'max') return { rows, total: rows.length, hasMore: false };
  let first = after === undefined ? (page - 1) * per_page : rows.findIndex(({ company }) => company === after) + 1;
  let shown = rows.slice(first, first + per_page);
  return { rows: shown, total: rows.length, hasMore: first + shown.length < rows.length };
}

/** In the order of `leadColumns`. */
function rowOf(lead: Lead, address: string): unknown[] {
  let fitting = lead.fits.filter(({ answer }) => answer === 'yes').map(({ question }) => question);
  return [
    csvText(lead.company_name),
    csvText(lead.company_domain),
    lead.score,
    lead.funnel_stage,
    lead.total_events,
    lead.total_downloads,
    lead.total_views,
    lead.unique_sources,
    lead.first_day,
    lead.last_seen,
    lead.company_country,
    csvText(lead.company_state),
    csvText(lead.company_city),
    csvText(lead.company_size),
    csvText(lead.company_industry),
    lead.company_linkedin_url,
    lead.confidence === null ? null : Number(lead.confidence.toFixed(3)),
    fitting.join('; '),
    csvText(lead.packages.join('; ')),
    address,
    csvText(lead.match_reason),
    csvText(
      periodsText((lead.unique_by_period ?? []).map((one) => ({ period: one.period, sources: one.unique_sources }))),
    ),
    csvText(lead.score_reasons.join('; ')),
  ];
}
