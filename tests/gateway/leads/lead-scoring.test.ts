/** Lead scoring: what excludes a company, what matches, and the score. */
import { describe, expect, test } from 'vitest';
import type { CompanyProfile } from 'contract/companies/companies';
import { LeadQuestionnaire } from 'contract/companies/lead-questionnaire';
import type { StagedCompany } from 'gateway/reports/funnel/companies';
import { scoreLead } from 'gateway/leads/lead-scoring';

const counts: StagedCompany['counts'] = {
  company: 'acme.example',
  name: 'Acme',
  domain: 'acme.example',
  country: 'DE',
  state: '',
  confidence: 0.6,
  connectionType: 'business',
  corrections: [],
  downloads: 4,
  views: 2,
  uniques: [],
  firstSeen: 0,
  lastSeen: 0,
  byPackage: new Map(),
  byPixel: new Map(),
};
const unknown: CompanyProfile = {
  name: 'Acme',
  industry: '',
  size: '',
  city: '',
  country: '',
  linkedin_url: '',
  technologies: [],
};

interface Case {
  asked?: object;
  profile?: Partial<CompanyProfile>;
  counts?: Partial<StagedCompany['counts']>;
  funnel?: Partial<StagedCompany['funnel']>;
  uses?: string[];
}

function judged({ asked = {}, profile, counts: changed, funnel, uses = [] }: Case) {
  let staged: StagedCompany = {
    counts: { ...counts, ...changed },
    funnel: { stage: 'experimentation', points: 70, starts: {}, totals: {}, ...funnel },
    days: [],
  };
  let said = profile && { ...unknown, ...profile };
  return scoreLead({ staged, profile: said, uses }, LeadQuestionnaire.parse(asked));
}

function fitOf(question: string, given: Case): string | undefined {
  let found = judged(given);
  return found ? found.fits.find((fit) => fit.question === question)?.answer : 'out';
}

describe('the score', () => {
  test.each([
    ['interest', 0, 10],
    ['investigation', 35, 27.5],
    ['experimentation', 70, 45],
    ['ongoing-usage', 140, 70],
    ['ongoing-usage', 500, 70],
    ['inactive', 0, 0],
  ] as const)('%s with %d points is %d', (stage, points, score) => {
    let found = judged({ asked: { stages: [stage] }, funnel: { stage, points } });
    expect(found?.score).toBe(Math.round(score));
  });

  test('has equal parts for each answered question', () => {
    let asked = { countries: ['DE'], industries: ['Banking'], technologies: ['docker'] };
    expect(judged({ asked })?.parts.fit).toBe(10);
    expect(judged({ asked, uses: ['docker'] })?.parts.fit).toBe(20);
    expect(judged({ asked, uses: ['docker'], profile: { industry: 'Investment banking' } })?.parts.fit).toBe(30);
    expect(judged({})?.parts.fit).toBe(0);
  });
});

describe('a question of the profile', () => {
  test.each<[string, string, Case, string]>([
    ['country', 'seen there', { asked: { countries: ['DE'] } }, 'yes'],
    ['country', 'seen elsewhere', { asked: { countries: ['FR'] } }, 'out'],
    ['country', 'at home there', { asked: { countries: ['FR'] }, profile: { country: 'France' } }, 'yes'],
    ['country', 'at home there, by code', { asked: { countries: ['FR'] }, profile: { country: 'fr' } }, 'yes'],
    ['country', 'not known', { asked: { countries: ['FR'] }, counts: { country: '' } }, 'unknown'],
    ['size', 'not known', { asked: { company_sizes: ['1-10'] }, profile: {} }, 'unknown'],
    ['size', 'no range', { asked: { company_sizes: ['1-10'] }, profile: { size: 'many' } }, 'unknown'],
    ['size', 'overlapping', { asked: { company_sizes: ['50-500'] }, profile: { size: '251-1K' } }, 'yes'],
    ['size', 'too big', { asked: { company_sizes: ['50-500'] }, profile: { size: '1K-5K' } }, 'out'],
    ['size', 'open', { asked: { company_sizes: ['1000+'] }, profile: { size: '100K+' } }, 'yes'],
    ['size', 'with a comma', { asked: { company_sizes: ['1000+'] }, profile: { size: '1,001-5,000' } }, 'yes'],
    [
      'industry',
      'part of it',
      { asked: { industries: ['bank', 'Software'] }, profile: { industry: 'Software & Services' } },
      'yes',
    ],
    ['industry', 'only letters of it', { asked: { industries: ['IT'] }, profile: { industry: 'Utilities' } }, 'out'],
    [
      'technologies',
      'named by the provider',
      { asked: { technologies: ['Kubernetes'] }, profile: { technologies: ['kubernetes'] } },
      'yes',
    ],
    ['technologies', 'a package', { asked: { technologies: ['compiler'] }, uses: ['hopper-labs/compiler'] }, 'yes'],
    ['technologies', 'none seen', { asked: { technologies: ['compiler'] } }, 'no'],
  ])('%s, %s', (question, _, given, expected) => {
    expect(fitOf(question, given)).toBe(expected);
  });
});

test.each<[string, Case, boolean]>([
  ['a guess', { counts: { confidence: 0.4 } }, false],
  ['a guess when any confidence is accepted', { counts: { confidence: 0.4 }, asked: { min_confidence: 'any' } }, true],
  ['no confidence', { counts: { confidence: null } }, true],
  ['no confidence when high is required', { counts: { confidence: null }, asked: { min_confidence: 'high' } }, false],
  ['an excluded domain', { asked: { excluded_domains: ['acme.example'] } }, false],
  ['a domain that only ends like it', { asked: { excluded_domains: ['me.example'] } }, true],
  ['too few events', { asked: { min_events: 7 } }, false],
  ['another stage', { asked: { stages: ['interest'] } }, false],
])('%s: a lead is %s', (_, given, isLead) => {
  expect(judged(given) !== undefined).toBe(isLead);
});
