import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { companiesApi } from 'contract/companies/companies';
import { eventsApi } from 'contract/analytics/events';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi } from 'contract/packages/packages';
import type { Event } from 'contract/event-fields';
import { madeEvent } from 'tests/support/made-event';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { countFilterMatches, createFilter, deleteFilter, getFilter, getFilters, updateFilter } = filtersApi;
const mine = { params: { owner: 'ada' } };

let world: World;
let ada: Caller;
let packageId: string;

const people: Partial<Event>[] = [
  { version: '1', userAgent: 'Googlebot/2.1', isBot: true, country: 'US' },
  {
    version: '2',
    userAgent: 'curl/8.5',
    country: 'DE',
    companyName: 'Acme',
    companyDomain: 'acme.example',
    confidence: 0.9,
  },
  { version: '3', userAgent: "O'Neill's agent", country: '', referer: 'https://docs.example/A', confidence: 0.5 },
  {
    version: '4',
    userAgent: 'CURL/7',
    country: 'DE',
    city: 'Köln',
    companyName: 'Cloud',
    connectionType: 'hosting',
    confidence: 0.2,
  },
  { version: '9', doNotTrack: true },
];

/** A location and a host that only the package of these tests has. */
const place = { state: 'Bavaria', postal: '80331', city: 'München', country: 'DE', requestDomain: 'get.ada.example' };

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'file' as const, name: 'engine', incoming_path: '/e', outgoing_url: 'https://ada.example/e' };
  packageId = (await ada.ask(packagesApi.createPackage, { ...mine, body: body as never })).id;
  await addEvents(people);
  let profile = { name: 'Acme', industry: '', size: '', city: '', country: '', linkedin_url: '' };
  let known = JSON.stringify({ ...profile, technologies: ['Kubernetes', 'Rust'] });
  let row = { owner_id: world.ids.get('ada') ?? '', domain: 'acme.example', profile: known };
  await world.records
    .insertInto('company_profiles')
    .values({ ...row, asked_at: 0, ask_again_at: 0 })
    .execute();
});
afterAll(() => world.close());

async function addEvents(visits: Partial<Event>[]): Promise<void> {
  let ownerId = world.ids.get('ada') ?? '';
  await world.events.append(
    visits.map((visit, i) =>
      madeEvent({ artifactId: packageId, ownerId, time: world.now() - 1_000, originId: BigInt(i + 1), ...visit }),
    ),
  );
}

/** The versions that count, in order, once per event. */
async function versions(filter_id?: string): Promise<string> {
  let rows = await ada.ask(aggregationsApi.exportEntityAggregations, {
    ...mine,
    query: { breakdown_set: 'by-version', include_low_confidence: 'true', filter_id },
  });
  return rows
    .flatMap(({ version = '', total }) => Array.from({ length: total }, () => version))
    .sort()
    .join('');
}

async function counted(conditions: object): Promise<string> {
  let { id } = await ada.ask(createFilter, { ...mine, body: conditions as never });
  let found = await versions(id);
  await ada.ask(deleteFilter, { params: { owner: 'ada', filter_id: id } });
  return found;
}

