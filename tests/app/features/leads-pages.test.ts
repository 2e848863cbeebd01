/**
 * The lead generation pages against a real gateway: the form, the list, the file, the restricted
 * answers, and permissions.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { leadQuestionnaireApi } from 'contract/companies/lead-questionnaire';
import { packagesApi } from 'contract/packages/packages';
import { env } from 'app/config/env.server';
import { countryCode } from 'app/features/leads/posted-questionnaire.server';
import { action as saveAnswers, loader as questionnairePage } from 'app/routes/_app.leads.$owner.questionnaire';
import { loader as leadsFile } from 'app/routes/_app.leads.$owner.leads[.]csv';
import { action as saveRestricted, loader as restrictedPage } from 'app/routes/_app.leads.$owner.restricted-answers';
import { loader as leadsPage } from 'app/routes/_app.organizations.$owner.lead-generation';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const org = { owner: 'hopper-labs' };
const home = '/organizations/hopper-labs/lead-generation';
const questionnaire = '/leads/hopper-labs/questionnaire';
const worth = {
  min_confidence: 'medium',
  stages: 'investigation',
  active_days: '30',
  min_events: '1',
  report_to: 'nobody',
};

let world: World;
let grace: Browser;
let linus: Browser;

beforeAll(async () => {
  world = await createWorld();
  [grace, linus] = await Promise.all([browserOf(world, 'grace'), browserOf(world, 'linus')]);
  let maker = await world.as('grace');
  let body = { type: 'docker', name: 'tool', backend_registry: 'ghcr.io' };
  let { id } = await maker.ask(packagesApi.createPackage, { params: org, body: body as never });
  let at = { artifactId: id, time: world.now() - 1_000, confidence: 0.9 };
  await world.events.append([
    madeEvent({ ...at, companyName: 'Acme', companyDomain: 'acme.example', country: 'DE' }),
    madeEvent({ ...at, companyName: 'Acme', companyDomain: 'acme.example', country: 'DE' }),
    madeEvent({ ...at, companyName: 'Bolt', companyDomain: 'bolt.example', country: 'FR' }),
  ]);
});
afterAll(() => world.close());
afterEach(() => {
  env.flags.showInputQuestionnaireChoices = false;
  env.flags.showRestrictedLeadGenerationAnswers = false;
});

async function saved(owner = 'hopper-labs') {
  return (await world.as('grace')).ask(leadQuestionnaireApi.getLeadQuestionnaire, { params: { owner } });
}

describe('the questionnaire', () => {
  test('has defaults at first, and shows that it is not answered', async () => {
    expect(await grace.open(leadsPage, {})).toMatchObject({ owner: 'grace', isAnswered: false, total: 0 });
    let page = await grace.open(questionnairePage, { owner: 'grace' });
    expect(page).toMatchObject({ of: { owner: 'grace', kind: 'user' }, saved: null, choices: null });
    expect(page.values).toMatchObject({
      countries: '',
      min_confidence: 'medium',
      active_days: '30',
      stages: expect.any(Array),
    });
  });

  test('accepts names of countries, several values with commas, and sizes in any form', async () => {
    let form = {
      ...worth,
      company_sizes: '11 - 50, 1K–5K employees; 100000+',
      industries: 'Banking, Retail ,Banking',
      countries: 'germany, FR\nUK, Cote d’Ivoire',
      technologies: 'docker',
      excluded_domains: 'https://www.rival.example/about, partner.example',
      persona_1_titles: 'CTO, Head of IT',
      persona_1_seniorities: 'Executive',
      persona_4_notes: 'Reads the changelog',
    };
    expect(redirectOf(await grace.post(saveAnswers, org, form))).toEqual({
      status: 303,
      to: questionnaire,
      toast: 'lead_questionnaire_saved',
    });
    expect(await saved()).toMatchObject({
      company_sizes: ['11-50', '1000-5000', '100000+'],
      industries: ['Banking', 'Retail'],
      countries: ['DE', 'FR', 'GB', 'CI'],
      technologies: ['docker'],
      excluded_domains: ['rival.example', 'partner.example'],
      personas: [
        { job_titles: ['CTO', 'Head of IT'], seniorities: ['Executive'], departments: [], notes: '' },
        { job_titles: [], seniorities: [], departments: [], notes: 'Reads the changelog' },
      ],
      stages: ['investigation'],
      updated_by: 'grace',
    });
    expect((await grace.open(leadsPage, org)).lookFor).toEqual(['CTO, Head of IT', '']);
    let page = await grace.open(questionnairePage, org);
    expect(page.saved?.by).toBe('grace');
    expect(page.values).toMatchObject({
      company_sizes: '11-50, 1000-5000, 100000+',
      countries: 'Germany, France, United Kingdom, Côte d’Ivoire',
      excluded_domains: 'rival.example\npartner.example',
      persona_2_notes: 'Reads the changelog',
    });
  });

  test('removes a persona when its fields are emptied', async () => {
    await grace.post(saveAnswers, { owner: 'grace' }, { ...worth, persona_1_titles: 'CTO', persona_2_titles: 'CFO' });
    await grace.post(saveAnswers, { owner: 'grace' }, { ...worth, persona_1_titles: ' ', persona_2_titles: 'CFO' });
    expect((await saved('grace')).personas).toMatchObject([{ job_titles: ['CFO'] }]);
  });

  // @spec 3: Lead generation questionnaire: ideal customer, personas, what makes a lead; what was
  //   typed is kept
  test.each([
    [{ company_sizes: 'many' }, 'company_sizes', 'employee counts'],
    [{ countries: 'Germany, Atlantis' }, 'countries', 'English name'],
    [{ excluded_domains: 'not a domain' }, 'excluded_domains', 'not a valid domain'],
    [{ stages: '' }, 'stages', 'required'],
    [{ active_days: 'a week' }, 'active_days', '1 to 366'],
    [{ min_events: '0' }, 'min_events', '1 or more'],
    [{ persona_3_titles: 'x'.repeat(101) }, 'persona_3_titles', 'too long'],
    [{ persona_1_titles: 'CTO', persona_5_notes: 'x'.repeat(2_001) }, 'persona_5_notes', 'too long'],
  ])('refuses %j on its field, and keeps the values', async (change: Record<string, string>, field, words) => {
    let refused = await refusedForm(await grace.post(saveAnswers, org, { ...worth, technologies: 'kept', ...change }));
    expect(refused).toMatchObject({ status: 422, error: { [field]: [expect.stringContaining(words)] } });
    expect(refused.kept).toMatchObject({ technologies: 'kept' });
  });

  // @spec 6: Flag showInputQuestionnaireChoices
  test('offers answers as checkboxes when the flag is on, and keeps the others', async () => {
    env.flags.showInputQuestionnaireChoices = true;
    let given = new URLSearchParams({ ...worth, industries: 'Bakeries', company_sizes: '7-9' });
    given.append('industries_chosen', 'Banking');
    given.append('company_sizes_chosen', '11-50');
    given.append('persona_1_seniorities_chosen', 'Director');
    given.append('persona_1_departments', 'Kitchen');
    expect(redirectOf(await grace.post(saveAnswers, org, given as never)).status).toBe(303);
    let page = await grace.open(questionnairePage, org);
    expect(page.choices?.company_sizes[3]).toEqual({ value: '251-1000', label: '251–1,000' });
    expect(page.values).toMatchObject({
      industries_chosen: ['Banking'],
      industries: 'Bakeries',
      company_sizes_chosen: ['11-50'],
      company_sizes: '7-9',
      persona_1_seniorities_chosen: ['Director'],
      persona_1_departments: 'Kitchen',
    });
    env.flags.showInputQuestionnaireChoices = false;
    let plain = await grace.open(questionnairePage, org);
    expect(plain.values).toMatchObject({ industries: 'Banking, Bakeries', industries_chosen: [] });
  });

  // @spec 6: Members read leads and questionnaire; owners and admins change and export
  test('is read by members and changed by owners and admins', async () => {
    expect((await linus.post(saveAnswers, org, worth)).status).toBe(403);
    expect(await linus.open(leadsPage, org)).toMatchObject({ mayChange: false, mayExport: false });
    let page = await linus.open(questionnairePage, org);
    expect(page.mayChange).toBe(false);
    expect(page.facts.find(({ label }) => label === 'Industries')).toEqual({
      label: 'Industries',
      value: 'Banking, Bakeries',
    });
    let ada = await browserOf(world, 'ada');
    for (let page of [leadsPage, questionnairePage])
      expect((await refusalOf(ada.open<unknown>(page, org))).status).toBe(403);
  });
});

describe('the leads', () => {
  beforeAll(async () => void (await grace.post(saveAnswers, org, worth)));

  // @spec 1: Lead generation for maintainers: qualified leads with score and reasons
  test('are listed with score and reasons', async () => {
    await grace.post(saveAnswers, org, { ...worth, countries: 'Germany, France', industries: 'Banking' });
    let { lines, total } = await grace.open(leadsPage, org);
    expect(total).toBe(2);
    expect(lines[0]).toMatchObject({
      name: 'Acme',
      domain: 'acme.example',
      to: expect.stringMatching(/^\/companies\/hopper-labs\/acme\.example\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/),
      stage: 'investigation',
      place: 'Germany',
      reasons: [
        '2 downloads (tool) in 30 days',
        'Country matches: Germany',
        'Industry unknown',
        'IP registered to Acme',
      ],
    });
    expect(lines[0]?.inShort).toContain('matches country');
    expect(lines[0]?.parts).toMatch(/^stage 12 \+ volume \d+ \+ recency \d+ \+ breadth \d+ \+ trend \d+ \+ fit 10$/);
    await grace.post(saveAnswers, org, worth);
  });

  test('are filtered by the query; invalid values are ignored', async () => {
    let names = async (query: string) => (await linus.open(leadsPage, org, `/${query}`)).lines.map(({ name }) => name);
    expect(await names('?q=BOLT')).toEqual(['Bolt']);
    expect(await names('?stage=interest')).toEqual([]);
    expect(await names('?score=75')).toEqual([]);
    expect(await names('?sort=newest&stage=nonsense&score=-1&page=0')).toEqual(['Acme', 'Bolt']);
  });

  test('are exported by owners and admins, with the same selection', async () => {
    let file = await grace.open(leadsFile, org, '/?q=acme');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="leads-hopper-labs-/);
    let [header, ...lines] = (await file.text()).trimEnd().split('\n');
    expect(header).toContain('company_name,company_domain,score');
    expect(lines).toHaveLength(1);
    let refused = await linus.open(leadsFile, org, '/?q=acme');
    expect(redirectOf(refused)).toMatchObject({ to: `${home}?q=acme`, toast: 'permission_not_granted' });
  });
});

describe('the restricted answers', () => {
  const answers = { budget: '20,000 a year', deal_size: '', crm_notes: 'Source = gateway' };

  // @spec 6: Flag showRestrictedLeadGenerationAnswers
  test('are shown with the flag on, to owners and admins only', async () => {
    env.flags.showRestrictedLeadGenerationAnswers = true;
    let to = redirectOf(await grace.post(saveRestricted, org, answers));
    expect(to).toEqual({ status: 303, to: questionnaire, toast: 'restricted_answers_saved' });
    expect((await grace.open(restrictedPage, org)).answers).toMatchObject(answers);
    expect((await grace.open(questionnairePage, org)).restricted).toEqual([
      { label: 'Budget', value: '20,000 a year' },
      { label: 'Size of a deal', value: 'Not answered' },
      { label: 'Notes on your CRM', value: 'Source = gateway' },
    ]);
    expect((await linus.open(questionnairePage, org)).restricted).toBeNull();
    expect((await refusalOf(linus.open(restrictedPage, org))).status).toBe(403);
    let long = await refusedForm(await grace.post(saveRestricted, org, { ...answers, budget: 'x'.repeat(2_001) }));
    expect(long).toMatchObject({ status: 422, error: { budget: ['This is too long.'] } });
    expect(long.kept).toMatchObject({ crm_notes: 'Source = gateway' });
  });

  // @spec 6: Flag showRestrictedLeadGenerationAnswers off
  test('are missing with the flag off', async () => {
    expect((await grace.open(questionnairePage, org)).restricted).toBeNull();
    expect(await refusalOf(grace.open(restrictedPage, org))).toEqual({ status: 404, code: 'not-found' });
    expect((await grace.post(saveRestricted, org, answers)).status).toBe(404);
  });
});

test.each([
  ['de', 'DE'],
  ['United States', 'US'],
  ['usa', 'US'],
  ['myanmar (burma)', 'MM'],
  ['Bosnia and Herzegovina', 'BA'],
  ['France', 'FR'],
  ['EU', 'EU '],
  ['Atlantis', 'Atlantis '],
])('the name of country %j is %j', (name, code) => {
  expect(countryCode(name)).toBe(code.endsWith(' ') ? name : code);
});
