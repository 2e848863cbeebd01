/** Scores a company by a lead questionnaire. */
import type { CompanyProfile } from 'contract/companies/companies';
import type { FunnelStage } from 'contract/analytics/funnel-stages';
import type { Lead, ProfileQuestion } from 'contract/companies/leads';
import type { LeadQuestionnaire } from 'contract/companies/lead-questionnaire';
import * as limits from 'contract/floor/limits';
import { dayMs } from 'contract/floor/time';
import type { StagedCompany } from '../reports/funnel/companies';

export interface LeadScore {
  score: number;
  parts: Lead['score_parts'];
  reasons: string[];
  fits: Lead['fits'];
}

export interface Candidate {
  staged: StagedCompany;
  profile: CompanyProfile | undefined;
  /** Names and types of the packages that the company has downloaded. */
  uses: readonly string[];
  /** How many packages it has downloaded. */
  packages: number;
  /** Has downloads from continuous integration. */
  usesCi: boolean;
  /** Milliseconds. */
  now: number;
}

type Answer = Lead['fits'][number]['answer'];

const stageScore: Record<FunnelStage, number> = {
  interest: 6,
  investigation: 12,
  experimentation: 18,
  'ongoing-usage': 25,
  inactive: 0,
};
const most = { volume: 20, recency: 15, breadth: 10, trend: 10, fit: 20 };
/** For all points of their part. */
const eventsForAll = 1_000;
const packagesForAll = 4;
/** Fewer do not tell whether use grows. */
const eventsForTrend = 5;
/** Of a company that is new. */
const newDays = 7;
const reasonsMax = 3;

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
  let events = counts.downloads + counts.views;
  let trend = trendOf(candidate, asked.active_days);
  let daysAgo = Math.max(0, Math.floor(candidate.now / dayMs) - Math.floor(counts.lastSeen / dayMs));
  let parts = {
    stage: stageScore[funnel.stage],
    volume: share(Math.log1p(events) / Math.log1p(eventsForAll), most.volume),
    recency: share(1 - daysAgo / asked.active_days, most.recency),
    breadth: share(candidate.packages / packagesForAll, most.breadth),
    trend: share(trend?.recent ?? 0, most.trend),
    fit: fits.length === 0 ? 0 : share(matching / fits.length, most.fit),
  };
  let score = Object.values(parts).reduce((sum, part) => sum + part, 0);
  return { score, parts, reasons: reasonsOf(candidate, trend, fits), fits };
}

function share(part: number, of: number): number {
  return Math.round(Math.min(1, Math.max(0, part)) * of);
}

interface Trend {
  /** Of its events in the last `days` days, the share of the second half: whole days, as many in both. */
  recent: number;
  /** The halves differ by more than chance explains: two standard deviations. */
  isClear: boolean;
}

/** Today is not over. Undefined for few events, and for a company that came within these days. */
function trendOf({ staged, now }: Candidate, days: number): Trend | undefined {
  let today = Math.floor(now / dayMs);
  let half = Math.max(1, Math.floor(days / 2));
  let eventsIn = (from: number, until: number) =>
    staged.days
      .filter(({ day }) => day >= from && day < until)
      .reduce((sum, { counts }) => sum + counts.reduce((a, b) => a + b, 0), 0);
  let [recent, earlier] = [eventsIn(today - half, today), eventsIn(today - 2 * half, today - half)];
  let all = recent + earlier;
  if (all < eventsForTrend || staged.counts.firstSeen > (today - 2 * half + 1) * dayMs) return undefined;
  return { recent: recent / all, isClear: (recent - earlier) ** 2 > 4 * all };
}

/** The most telling facts, each in three words or so. */
function reasonsOf(candidate: Candidate, trend: Trend | undefined, fits: Lead['fits']): string[] {
  let { staged, packages, usesCi, now } = candidate;
  let isNew = staged.counts.firstSeen > now - newDays * dayMs;
  let recent = trend?.isClear ? trend.recent : undefined;
  let facts: (string | false)[] = [
    isNew && 'new this week',
    packages > 1 && `${packages} packages`,
    usesCi && 'uses CI',
    recent !== undefined && recent > 0.6 && 'use is growing',
    fitReason(fits),
    recent !== undefined && recent < 0.3 && 'use is falling',
    staged.funnel.stage === 'ongoing-usage' && 'uses it regularly',
    packages === 0 && 'reads your docs',
    packages === 1 && 'one package',
  ];
  return facts.filter((fact) => fact !== false).slice(0, reasonsMax);
}

/** All of the profile, or what of it: an unknown industry is no fit. `fits` says what is unknown. */
function fitReason(fits: Lead['fits']): string | false {
  let matching = fits.filter(({ answer }) => answer === 'yes').map(({ question }) => questionNames[question]);
  if (matching.length === 0) return false;
  return matching.length === fits.length ? 'fits your profile' : `matches ${inWords.format(matching)}`;
}

const inWords = new Intl.ListFormat('en');
const questionNames = { country: 'country', size: 'size', industry: 'industry', technologies: 'technology' };

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
    .map(([question, wanted, fit]) => {
      let answer = fit(wanted);
      return { question, answer, matched: (answer === 'yes' && wanted.find((one) => fit([one]) === 'yes')) || '' };
    });
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