describe('answers', () => {
  // @spec 3: Event filter fields: company, domain, techstack, confidence, funnel stage, request
  //   domain, user agent, referrer, zipcode, city, state, country
  it.each([
    [{ request_user_agent: { op: 'contains', values: ['curl'] } }, '24'],
    [{ request_user_agent: { op: 'does-not-contain', values: ['curl', 'BOT'] } }, '3'],
    [{ request_user_agent: { op: 'starts-with', values: ["o'neill's"] } }, '3'],
    [{ request_user_agent: { op: 'does-not-start-with', values: ['curl'] } }, '13'],
    [{ request_user_agent: { op: 'contains', values: ['%', '$1', "' OR 1=1 --"] } }, ''],
    [{ request_origin_country: { op: 'equals', values: ['de', 'us'] } }, '124'],
    [{ request_origin_country: { op: 'not-equals', values: ['DE'] } }, '13'],
    [{ request_origin_country: { op: 'is-empty' } }, '3'],
    [{ request_origin_country: { op: 'is-not-empty', values: [] } }, '124'],
    [{ request_origin_city: { op: 'equals', values: ['KöLN'] } }, '4'],
    [{ company_name: { op: 'is-not-empty' } }, '2'],
    [{ company_domain: { op: 'equals', values: ['acme.example'] } }, '2'],
    [{ company_cloud_provider: { op: 'contains', values: ['loud'] } }, '4'],
    [{ request_referrer: { op: 'contains', values: ['docs.example/a'] } }, '3'],
    [{ request_version: { op: 'equals', values: ['1', '3'] } }, '13'],
    [{ company_confidence: { op: 'low' } }, '4'],
    [{ company_confidence: { op: 'medium' } }, '3'],
    [{ company_confidence: { op: 'high' } }, '2'],
    [{ company_techstack: { op: 'equals', values: ['go', 'rust'] } }, '2'],
    [{ company_techstack: { op: 'does-not-contain', values: ['RUST'] } }, '134'],
    [{ company_techstack: { op: 'is-empty' } }, '134'],
    [{ company_techstack: { op: 'is-not-empty' } }, '2'],
    [{ company_funnelstage: { op: 'investigation' } }, '2'],
    [{ company_funnelstage: { op: 'inactive' } }, ''],
    [{ request_is_bot: { value: true } }, '1'],
    [{ request_do_not_track: { value: true } }, '9'],
    [{ request_do_not_track: { value: false } }, '1234'],
    [
      {
        request_is_bot: { value: false },
        request_user_agent: { op: 'contains', values: ['curl'] },
        request_version: { op: 'not-equals', values: ['2'] },
      },
      '4',
    ],
  ])('counts by %j: %s', async (conditions, expected) => {
    expect(await counted(conditions)).toBe(expected);
  });

  // @spec 3: Event filter fields: company, domain, techstack, confidence, funnel stage, request
  //   domain, user agent, referrer, zipcode, city, state, country
  it.each([
    { request_origin_state: { op: 'equals', values: ['bavaria'] } },
    { request_origin_zipcode: { op: 'starts-with', values: ['803'] } },
    { request_origin_city: { op: 'contains', values: ['nchen'] } },
    { request_origin_country: { op: 'equals', values: ['DE'] } },
    { request_domain: { op: 'equals', values: ['get.ada.example'] } },
  ])('counts by the place and the host of a request: %j', async (conditions) => {
    let grace = await world.as('grace');
    let theirs = { params: { owner: 'grace' } };
    let body = { type: 'file' as const, name: `placed-${Object.keys(conditions)[0]}`, incoming_path: '/p' };
    let { id } = await grace.ask(packagesApi.createPackage, {
      ...theirs,
      body: { ...body, incoming_path: `/${body.name}` },
    });
    let ownerId = world.ids.get('grace') ?? '';
    let one = { artifactId: id, ownerId, time: world.now() - 1_000 };
    await world.events.append([
      madeEvent({ ...one, ...place, version: 'there' }),
      madeEvent({ ...one, version: 'elsewhere' }),
    ]);
    let filter = await grace.ask(createFilter, { ...theirs, body: conditions as never });
    let query = { breakdown_set: 'by-version' as const, package_id: [id], filter_id: filter.id };
    let rows = await grace.ask(aggregationsApi.exportEntityAggregations, { ...theirs, query });
    expect(rows.map(({ version, total }) => [version, total])).toEqual([['there', 1]]);
  });

  it('a count with a filter stays exact when events are added', async () => {
    let body = {
      request_user_agent: { op: 'contains' as const, values: ['curl'] },
      request_origin_country: { op: 'is-not-empty' as const },
      company_confidence: { op: 'high' as const },
    };
    let { id } = await ada.ask(createFilter, { ...mine, body });
    expect(await versions(id)).toBe('2');
    await addEvents([
      { version: '5', userAgent: 'Curl/9', country: 'FR', confidence: 0.8 },
      { version: '6', userAgent: 'curl/9', country: '', confidence: 0.9 },
      { version: '7', userAgent: 'wget', country: 'FR', confidence: 0.9 },
      { version: '8', userAgent: 'curl/9', country: 'FR', confidence: null },
    ]);
    expect(await versions(id)).toBe('25');
    expect(await versions()).toBe('12345678');
    await ada.ask(deleteFilter, { params: { owner: 'ada', filter_id: id } });
  });

  it('a global filter applies to every count of its owner until it is deleted, together with the requested one', async () => {
    let before = await versions();
    let bots = { name: 'Suspected bots', request_is_bot: { value: false } };
    let made = await ada.ask(createFilter, { ...mine, query: { scope: 'global' }, body: bots });
    expect(await versions()).toBe(before.replace('1', ''));
    let german = { request_origin_country: { op: 'equals' as const, values: ['DE'] } };
    expect(await counted(german)).toBe('24');
    let agent = { request_user_agent: { op: 'does-not-contain' as const, values: ['curl'] } };
    let second = await ada.ask(createFilter, { ...mine, query: { scope: 'global' }, body: agent });
    expect(await counted(german)).toBe('');
    let companies = await ada.ask(companiesApi.getCompanies, mine);
    expect(companies.results.map(({ company }) => company)).toEqual([]);
    for (let { id } of [made, second]) await ada.ask(deleteFilter, { params: { owner: 'ada', filter_id: id } });
    expect(await versions()).toBe(before);
    let again = await ada.ask(companiesApi.getCompanies, mine);
    expect(again.results.map(({ company }) => company)).toEqual(['acme.example']);
  });

  it('an export with a filter has the events that the filtered report counts', async () => {
    for (let conditions of [
      { request_origin_country: { op: 'is-empty' as const } },
      { request_do_not_track: { value: true } },
      { request_version: { op: 'equals' as const, values: ['1', '9'] } },
    ]) {
      let { id: filter_id } = await ada.ask(createFilter, { ...mine, body: conditions });
      let { text } = await ada.call(eventsApi.exportEntityPackageEvents, { ...mine, query: { filter_id } });
      let inFile = text
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split(',')[4]);
      expect(inFile.sort().join('')).toBe(await versions(filter_id));
      await ada.ask(deleteFilter, { params: { owner: 'ada', filter_id } });
    }
  });

  it('creates, shows, lists, changes and deletes a filter', async () => {
    let body = { name: 'Germany', request_origin_country: { op: 'equals' as const, values: ['DE'] } };
    let made = await ada.ask(createFilter, { ...mine, body });
    expect(made).toMatchObject({ ...body, owner: 'ada', scope: 'adhoc', crm_connections: [] });
    let unnamed = await ada.ask(createFilter, { ...mine, body: { request_is_bot: { value: true } } });
    let one = { params: { owner: 'ada', filter_id: made.id } };
    expect(await ada.ask(getFilter, one)).toEqual(made);
    let idsOf = async (query: object) => (await ada.ask(getFilters, { ...mine, query })).results.map(({ id }) => id);
    expect(await idsOf({})).toEqual([made.id, unnamed.id]);
    expect(await idsOf({ saved_only: 'true' })).toEqual([made.id]);
    expect(await idsOf({ scope: 'global' })).toEqual([]);
    let change = { name: 'Not bots', request_is_bot: { value: false } };
    let changed = await ada.ask(updateFilter, { ...one, body: change });
    expect(changed).toMatchObject({ ...change, id: made.id });
    expect(changed.request_origin_country).toBeUndefined();
    for (let { id } of [made, unnamed]) await ada.ask(deleteFilter, { params: { owner: 'ada', filter_id: id } });
    expect((await ada.refusal(getFilter, one)).code).toBe('filter-not-found');
  });
});

