/**
 * Everything the lead generation page shows: the leads, and the questionnaire as a form or as
 * facts.
 */
import { FunnelStage } from 'contract/companies';
import { getLeadQuestionnaire, getLeads, getRestrictedLeadAnswers, leadSorts } from 'contract/leads';
import * as limits from 'contract/limits';
import { env } from '../../env.server';
import type { Call } from '../../gateway-client.server';
import type { LeadsQuery } from '../../paths';
import { pageNumber } from '../../ui/page-number';
import { choices } from './choices.server';
import { leadLine } from './lines.server';
import { factsOf, valuesOf } from './values.server';

const leadsPerPage = 25;

export type LeadPage = Awaited<ReturnType<typeof readLeadPage>>;

interface Asked {
  owner: string;
  isOrganization: boolean;
  mayChange: boolean;
  mayExport: boolean;
  /** What stages are called. */
  stageLabels: Record<FunnelStage, string>;
  url: URL;
  now: number;
}

/** Refusals of the gateway are thrown on. */
export async function readLeadPage(call: Call, asked: Asked) {
  let { owner, isOrganization, mayChange, mayExport, stageLabels, url, now } = asked;
  let params = { owner };
  let list = listIn(url);
  let page = pageNumber(url);
  let seesRestricted = env.flags.showRestrictedLeadGenerationAnswers && mayChange;
  let [questionnaire, leads, restricted] = await Promise.all([
    call(getLeadQuestionnaire, { params }),
    call(getLeads, { params, query: { ...queryOf(list), per_page: leadsPerPage, page } }),
    seesRestricted ? call(getRestrictedLeadAnswers, { params }) : null,
  ]);
  let { updated_at, updated_by } = questionnaire;
  return {
    owner,
    isOrganization,
    mayChange,
    mayExport,
    list,
    page,
    pages: Math.ceil(leads.total / leadsPerPage),
    total: leads.total,
    days: questionnaire.active_days,
    lines: leads.results.map((lead) => leadLine(lead, { owner, days: questionnaire.active_days, now })),
    lookFor: questionnaire.personas.map(({ job_titles, departments }) => [...job_titles, ...departments].join(', ')),
    saved: updated_at ? { at: updated_at, by: updated_by ?? '' } : null,
    stages: FunnelStage.options.map((value) => ({ value, label: stageLabels[value] })),
    values: valuesOf(questionnaire, env.flags.showInputQuestionnaireChoices),
    facts: factsOf(questionnaire, stageLabels),
    choices: env.flags.showInputQuestionnaireChoices ? choices : null,
    restricted: restricted && [
      { label: 'Budget', value: restricted.budget || 'Not answered' },
      { label: 'Size of a deal', value: restricted.deal_size || 'Not answered' },
      { label: 'Notes on your CRM', value: restricted.crm_notes || 'Not answered' },
    ],
  };
}

/** The choice in an address; what is none is as if it were not there. */
export function listIn({ searchParams }: URL): Required<Omit<LeadsQuery, 'page'>> {
  let wanted = (name: string) => searchParams.get(name) ?? '';
  let score = wanted('score');
  return {
    q: wanted('q').trim().slice(0, limits.searchQueryMax),
    stage: FunnelStage.options.find((stage) => stage === wanted('stage')) ?? '',
    score: /^\d{1,2}$/.test(score) ? score : '',
    sort: leadSorts.find((sort) => sort === wanted('sort') && sort !== 'score') ?? '',
  };
}

/** The choice as the gateway is asked for it. */
export function queryOf({ q, stage, score, sort }: ReturnType<typeof listIn>) {
  return {
    search: q,
    funnel_stage: FunnelStage.options.filter((one) => one === stage),
    min_score: score ? Number(score) : 0,
    sort: leadSorts.find((one) => one === sort) ?? ('score' as const),
  };
}
