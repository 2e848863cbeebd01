/** Lead scoring: what excludes a company, what matches, and the score. */
import { describe, expect, test } from 'vitest';
import type { CompanyProfile } from 'contract/companies/companies';
import { LeadQuestionnaire } from 'contract/companies/lead-questionnaire';
import type { StagedCompany } from 'gateway/reports/funnel/companies';
import { scoreLead } from 'gateway/leads/lead-scoring';
import { dayMs } from 'contract/floor/time';

const now = 1_000 * dayMs;
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
  lastSeen: now,
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
  packages?: number;
  usesCi?: boolean;
  /** Times and numbers of events. */
  days?: [number, number][];
}

function judged({
  asked = {},
  profile,
  counts: changed,
  funnel,
  uses = [],
  packages = 0,
  usesCi = false,
  days = [],
}: Case) {
  let staged: StagedCompany = {
    counts: { ...counts, ...changed },
    funnel: { stage: 'experimentation', points: 70, starts: {}, totals: {}, ...funnel },
    days: days.map(([time, count]) => ({
      company: 'acme.example',
      day: Math.floor(time / dayMs),
      counts: [count],
      first: undefined,
    })),
  };
  let said = profile && { ...unknown, ...profile };
  return scoreLead({ staged, profile: said, uses, packages, usesCi, now }, LeadQuestionnaire.parse(asked));
}

function fitOf(question: string, given: Case): string | undefined {
  let found = judged(given);
  return found ? found.fits.find((fit) => fit.question === question)?.answer : 'out';
}

describe('the score', () => {
  test.each([
    ['interest', 6],
    ['investigation', 12],
    ['experimentation', 18],
    ['ongoing-usage', 25],
    ['inactive', 0],
  ] as const)('stage %s is %d', (stage, points) => {
    let found = judged({ asked: { stages: [stage] }, funnel: { stage } });
    expect(found?.parts.stage).toBe(points);
    expect(found?.score).toBe(Object.values(found?.parts ?? {}).reduce((a, b) => a + b, 0));
  });

  test('has more for each of volume, recency, breadth and trend, up to a limit', () => {
    let few = judged({ counts: { downloads: 1, views: 0, lastSeen: now - 20 * dayMs } })!.parts;
    let many = judged({ packages: 3, counts: { downloads: 557 }, days: [[now - dayMs, 9]] })!.parts;
    let all = judged({ packages: 40, counts: { downloads: 90_000 }, days: [[now - dayMs, 9]] })!.parts;
    expect([few.volume, few.recency, few.breadth, few.trend]).toEqual([2, 5, 0, 0]);
    expect([many.volume, many.recency, many.breadth, many.trend]).toEqual([18, 15, 8, 10]);
    expect([all.volume, all.recency, all.breadth, all.trend]).toEqual([20, 15, 10, 10]);
  });

  test('has at most three reasons, the most telling first', () => {
    let reasons = (given: Case) => judged(given)?.reasons;
    expect(reasons({ packages: 4, usesCi: true, counts: { firstSeen: now - dayMs } })).toEqual([
      'new this week',
      '4 packages',
      'uses CI',
    ]);
    let falling: [number, number][] = [
      [now - 29 * dayMs, 9],
      [now, 1],
    ];
    expect(reasons({ packages: 1, days: falling })).toEqual(['use is falling', 'one package']);
    expect(reasons({ days: [[now - dayMs, 5]] })).toEqual(['use is growing', 'reads your docs']);
  });

  test('says what fits only as far as it is known', () => {
    let asked = { countries: ['DE'], industries: ['Banking'], technologies: ['docker'] };
    let fit = (given: Case) => judged({ asked, ...given })?.reasons[0];
    expect(fit({})).toBe('matches country');
    expect(fit({ uses: ['docker'] })).toBe('matches country and technology');
    expect(fit({ profile: { industry: 'Banking' } })).toBe('matches country and industry');
    expect(fit({ uses: ['docker'], profile: { industry: 'Banking' } })).toBe('fits your profile');
    expect(judged({ asked, uses: ['docker'] })?.fits.map(({ matched }) => matched)).toEqual(['DE', '', 'docker']);
  });

  test.each([
    [
      'four events against one',
      [
        [now - dayMs, 4],
        [now - 29 * dayMs, 1],
      ],
      {},
    ],
    ['one event', [[now - dayMs, 1]], {}],
    ['today, which is not over', [[now, 50]], {}],
    ['steady use', Array.from({ length: 40 }, (_, i) => [now - i * dayMs, 3]), {}],
    ['a company that came within these days', [[now - 9 * dayMs, 50]], { firstSeen: now - 9 * dayMs }],
  ] as [string, [number, number][], object][])('does not say that use grows or falls for %s', (_, days, counts) => {
    for (let active_days of [1, 3, 7, 30])
      expect(judged({ days, counts, asked: { active_days } })?.reasons).toEqual(['reads your docs']);
  });

  test('has equal parts for each answered question', () => {
    let asked = { countries: ['DE'], industries: ['Banking'], technologies: ['docker'] };
    expect(judged({ asked })?.parts.fit).toBe(7);
    expect(judged({ asked, uses: ['docker'] })?.parts.fit).toBe(13);
    expect(judged({ asked, uses: ['docker'], profile: { industry: 'Investment banking' } })?.parts.fit).toBe(20);
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