describe('a preview of a filter', () => {
  let matches = (conditions: object) => ada.ask(countFilterMatches, { ...mine, body: conditions as never });

  it('counts the events of the last 30 days that match, of those that reports count, and saves nothing', async () => {
    let { matched, total } = await matches({ request_user_agent: { op: 'starts-with', values: ["o'neill's"] } });
    let all = await matches({ request_is_bot: { value: false }, request_version: { op: 'is-not-empty' } });
    expect([matched, total > matched, all.total]).toEqual([1, true, total]);
    expect(await matches({ request_version: { op: 'equals', values: ['nothing'] } })).toEqual({ matched: 0, total });
    await addEvents([{ version: 'old', time: world.now() - 31 * 86_400_000 }]);
    expect(await matches({ request_version: { op: 'equals', values: ['old'] } })).toEqual({ matched: 0, total });
    expect((await ada.ask(getFilters, mine)).total).toBe(0);
  });

  it('follows the always-on filters, and counts untracked events among their own', async () => {
    let { total } = await matches({ request_is_bot: { value: true } });
    expect(await matches({ request_do_not_track: { value: true } })).toEqual({ matched: 1, total: 1 });
    let global = { query: { scope: 'global' as const }, body: { request_is_bot: { value: false } } };
    let { id } = await ada.ask(createFilter, { ...mine, ...global });
    expect(await matches({ request_is_bot: { value: true } })).toEqual({ matched: 0, total: total - 1 });
    await ada.ask(deleteFilter, { params: { owner: 'ada', filter_id: id } });
  });

  it('refuses what cannot be saved', async () => {
    let refusal = await ada.refusal(countFilterMatches, { ...mine, body: { name: 'empty' } });
    expect(refusal).toMatchObject({ status: 422, code: 'filter-is-empty' });
  });
});

