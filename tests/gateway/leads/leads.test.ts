/**
 * Lead generation over the API: the questionnaire, who is a lead and why, the file, and
 * permissions.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { auditApi } from 'contract/admin/audit';
import { leadsApi, leadColumns } from 'contract/companies/leads';
import { leadQuestionnaireApi } from 'contract/companies/lead-questionnaire';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { accountApi } from 'contract/accounts/account';
import type { Event } from 'contract/event-fields';
import { madeEvent } from '../../support/made-event';
import { whoMay } from '../../support/authorization';
import { createWorld, type Caller, type World } from '../../support/world';

const mine = { params: { owner: 'ada' } };
let world: World;
let ada: Caller;
let today: number;
let engine: string;
let manual: string;

const acme = { companyName: 'Acme', companyDomain: 'acme.example', confidence: 0.9, country: 'DE' };
const bolt = { companyName: 'Bolt', companyDomain: 'eu.bolt.example', confidence: 0.3, country: 'FR' };
const casa = { companyName: 'Casa Verde', companyDomain: '', confidence: null, country: '' };
const formula = { companyName: '=HYPERLINK("x")', companyDomain: 'evil.example', confidence: 0.6, country: 'DE' };
const reader = { companyName: 'Reader', companyDomain: 'reader.example', confidence: 0.95, country: 'DE' };

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'file' as const, name: 'engine', incoming_path: '/e/{v}', importance: 'high' as const };
  engine = (await ada.ask(packagesApi.createPackage, { ...mine, body })).id;
  manual = (await ada.ask(pixelsApi.createTrackingPixel, { ...mine, body: { name: 'manual', importance: 'low' } })).id;
  today = Math.floor(world.now() / dayMs) * dayMs;
  await world.events.append([
    download({ ...acme, time: today - 2 * dayMs, originId: 1n }),
    download({ ...acme, time: today - dayMs, originId: 2n }),
    view({ ...acme, time: today - 80 * dayMs }),
    download({ ...bolt, time: today - 3 * dayMs }),
    download({ ...casa, time: today - 4 * dayMs }),
    download({ ...formula, time: today - 20 * dayMs }),
    view({ ...reader, time: today - dayMs }),
    download({ companyName: 'Gone', companyDomain: 'gone.example', confidence: 0.9, time: today - 70 * dayMs }),
  ]);
});
afterAll(() => world.close());

function download(fields: Partial<Event> & { time: number }): Event {
  return madeEvent({ artifactId: engine, ...fields });
}

function view(fields: Partial<Event> & { time: number }): Event {
  return madeEvent({ artifactId: manual, artifactType: 'tracking-pixel', type: 'pixel-fetch', ...fields });
}

function day(daysAgo: number): string {
  return new Date(today - daysAgo * dayMs).toISOString().slice(0, 10);
}

async function answer(answers: object): Promise<void> {
  await ada.ask(leadQuestionnaireApi.saveLeadQuestionnaire, { ...mine, body: answers });
}

async function names(query: object = {}): Promise<string[]> {
  return (await ada.ask(leadsApi.getLeads, { ...mine, query })).results.map(({ company_name }) => company_name);
}

describe('the questionnaire', () => {
  it('has defaults before the first save', async () => {
    let grace = await world.as('grace');
    expect(await grace.ask(leadQuestionnaireApi.getLeadQuestionnaire, { params: { owner: 'grace' } })).toEqual({
      company_sizes: [],
      industries: [],
      countries: [],
      technologies: [],
      excluded_domains: [],
      personas: [],
      min_confidence: 'medium',
      stages: ['investigation', 'experimentation', 'ongoing-usage'],
      active_days: 30,
      min_events: 1,
      report_to: 'nobody',
      updated_at: null,
      updated_by: null,
    });
  });

  // @spec 3: Lead generation questionnaire is kept per owner (person or organization)
  it('is saved with time and person, for an organization and for a person', async () => {
    let [mary, linus] = await Promise.all([world.as('mary'), world.as('linus')]);
    let params = { owner: 'hopper-labs' };
    let persona = {
      job_titles: ['CTO', 'CTO'],
      seniorities: ['VP'],
      departments: ['Engineering'],
      notes: ' Knows Go ',
    };
    let body = {
      company_sizes: ['11-50', '1000+'],
      industries: ['Banking'],
      countries: ['DE', 'FR'],
      technologies: ['docker'],
      excluded_domains: ['Rival.example'],
      personas: [persona],
      min_confidence: 'high' as const,
      stages: ['interest' as const],
      active_days: 90,
      min_events: 3,
      report_to: 'admins' as const,
    };
    let saved = await mary.ask(leadQuestionnaireApi.saveLeadQuestionnaire, { params, body });
    expect(saved).toEqual({
      ...body,
      excluded_domains: ['rival.example'],
      personas: [{ ...persona, job_titles: ['CTO'], notes: 'Knows Go' }],
      updated_at: expect.stringMatching(/^\d{4}-/) as string,
      updated_by: 'mary',
    });
    expect(await linus.ask(leadQuestionnaireApi.getLeadQuestionnaire, { params })).toEqual(saved);
    let { results } = await mary.ask(auditApi.getAuditEvents, {
      params,
      query: { action: 'lead-questionnaire-saved' },
    });
    expect(results).toMatchObject([{ actor: 'mary', owner: 'hopper-labs' }]);
  });

  it('keeps the restricted answers separate', async () => {
    let mary = await world.as('mary');
    let params = { owner: 'hopper-labs' };
    let body = { budget: '20,000 a year', deal_size: '', crm_notes: 'Field "Source"' };
    await mary.ask(leadQuestionnaireApi.saveRestrictedLeadAnswers, { params, body });
    expect(await mary.ask(leadQuestionnaireApi.getRestrictedLeadAnswers, { params })).toMatchObject({
      ...body,
      updated_by: 'mary',
    });
    expect(await mary.ask(leadQuestionnaireApi.getLeadQuestionnaire, { params })).not.toHaveProperty('budget');
  });
});

describe('leads', () => {
  it('are the qualified companies, best first, with the parts of their score', async () => {
    let { results, total } = await ada.ask(leadsApi.getLeads, mine);
    expect(total).toBe(3);
    expect(results[0]).toEqual({
      company: 'acme.example',
      company_name: 'Acme',
      company_domain: 'acme.example',
      company_country: 'DE',
      company_state: '',
      company_city: '',
      company_size: '',
      company_industry: '',
      company_linkedin_url: '',
      funnel_stage: 'investigation',
      confidence: 0.9,
      match_reason: 'IP registered to Acme.',
      total_events: 2,
      total_downloads: 2,
      total_views: 0,
      unique_sources: 2,
      first_day: day(80),
      last_seen: new Date(today - dayMs).toISOString(),
      packages: ['engine'],
      score: expect.any(Number),
      score_parts: { stage: 12, volume: 3, recency: expect.any(Number), breadth: 3, trend: 0, fit: 0 },
      score_reasons: ['one package'],
      fits: [],
    });
    expect(results.slice(1).map(({ company_name }) => company_name)).toEqual(['Casa Verde', '=HYPERLINK("x")']);
  });

  it.each([
    ['stages', { stages: ['interest'] }, ['Reader']],
    [
      'a longer time',
      { active_days: 90, stages: ['inactive', 'investigation'], min_confidence: 'high' },
      ['Acme', 'Gone'],
    ],
    ['a number of events', { min_events: 2 }, ['Acme']],
    ['any confidence', { min_confidence: 'any' }, ['Acme', 'Bolt', 'Casa Verde', '=HYPERLINK("x")']],
    ['high confidence', { min_confidence: 'high' }, ['Acme']],
    [
      'excluded domains',
      { min_confidence: 'any', excluded_domains: ['bolt.example'] },
      ['Acme', 'Casa Verde', '=HYPERLINK("x")'],
    ],
    ['countries, where they are known', { countries: ['FR', 'NL'], min_confidence: 'any' }, ['Bolt', 'Casa Verde']],
  ])('are narrowed by %s', async (_, answers, expected) => {
    await answer(answers);
    expect((await names()).sort()).toEqual([...expected].sort());
  });

  it('have a higher score for each match', async () => {
    await answer({ countries: ['DE'], technologies: ['engine'] });
    let { results } = await ada.ask(leadsApi.getLeads, mine);
    expect(results.map(({ company_name, score, fits }) => [company_name, score, fits])).toEqual([
      [
        'Acme',
        53,
        [
          { question: 'country', answer: 'yes', matched: 'DE' },
          { question: 'technologies', answer: 'yes', matched: 'engine' },
        ],
      ],
      [
        '=HYPERLINK("x")',
        42,
        [
          { question: 'country', answer: 'yes', matched: 'DE' },
          { question: 'technologies', answer: 'yes', matched: 'engine' },
        ],
      ],
      [
        'Casa Verde',
        40,
        [
          { question: 'country', answer: 'unknown', matched: '' },
          { question: 'technologies', answer: 'yes', matched: 'engine' },
        ],
      ],
    ]);
    await answer({});
  });

  it('have the same scores in the scoring of companies, in the same order', async () => {
    let { results } = await ada.ask(leadsApi.getLeads, mine);
    let scores = await ada.ask(leadsApi.exportEntityScores, mine);
    expect(scores.total).toBeGreaterThan(1);
    expect(scores.results.map(({ score, score_parts }) => [score, score_parts])).toEqual(
      results.map(({ score, score_parts }) => [score, score_parts]),
    );
    expect(Object.keys(scores.results[0]!).sort()).toEqual(
      [
        'company',
        'company_domain',
        'company_name',
        'fits',
        'funnel_stage',
        'score',
        'score_parts',
        'score_reasons',
      ].sort(),
    );
    let first = await ada.ask(leadsApi.exportEntityScores, { ...mine, query: { per_page: 1 } });
    expect([first.results, first.total]).toEqual([scores.results.slice(0, 1), scores.total]);
  });

  it('are searched, narrowed, sorted and paged', async () => {
    await answer({ min_confidence: 'any', stages: ['interest', 'investigation'] });
    expect(await names({ search: 'BOLT.ex' })).toEqual(['Bolt']);
    expect(await names({ funnel_stage: 'interest' })).toEqual(['Reader']);
    expect(await names({ min_score: 33 })).toEqual(['Acme']);
    expect(await names({ sort: 'newest' })).toEqual(['Reader', 'Bolt', 'Casa Verde', '=HYPERLINK("x")', 'Acme']);
    expect((await names({ sort: 'last-seen' })).slice(2)).toEqual(['Bolt', 'Casa Verde', '=HYPERLINK("x")']);
    let first = await ada.ask(leadsApi.getLeads, { ...mine, query: { per_page: 2 } });
    expect(first._links.next).toContain('after=');
    let rest = await names({ per_page: 'max', after: undefined });
    expect(rest).toHaveLength(5);
    expect(await names({ per_page: 3, after: first.results[1]?.company })).toEqual(rest.slice(2));
    await answer({});
  });

  // @spec 1: Lead generation: the list as a file (no people, only companies)
  it('are exported as CSV with formulas disarmed', async () => {
    let file = await ada.call(leadsApi.exportLeads, { ...mine, query: { sort: 'newest' } });
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(file.headers.get('content-disposition')).toContain(`leads-ada-${day(29)}-${day(0)}.csv`);
    let [header, ...lines] = file.text.trimEnd().split('\n');
    expect(header).toBe(leadColumns.join(','));
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^"'=HYPERLINK\(""x""\)",evil\.example,22,investigation,1,1,0,1,/);
    expect(lines[2]).toContain('Acme,acme.example,33,');
    expect(lines[2]).toContain('http://dashboard.test/companies/ada/acme.example');
    let narrowed = await ada.call(leadsApi.exportLeads, { ...mine, query: { min_score: 33 } });
    expect(narrowed.text.trimEnd().split('\n')).toHaveLength(2);
  });

  it('are empty for a new account', async () => {
    let grace = await world.as('grace');
    expect(await grace.ask(leadsApi.getLeads, { params: { owner: 'grace' } })).toMatchObject({ results: [], total: 0 });
  });

  it('are kept when the owner is renamed', async () => {
    let linus = await world.as('linus');
    let body = { industries: ['Chemistry'] };
    await linus.ask(leadQuestionnaireApi.saveLeadQuestionnaire, { params: { owner: 'linus' }, body });
    await linus.ask(accountApi.updateUser, { params: { username: 'linus' }, body: { username: 'pauling' } });
    expect(await linus.ask(leadQuestionnaireApi.getLeadQuestionnaire, { params: { owner: 'pauling' } })).toMatchObject(
      body,
    );
  });
});

describe('refuses', () => {
  it.each([
    [{ company_sizes: ['many'] }, 'company-size-is-invalid', 'company_sizes'],
    [{ company_sizes: ['50-10'] }, 'company-size-is-invalid', 'company_sizes'],
    [{ countries: ['Germany'] }, 'country-is-not-known', 'countries'],
    [{ excluded_domains: ['not a domain'] }, 'domain-has-invalid-characters', 'excluded_domains'],
    [{ industries: ['x'.repeat(101)] }, 'field-is-too-long', 'industries'],
    [{ industries: Array.from({ length: 101 }, (_, i) => `i${i}`) }, 'too-many-answers', 'industries'],
    [{ personas: Array.from({ length: 6 }, () => ({ job_titles: ['CTO'] })) }, 'too-many-answers', 'personas'],
    [{ stages: [] }, 'field-is-required', 'stages'],
    [{ active_days: 367 }, 'days-are-invalid', 'active_days'],
    [{ min_events: 0 }, 'number-is-invalid', 'min_events'],
    [{ min_confidence: 'low' }, 'request-not-valid', 'min_confidence'],
    [{ report_to: 'everybody' }, 'request-not-valid', 'report_to'],
  ])('%o', async (body, code, field) => {
    expect(
      await ada.refusal(leadQuestionnaireApi.saveLeadQuestionnaire, { ...mine, body: body as never }),
    ).toMatchObject({
      status: 422,
      code,
      field,
    });
  });

  it('restricted answers that are too long', async () => {
    let body = { budget: 'x'.repeat(2_001) };
    expect((await ada.refusal(leadQuestionnaireApi.saveRestrictedLeadAnswers, { ...mine, body })).code).toBe(
      'field-is-too-long',
    );
  });

  it('invalid filters', async () => {
    for (let query of [{ sort: 'colour' }, { funnel_stage: 'asleep' }, { min_score: 101 }])
      expect((await ada.refusal(leadsApi.getLeads, { ...mine, query: query as never })).code).toBe('request-not-valid');
    expect((await ada.refusal(leadsApi.getLeads, { ...mine, query: { search: 'x'.repeat(201) } })).code).toBe(
      'field-is-too-long',
    );
  });
});

whoMay([...Object.values(leadQuestionnaireApi), ...Object.values(leadsApi)]);
