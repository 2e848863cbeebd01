/** Scores a company by a lead questionnaire. */
import type { CompanyProfile } from 'contract/companies/companies';
import type { FunnelStage } from 'contract/companies/funnel-stages';
import type { Lead, ProfileQuestion } from 'contract/companies/leads';
import type { LeadQuestionnaire } from 'contract/companies/lead-questionnaire';
import * as limits from 'contract/limits';
import type { StagedCompany } from '../reports/funnel/companies';

export interface LeadScore {
  score: number;
  parts: Lead['score_parts'];
  fits: Lead['fits'];
}

export interface Candidate {
  staged: StagedCompany;
  profile: CompanyProfile | undefined;
  /** Names and types of the packages that the company has downloaded. */
  uses: readonly string[];
}

type Answer = Lead['fits'][number]['answer'];

const stageScore: Record<FunnelStage, number> = {
  interest: 10,
  investigation: 20,
  experimentation: 30,
  'ongoing-usage': 40,
  inactive: 0,
};
const activityMax = 30;
/** Funnel points for the full activity score: twice what ongoing usage needs. */
const pointsForAll = 140;
const fitMax = 30;

/**
 * Undefined if the company does not qualify. A known country, size or industry that is not wanted
 * excludes it; an unknown one does not.
 */
export function scoreLead(candidate: Candidate, asked: LeadQuestionnaire): LeadScore | undefined {
  let { counts, funnel } = candidate.staged;
  if (!asked.stages.includes(funnel.stage)) return undefined;
  if (counts.downloads + counts.views < asked.min_events) return undefined;
  if (!isConfident(counts.confidence, asked.min_confidence)) return undefined;
  if (asked.excluded_domains.some((domain) => isWithin(counts.domain, domain))) return undefined;
  let fits = fitsOf(candidate, asked);
  if (fits.some(({ question, answer }) => question !== 'technologies' && answer === 'no')) return undefined;
  let matching = fits.filter(({ answer }) => answer === 'yes').length;
  let parts = {
    stage: stageScore[funnel.stage],
    activity: Math.round((Math.min(funnel.points, pointsForAll) / pointsForAll) * activityMax),
    fit: fits.length === 0 ? 0 : Math.round((matching / fits.length) * fitMax),
  };
  return { score: parts.stage + parts.activity + parts.fit, parts, fits };
}

/** Matches without a confidence count as medium. */
function isConfident(confidence: number | null, min: LeadQuestionnaire['min_confidence']): boolean {
  if (min === 'any') return true;
  if (confidence === null) return min === 'medium';
  return confidence >= (min === 'high' ? limits.highConfidenceFrom : limits.lowConfidenceBelow);
}

function isWithin(domain: string, parent: string): boolean {
  let lower = domain.toLowerCase();
  return lower === parent || lower.endsWith(`.${parent}`);
}

function fitsOf({ staged, profile, uses }: Candidate, asked: LeadQuestionnaire): Lead['fits'] {
  let known = [...(profile?.technologies ?? []), ...uses];
  let answers: [ProfileQuestion, readonly string[], (wanted: readonly string[]) => Answer][] = [
    ['country', asked.countries, (wanted) => countryFits(wanted, staged.counts.country, profile?.country ?? '')],
    ['size', asked.company_sizes, (wanted) => sizeFits(wanted, profile?.size ?? '')],
    ['industry', asked.industries, (wanted) => textFits(wanted, profile?.industry ?? '')],
    ['technologies', asked.technologies, (wanted) => (wanted.some((one) => includes(known, one)) ? 'yes' : 'no')],
  ];
  return answers
    .filter(([, wanted]) => wanted.length > 0)
    .map(([question, wanted, fit]) => ({ question, answer: fit(wanted) }));
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Visits have a country code; profiles have a code or a name. */
function countryFits(wanted: readonly string[], seenIn: string, home: string): Answer {
  if (!seenIn && !home) return 'unknown';
  let fits = wanted.some((code) => code === seenIn || isSame(code, home) || isSame(regions.of(code) ?? '', home));
  return fits ? 'yes' : 'no';
}

/** Ranges fit if they overlap: `50-500` fits `51-250`. */
function sizeFits(wanted: readonly string[], size: string): Answer {
  let own = rangeIn(size);
  if (!own) return 'unknown';
  let fits = wanted.map(rangeIn).some((range) => range && range[0] <= own[1] && own[0] <= range[1]);
  return fits ? 'yes' : 'no';
}

/** Parses `11-50`, `1000+`, `250` and `1K-5K`. */
function rangeIn(text: string): [from: number, to: number] | undefined {
  let [, from, to, plus] = /^\s*([\d.,]+k?)\s*(?:[-–]\s*([\d.,]+k?)|(\+))?\s*$/i.exec(text) ?? [];
  if (from === undefined) return undefined;
  return [numberIn(from), plus ? Infinity : numberIn(to ?? from)];
}

function numberIn(text: string): number {
  let thousands = /k$/i.test(text);
  let plain = text.replace(/k$/i, '');
  return thousands ? Number.parseFloat(plain) * 1_000 : Number(plain.replace(/[.,]/g, ''));
}

function textFits(wanted: readonly string[], text: string): Answer {
  if (!text) return 'unknown';
  return wanted.some((one) => includes([text], one) || includes([one], text)) ? 'yes' : 'no';
}

/** Compares whole words: `IT` is not in `Utilities`. */
function includes(texts: readonly string[], part: string): boolean {
  return texts.some((text) => words(text).includes(words(part)));
}

function words(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim()} `;
}

function isSame(a: string, b: string): boolean {
  return b !== '' && a.toLowerCase() === b.toLowerCase();
}
