/** Companies over the API: counts, stages, order, pages, events, files and permissions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { companiesApi } from 'contract/companies/companies';
import { companyRollupsApi } from 'contract/companies/company-rollups';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
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

const withLow = { include_low_confidence: 'true' as const };
const acme = { companyName: 'Acme', companyDomain: 'acme.example', confidence: 0.9 };
const bolt = { companyName: 'Bolt & Sons', companyDomain: 'bolt.example', confidence: 0.3 };
const nameless = { companyName: 'Casa Verde', companyDomain: '', confidence: null };
const cloud = { companyName: 'Cloud', companyDomain: 'cloud.example', connectionType: 'hosting' as const };

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'file' as const, name: 'engine@co', incoming_path: '/e/{v}', importance: 'high' as const };
  engine = (await ada.ask(packagesApi.createPackage, { ...mine, body })).id;
  manual = (await ada.ask(pixelsApi.createTrackingPixel, { ...mine, body: { name: 'manual', importance: 'low' } })).id;
  today = Math.floor(world.now() / dayMs) * dayMs;
  await world.events.append([
    download({ ...acme, originId: 1n, time: today - 2 * dayMs, country: 'FR' }),
    download({ ...acme, originId: 1n, time: today - dayMs, companyName: 'Acme Corp', country: 'DE', state: 'Bayern' }),
    view({ ...acme, originId: 2n, time: today - 3 * dayMs, referer: 'https://docs.example/a' }),
    view({ ...acme, originId: 2n, time: today - 90 * dayMs }),
    view({ ...bolt, originId: 3n, time: today - 5 * dayMs }),
    view({ ...nameless, originId: 4n, time: today - 4 * dayMs }),
    download({ ...cloud, time: today - dayMs }),
    download({ time: today - dayMs }),
    download({ ...acme, time: today - dayMs, doNotTrack: true }),
    download({ companyName: 'Gone', companyDomain: 'gone.example', time: today - 70 * dayMs }),
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

/** Lines of a CSV without quoted cells, by column name. */
function rowsOf(text: string): Record<string, string>[] {
  let [header = '', ...lines] = text.trimEnd().split('\n');
  expect(text).not.toContain('"');
  let columns = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [columns[i], cell])));
}

async function names(query: Record<string, unknown>): Promise<string[]> {
  let { results } = await ada.ask(companiesApi.getCompanies, { ...mine, query: { ...withLow, ...query } });
  return results.map((row) => row.company_name);
}

const long = { start_date: '', end_date: '' };

