import { cleanText } from 'contract/floor/printable';
import { readableDomain } from '../../text/domain-names.server';
import { FunnelStage } from 'contract/analytics/funnel-stages';
import { leadQuestionnaireApi } from 'contract/companies/lead-questionnaire';
import { leadsApi, type Lead, leadSorts, type ProfileQuestion } from 'contract/companies/leads';
import * as limits from 'contract/floor/limits';
import { dayMs, dayOf } from 'contract/floor/time';
import { dayRangeLabel, relativeTime } from '../../charts/date-buckets.server';
import { formatCount, formatInteger } from '../../ui/numbers';
import { countryName } from '../../text/display-names.server';
import { env } from '../../config/env.server';
import { stageLabels } from '../../text/labels';
import type { Call } from '../../gateway/gateway-client.server';
import type { LeadsQuery } from '../../links/query-parameters';
import { paths } from '../../links/paths';
import { pageNumber } from '../../ui/pager';

const leadsPerPage = 25;

export type LeadPageData = Awaited<ReturnType<typeof readLeadPage>>;

interface Asked {
  owner: string;
  mayChange: boolean;
  mayExport: boolean;
  url: URL;
  now: number;
}

export async function readLeadPage(call: Call, asked: Asked) {
  let { owner, mayChange, mayExport, url, now } = asked;
  let params = { owner };
  let list = readLeadFilters(url);
  let page = pageNumber(url);
  let [questionnaire, leads] = await Promise.all([
    call(leadQuestionnaireApi.getLeadQuestionnaire, { params }),
    call(leadsApi.getLeads, { params, query: { ...leadsApiQuery(list), per_page: leadsPerPage, page } }),
  ]);
  return {
    owner,
    mayChange,
    mayExport,
    list,
    page,
    pages: Math.ceil(leads.total / leadsPerPage),
    total: leads.total,
    leftOut: leads.low_confidence_left_out,
    withLow: env.flags.showInsightsPage ? companiesOf(owner, questionnaire.active_days, now) : undefined,
    days: questionnaire.active_days,
    lines: leads.results.map((lead) => leadLine(lead, { owner, days: questionnaire.active_days, now })),
    lookFor: questionnaire.personas.map(({ job_titles, departments }) => [...job_titles, ...departments].join(', ')),
    isAnswered: questionnaire.updated_at !== null,
    stages: FunnelStage.options.map((value) => ({ value, label: stageLabels[value] })),
  };
}

/** Null if the company does not qualify. `key`: its domain, or its name without one. */
export async function readScore(call: Call, owner: string, { key }: { key: string }) {
  let search = key.slice(0, limits.searchQueryMax);
  let { results } = await call(leadsApi.exportEntityScores, { params: { owner }, query: { search, per_page: 'max' } });
  let found = results.find(({ company }) => company === key);
  return found ? { score: formatInteger(found.score), reasons: found.score_reasons.join(' · ') } : null;
}

/** Company list of the same days, low-confidence matches included. */
function companiesOf(owner: string, days: number, now: number): string {
  return paths.insights(owner, { ...rangeOfDays(days, now), low: 'show' });
}

function rangeOfDays(days: number, now: number) {
  return { from: dayOf(now - (days - 1) * dayMs), to: dayOf(now) };
}

/** Ignores invalid parameters. */
export function readLeadFilters({ searchParams }: URL): Required<Omit<LeadsQuery, 'page'>> {
  let wanted = (name: string) => searchParams.get(name) ?? '';
  let score = wanted('score');
  return {
    q: wanted('q').trim().slice(0, limits.searchQueryMax),
    stage: FunnelStage.options.find((stage) => stage === wanted('stage')) ?? '',
    score: /^\d{1,2}$/.test(score) ? score : '',
    sort: leadSorts.find((sort) => sort === wanted('sort') && sort !== 'score') ?? '',
  };
}

export function leadsApiQuery({ q, stage, score, sort }: ReturnType<typeof readLeadFilters>) {
  return {
    search: q,
    funnel_stage: FunnelStage.options.filter((one) => one === stage),
    min_score: score ? Number(score) : 0,
    sort: leadSorts.find((one) => one === sort) ?? ('score' as const),
  };
}

export type LeadLine = ReturnType<typeof leadLine>;

interface Around {
  owner: string;
  /** Days that the counts cover. */
  days: number;
  now: number;
}

function leadLine(lead: Lead, around: Around) {
  let place = [lead.company_city, lead.company_state, countryName(lead.company_country)].filter(Boolean).join(', ');
  return {
    key: lead.company,
    to: paths.company(around.owner, lead.company, rangeOfDays(around.days, around.now)),
    name: cleanText(lead.company_name) || readableDomain(lead.company_domain),
    domain: lead.company_name ? readableDomain(lead.company_domain) : '',
    linkedin: lead.company_linkedin_url,
    score: formatInteger(lead.score),
    parts: Object.entries(lead.score_parts)
      .map(([part, points]) => `${part} ${points}`)
      .join(' + '),
    inShort: lead.score_reasons.join(' · '),
    stage: lead.funnel_stage,
    reasons: reasonsOf(lead, around.days),
    size: lead.company_size,
    industry: lead.company_industry,
    place,
    downloads: formatInteger(lead.total_downloads),
    views: formatInteger(lead.total_views),
    firstSeen: dayRangeLabel({ from: lead.first_day, to: lead.first_day }),
    lastSeen: { iso: lead.last_seen, ago: relativeTime(Date.parse(lead.last_seen), around.now) },
  };
}

function reasonsOf(lead: Lead, days: number): string[] {
  let [first, ...more] = lead.packages;
  let what = first ? ` (${first}${more.length > 0 ? ` and ${more.length} more` : ''})` : '';
  let downloads = lead.total_downloads > 0 ? [formatCount(lead.total_downloads, 'download') + what] : [];
  let views = lead.total_views > 0 ? [formatCount(lead.total_views, 'page view')] : [];
  return [
    `${[...downloads, ...views].join(' and ')} in ${formatCount(days, 'day')}`,
    ...lead.fits.map(fitText),
    lead.match_reason.replace(/\.$/, ''),
  ];
}

function fitText({ question, answer, matched }: Lead['fits'][number]): string {
  if (answer !== 'yes') return otherFits[question][answer];
  if (question === 'technologies') return `Uses ${cleanText(matched)}`;
  return `${questionLabels[question]} matches: ${question === 'country' ? countryName(matched) : cleanText(matched)}`;
}

const questionLabels = { country: 'Country', size: 'Size', industry: 'Industry' };

const otherFits: Record<ProfileQuestion, Record<'no' | 'unknown', string>> = {
  country: { no: 'Country does not match', unknown: 'Country unknown' },
  size: { no: 'Size does not match', unknown: 'Size unknown' },
  industry: { no: 'Industry does not match', unknown: 'Industry unknown' },
  technologies: { no: 'No matching technology yet', unknown: 'Technologies unknown' },
};