describe('refuses', () => {
  it.each([
    [{}, 'filter-is-empty', undefined],
    [{ name: 'only a name' }, 'filter-is-empty', undefined],
    [{ request_is_bot: { value: true }, company_size: { op: 'size-1-10' } }, 'request-not-valid', undefined],
    [{ request_user_agent: { op: 'contains', values: [] } }, 'filter-value-is-required', 'request_user_agent'],
    [{ request_user_agent: { op: 'contains', values: [' '] } }, 'filter-value-is-required', 'request_user_agent'],
    [{ request_user_agent: { op: 'is-empty', values: ['x'] } }, 'filter-value-is-required', 'request_user_agent'],
    [{ request_user_agent: { op: 'contains', values: ['x'.repeat(501)] } }, 'field-is-too-long', 'request_user_agent'],
    [{ request_user_agent: { op: 'like', values: ['x'] } }, 'request-not-valid', 'request_user_agent'],
  ])('%j', async (body, code, field) => {
    let refusal = await ada.refusal(createFilter, { ...mine, body: body as never });
    expect(refusal).toMatchObject({ status: 422, code, ...(field && { field }) });
  });

  it('an unknown filter, and one of another owner', async () => {
    let grace = await world.as('grace');
    let theirs = { params: { owner: 'grace' }, body: { request_is_bot: { value: true } } };
    let { id } = await grace.ask(createFilter, theirs);
    for (let filter_id of [id, 'nothing'])
      for (let route of [aggregationsApi.exportEntityAggregations, companiesApi.getCompanies])
        expect(await ada.refusal(route, { ...mine, query: { filter_id } })).toMatchObject({
          status: 404,
          code: 'filter-not-found',
        });
  });

  it('the same global filter twice and the same name twice, also at once', async () => {
    let global = { query: { scope: 'global' as const }, body: { request_is_bot: { value: false } } };
    let named = { body: { name: 'Same', request_is_bot: { value: true } } };
    for (let given of [global, named]) {
      let answers = await Promise.all([1, 2, 3].map(() => ada.call(createFilter, { ...mine, ...given })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
      expect((await ada.refusal(createFilter, { ...mine, ...given })).code).toBe('filter-already-exists');
    }
  });
});

whoMay(Object.values(filtersApi));