describe('answers', () => {
  beforeAll(() => void Object.assign(long, { start_date: day(100), end_date: day(0) }));

  it('counts the companies of the last 30 days, without hosting and untracked events', async () => {
    let answer = await ada.ask(companiesApi.getCompanies, { ...mine, query: withLow });
    expect(answer.total).toBe(3);
    expect(answer.low_confidence_left_out).toBe(0);
    expect(answer.stages).toEqual({
      interest: 2,
      investigation: 1,
      experimentation: 0,
      'ongoing-usage': 0,
      inactive: 0,
    });
    expect(answer.results[0]).toEqual({
      company: 'acme.example',
      company_name: 'Acme Corp',
      company_domain: 'acme.example',
      company_country: 'DE',
      company_state: 'Bayern',
      funnel_stage: 'investigation',
      funnel_stage_since: day(2),
      points: 16.25,
      total_events: 3,
      total_downloads: 2,
      total_unique_downloads: 1,
      total_views: 1,
      total_unique_views: 1,
      unique_sources: 2,
      first_seen: new Date(today - 90 * dayMs).toISOString(),
      last_seen: new Date(today - dayMs).toISOString(),
      match_reason: 'IP registered to Acme Corp.',
      is_corrected: false,
    });
    expect(answer.results[2]).toMatchObject({ company: 'bolt.example', total_views: 1 });
    expect(answer.results[1]).toMatchObject({ company: 'Casa Verde', company_domain: '' });
  });

  it('counts both the first and the last day of a range, while stages are current', async () => {
    let query = { start_date: day(90), end_date: day(70) };
    let { results } = await ada.ask(companiesApi.getCompanies, { ...mine, query });
    expect(results.map((row) => [row.company_name, row.total_events, row.funnel_stage])).toEqual([
      ['Acme', 1, 'investigation'],
      ['Gone', 1, 'inactive'],
    ]);
  });

  it('has the first event ever and the last one of the range, under the same conditions', async () => {
    let seen = async (query: object) => {
      let { results } = await ada.ask(companiesApi.getCompanies, { ...mine, query });
      return results.map(({ first_seen, last_seen }) => [first_seen, last_seen]);
    };
    let at = (daysAgo: number) => new Date(today - daysAgo * dayMs).toISOString();
    let query = { start_date: day(3), end_date: day(2), search: 'acme' };
    expect(await seen(query)).toEqual([[at(90), at(2)]]);
    expect(await seen({ ...query, where: 'request_origin_country:equals:fr' })).toEqual([[at(2), at(2)]]);
  });

  it('sorts by any column in both directions', async () => {
    expect(await names({ sort: 'name' })).toEqual(['Acme Corp', 'Bolt & Sons', 'Casa Verde']);
    expect(await names({ sort: 'name', order: 'desc' })).toEqual(['Casa Verde', 'Bolt & Sons', 'Acme Corp']);
    expect(await names({ sort: 'last-seen' })).toEqual(['Acme Corp', 'Casa Verde', 'Bolt & Sons']);
    expect(await names({ sort: 'first-seen', order: 'asc' })).toEqual(['Acme Corp', 'Bolt & Sons', 'Casa Verde']);
    expect(await names({ ...long, sort: 'stage', order: 'desc' })).toEqual([
      'Gone',
      'Acme Corp',
      'Casa Verde',
      'Bolt & Sons',
    ]);
    for (let sort of ['events', 'downloads', 'views', 'sources', 'recommended'])
      expect((await names({ sort })).at(0)).toBe('Acme Corp');
  });

  it('filters by stage, by text and by confidence', async () => {
    expect(await names({ ...long, funnel_stage: ['inactive', 'investigation'] })).toEqual(['Acme Corp', 'Gone']);
    expect(await names({ ...long, stage_from: day(10), stage_until: day(10) })).toEqual(['Gone']);
    expect(await names({ stage_from: day(4), funnel_stage: 'interest' })).toEqual(['Casa Verde']);
    expect(await names({ stage_until: day(5) })).toEqual(['Bolt & Sons']);
    expect(await names({ search: 'BOLT.ex' })).toEqual(['Bolt & Sons']);
    let sure = await ada.ask(companiesApi.getCompanies, mine);
    expect(sure.results.map(({ company_name }) => company_name)).toEqual(['Acme Corp', 'Casa Verde']);
    expect(sure.low_confidence_left_out).toBe(1);
    let query = { ...withLow, funnel_stage: 'interest' as const };
    let { total, stages } = await ada.ask(companiesApi.getCompanies, { ...mine, query });
    expect([total, stages.investigation]).toEqual([2, 1]);
  });

  it('pages by number and by company', async () => {
    let first = await ada.ask(companiesApi.getCompanies, { ...mine, query: { ...withLow, per_page: 2, page: 1 } });
    expect(first.results).toHaveLength(2);
    expect(first._links.next).toContain('page=2');
    expect(await names({ per_page: 2, page: 2 })).toEqual(['Bolt & Sons']);
    expect(await names({ per_page: 2, after: first.results[1]?.company })).toEqual(['Bolt & Sons']);
    expect(await names({ per_page: 'max' })).toHaveLength(3);
  });

  it('shows one company since its first event', async () => {
    let params = { owner: 'ada', domain: 'acme.example' };
    let answer = await ada.ask(companiesApi.getCompany, { params });
    expect(answer).toMatchObject({ total_events: 4, first_seen: new Date(today - 90 * dayMs).toISOString() });
    expect(answer.journey).toEqual([
      { date: day(90), downloads: 0, views: 1 },
      { date: day(3), downloads: 0, views: 1 },
      { date: day(2), downloads: 1, views: 0 },
      { date: day(1), downloads: 1, views: 0 },
    ]);
    expect(answer.stages).toEqual([
      { stage: 'interest', start_date: day(90), is_current: false, total_downloads: 0, total_views: 2, active_days: 2 },
      {
        stage: 'investigation',
        start_date: day(2),
        is_current: true,
        total_downloads: 2,
        total_views: 0,
        active_days: 2,
      },
      { stage: 'inactive', start_date: day(30), is_current: false, total_downloads: 0, total_views: 0, active_days: 0 },
    ]);
  });

  it('lists its events, newest first', async () => {
    let params = { owner: 'ada', domain: 'acme.example' };
    let first = await ada.ask(companiesApi.getCompanyEvents, { params, query: { per_page: 3 } });
    expect(first.total).toBe(4);
    expect(first._links.next).toContain('page=2');
    expect(first.results.map((event) => [event.artifact_name, event.time.slice(0, 10), event.origin_id])).toEqual([
      ['engine@co', day(1), 'h0000000000000001'],
      ['engine@co', day(2), 'h0000000000000001'],
      ['manual', day(3), 'h0000000000000002'],
    ]);
    expect(first.results[2]).toMatchObject({ type: 'pixel-fetch', referer: 'https://docs.example/a', confidence: 0.9 });
    let second = await ada.ask(companiesApi.getCompanyEvents, { params, query: { per_page: 3, page: 2 } });
    expect(second.results).toHaveLength(1);
    expect(second._links.next).toBeNull();
  });

  it('applies a filter to one company as the list does', async () => {
    let body = { request_origin_country: { op: 'equals' as const, values: ['DE'] } };
    let { id: filter_id } = await ada.ask(filtersApi.createFilter, { ...mine, body });
    let params = { owner: 'ada', domain: 'acme.example' };
    let one = await ada.ask(companiesApi.getCompany, { params, query: { filter_id } });
    expect([one.total_downloads, one.total_views]).toEqual([1, 0]);
    let events = await ada.ask(companiesApi.getCompanyEvents, { params, query: { filter_id } });
    expect([events.total, events.results.length]).toEqual([1, 1]);
    let { text } = await ada.call(companiesApi.exportEntityCompanyEvents, { params, query: { filter_id } });
    expect(text.trimEnd().split('\n')).toHaveLength(2);
    for (let route of [companiesApi.getCompany, companiesApi.getCompanyEvents, companiesApi.exportEntityCompanyEvents])
      expect((await ada.refusal(route, { params, query: { filter_id: 'nothing' } })).code).toBe('filter-not-found');
  });

  it('finds a company without a domain by its name', async () => {
    let params = { owner: 'ada', domain: 'Casa Verde' };
    expect(await ada.ask(companiesApi.getCompany, { params })).toMatchObject({
      total_views: 1,
      funnel_stage: 'interest',
    });
    expect((await ada.ask(companiesApi.getCompanyEvents, { params })).results).toHaveLength(1);
  });

  it('exports the events of one company, downloads and views', async () => {
    let params = { owner: 'ada', domain: 'acme.example' };
    let { text, headers } = await ada.call(companiesApi.exportEntityCompanyEvents, { params });
    let rows = rowsOf(text);
    expect(rows.map((row) => [row.package, row.pixel, row.origin_domain, row.dnt])).toEqual([
      ['engine@co', '', 'acme.example', 'false'],
      ['engine@co', '', 'acme.example', 'false'],
      ['', 'manual', 'acme.example', 'false'],
    ]);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="company-ada-acme.example-${day(29)}-${day(0)}.csv"`,
    );
  });

  it('exports a row for each company of a range', async () => {
    let { text } = await ada.call(companyRollupsApi.exportCompanyRollup, { ...mine, query: { ...long, ...withLow } });
    let rows = rowsOf(text);
    expect(rows.map((row) => row.company_name)).toEqual(['Casa Verde', 'Acme Corp', 'Bolt & Sons', 'Gone']);
    expect(rows[1]).toEqual({
      company_name: 'Acme Corp',
      company_domain: 'acme.example',
      funnel_stage: 'investigation',
      total_events: '4',
      total_downloads: '2',
      total_unique_downloads: '1',
      total_views: '2',
      total_unique_views: '1',
      unique_sources: '2',
      first_seen: new Date(today - 90 * dayMs).toISOString(),
      last_seen: new Date(today - dayMs).toISOString(),
      company_linkedin_url: '',
      company_industry: '',
      company_size: '',
      company_country: 'DE',
      company_state: 'Bayern',
      interest_start_date: day(90),
      investigation_start_date: day(2),
      experimentation_start_date: '',
      ongoing_usage_start_date: '',
      inactive_start_date: day(30),
      scarf_url: 'http://dashboard.test/companies/ada/acme.example',
      package_totals: 'engine%40co=2',
      tracking_pixel_totals: 'manual=2',
      match_reason: 'IP registered to Acme Corp.',
      unique_sources_by_period: '',
    });
  });

  it('counts a new event in the next query', async () => {
    let before = await ada
      .ask(companiesApi.getCompany, { params: { owner: 'ada', domain: 'new.example' } })
      .catch(() => null);
    expect(before).toBeNull();
    await world.events.append([download({ companyName: 'New', companyDomain: 'new.example', time: world.now() })]);
    let after = await ada.ask(companiesApi.getCompany, { params: { owner: 'ada', domain: 'new.example' } });
    expect(after).toMatchObject({ total_events: 1, funnel_stage: 'investigation' });
  });

  it('is empty for an owner without packages', async () => {
    let grace = await world.as('grace');
    let params = { owner: 'grace' };
    expect(await grace.ask(companiesApi.getCompanies, { params })).toMatchObject({ results: [], total: 0 });
    expect((await grace.call(companyRollupsApi.exportCompanyRollup, { params })).text.trim().split('\n')).toHaveLength(
      1,
    );
  });
});

describe('refuses', () => {
  it.each([
    [{ start_date: '2024-02-30' }, 'range-invalid'],
    [{ start_date: '2024-03-02', end_date: '2024-03-01' }, 'range-invalid'],
    [{ start_date: '2000-01-01', end_date: '2021-06-01' }, 'range-too-long'],
    [{ sort: 'colour' }, 'request-not-valid'],
    [{ funnel_stage: 'asleep' }, 'request-not-valid'],
    [{ search: 'x'.repeat(201) }, 'field-is-too-long'],
  ])('%o', async (query, code) => {
    expect((await ada.refusal(companiesApi.getCompanies, { ...mine, query: query as never })).code).toBe(code);
  });

  it('a company without events of the owner, whatever its name', async () => {
    let grace = await world.as('grace');
    for (let route of [
      companiesApi.getCompany,
      companiesApi.getCompanyEvents,
      companiesApi.exportEntityCompanyEvents,
    ]) {
      for (let domain of ['nowhere.example', "' OR 1=1 --", 'cloud.example'])
        expect((await ada.refusal(route, { params: { owner: 'ada', domain } })).code).toBe('company-not-found');
      let foreign = { params: { owner: 'grace', domain: 'acme.example' } };
      expect((await grace.refusal(route, foreign)).code).toBe('company-not-found');
    }
  });

  it('a company with low confidence only, when low confidence is left out', async () => {
    let given = {
      params: { owner: 'ada', domain: 'bolt.example' },
      query: { include_low_confidence: 'false' as const },
    };
    expect((await ada.refusal(companiesApi.getCompany, given)).code).toBe('company-not-found');
  });
});

whoMay(Object.values(companiesApi));
