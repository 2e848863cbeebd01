/** Conditions in the address of a question, beside a plain recount of the events of the test. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregatesApi } from 'contract/analytics/aggregates';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { companiesApi } from 'contract/companies/companies';
import { companyRollupsApi } from 'contract/companies/company-rollups';
import { countingApi } from 'contract/analytics/counting';
import { unknownEvent, type Event } from 'contract/event-fields';
import { eventsApi } from 'contract/analytics/events';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi } from 'contract/packages/packages';
import { reportVerificationApi } from 'contract/analytics/report-recounts';
import { dayMs } from 'contract/floor/time';
import { hashText } from 'gateway/events/query/hash-text';
import { madeEvent } from 'tests/support/made-event';
import { variedEvents } from 'tests/support/varied-events';
import { createWorld, type Caller, type World } from 'tests/support/world';

const mine = { params: { owner: 'ada' } };

let world: World;
let ada: Caller;
let engine: string;
let notes: string;
let events: Event[] = [];

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'docker' as const, backend_registry: 'docker.io' };
  engine = (await ada.ask(packagesApi.createPackage, { ...mine, body: { ...body, name: 'engine' } })).id;
  notes = (await ada.ask(packagesApi.createPackage, { ...mine, body: { ...body, name: 'notes' } })).id;
  await ada.ask(packagesApi.updatePackage, {
    params: { owner: 'ada', package_id: notes },
    body: { importance: 'high' } as never,
  });
  await add(variedEvents());
});
afterAll(() => world.close());

async function add(some: Partial<Event>[]): Promise<void> {
  let ownerId = world.ids.get('ada') ?? '';
  let made = some.map((one, i) => {
    let artifactId = i % 5 ? engine : notes;
    let about = { artifactId, ownerId, time: world.now() - (i % 3) * dayMs - 1_000 };
    let { doNotTrack: _, ...kept } = one;
    // Of an untracked request nothing else is kept.
    let untracked = unknownEvent({ ...about, artifactType: 'package', type: 'binary-download' });
    return one.doNotTrack
      ? { ...untracked, ...about, id: madeEvent(about).id, doNotTrack: true }
      : madeEvent({ ...about, ...kept });
  });
  await world.events.append(made);
  events.push(...made);
}

function counted(meets: (event: Event) => boolean): number {
  return events.filter((event) => !event.doNotTrack && meets(event)).length;
}

async function total(where: string[]): Promise<number> {
  let rows = await ada.ask(aggregationsApi.exportEntityAggregations, {
    ...mine,
    query: { include_low_confidence: 'true', where },
  });
  return rows.reduce((sum, row) => sum + row.total, 0);
}

const cases: [where: string[], meets: (event: Event) => boolean][] = [
  [['request_platform:equals:linux'], ({ platform }) => platform === 'linux'],
  [['request_platform:equals:LINUX', 'request_platform:equals:windows'], ({ platform }) => platform !== ''],
  [['request_platform:is-empty'], ({ platform }) => platform === ''],
  [['request_platform:equals:linux', 'request_platform:is-empty'], ({ platform }) => platform !== 'Windows'],
  [['request_platform:not-equals:linux', 'request_platform:is-not-empty'], ({ platform }) => platform === 'Windows'],
  [
    ['request_client:equals:npm', 'request_origin_country:equals:DE'],
    ({ client, country }) => client === 'npm' && country === 'DE',
  ],
  [['request_version:starts-with:4.', 'request_version:starts-with:5'], ({ version }) => /^[45]/.test(version)],
  [['request_version_minor:equals:4.1'], ({ version }) => version === '4.1.0' || version === 'v4.1.9'],
  [['request_version_major:equals:4'], ({ version }) => /^v?4/.test(version)],
  [['request_version_major:is-empty'], ({ version }) => version === ''],
  [['request_referrer:equals:https://docs.example/a:b?c=4'], ({ referer }) => referer.endsWith('=4')],
  [['company_domain:equals:acme.example'], ({ companyName }) => companyName === 'Acme'],
  [['company_name:equals:Nameless'], ({ companyName }) => companyName === 'Nameless'],
  [['company_name:is-empty'], ({ companyName }) => companyName === '' || companyName === 'Cloud'],
  [['company_cloud_provider:equals:Cloud'], ({ companyName }) => companyName === 'Cloud'],
  [['company_confidence:high'], ({ confidence }) => confidence === 0.9],
  [['company_funnelstage:inactive'], () => false],
  [['request_is_bot:false'], ({ isBot }) => !isBot],
  [['request_audience:equals:ci', 'request_audience:equals:bot'], ({ audience }) => audience !== 'person-like'],
  [[`request_endpoint_id:equals:${hashText(2n)}`], ({ endpointId }) => endpointId === 2n],
  [[`request_origin_id:not-equals:${hashText(7n)}`], ({ originId }) => originId !== 7n],
  [['artifact_importance:high'], ({ artifactId }) => artifactId === notes],
  [['artifact_importance:low', 'artifact_importance:mid', 'artifact_importance:high'], () => true],
  [['request_variables.page:equals:intro'], ({ variables }) => variables.page === 'intro'],
  [['request_variables.page:is-empty'], ({ variables }) => !variables.page],
  [['request_variables.a%3Ab%2F~c:equals:x'], ({ variables }) => variables['a:b/~c'] === 'x'],
  [['request_variables.constructor:is-empty'], ({ variables }) => !Object.hasOwn(variables, 'constructor')],
  [
    ['request_variables.page:is-not-empty', 'request_client:equals:curl'],
    ({ variables, client }) => Boolean(variables.page) && client === 'curl',
  ],
];

describe('counts with conditions in the address', () => {
  it.each(cases)('%j: as many as a plain recount of the events', async (where, meets) => {
    expect(await total(where)).toBe(counted(meets));
  });

  it('each cached count with conditions continues with later events', async () => {
    let before = await Promise.all(cases.map(([where]) => total(where)));
    expect(new Set(before).size).toBeGreaterThan(8);
    await add(variedEvents().slice(10, 40));
    expect(await Promise.all(cases.map(([where]) => total(where)))).toEqual(cases.map(([, meets]) => counted(meets)));
  });

  it('the same conditions as a saved filter count the same', async () => {
    let where = ['request_platform:equals:linux', 'request_platform:is-empty', 'request_variables.page:equals:intro'];
    let body = {
      request_platform: { op: 'equals' as const, values: ['linux', ''] },
      request_variables: { page: { op: 'equals' as const, values: ['intro'] } },
    };
    let { id: filter_id } = await ada.ask(filtersApi.createFilter, { ...mine, body });
    let query = { include_low_confidence: 'true' as const, breakdown_set: 'by-version' };
    let saved = await ada.ask(aggregationsApi.exportEntityAggregations, { ...mine, query: { ...query, filter_id } });
    expect(await ada.ask(aggregationsApi.exportEntityAggregations, { ...mine, query: { ...query, where } })).toEqual(
      saved,
    );
    expect(saved.reduce((sum, row) => sum + row.total, 0)).toBe(
      counted(({ platform, variables }) => platform !== 'Windows' && variables.page === 'intro'),
    );
  });

  it('a saved filter and conditions have to hold together', async () => {
    let german = { request_origin_country: { op: 'equals' as const, values: ['DE'] } };
    let { id: filter_id } = await ada.ask(filtersApi.createFilter, { ...mine, body: german });
    let query = { include_low_confidence: 'true' as const, filter_id, where: ['request_client:equals:curl'] };
    let [row] = await ada.ask(aggregationsApi.exportEntityAggregations, { ...mine, query });
    expect(row?.total).toBe(counted(({ country, client }) => country === 'DE' && client === 'curl'));
  });

  it('only untracked requests count where a condition asks for them', async () => {
    expect(await total(['request_do_not_track:true'])).toBe(events.filter((event) => event.doNotTrack).length);
  });

  it('the published counts, the files, the note and the recount follow the conditions', async () => {
    let where = ['request_platform:equals:linux', 'request_client:equals:curl'];
    let wanted = counted(({ platform, client }) => platform === 'linux' && client === 'curl');
    let aggregates = await ada.ask(aggregatesApi.exportEntityAggregates, { ...mine, query: { where } });
    expect(aggregates.reduce((sum, row) => sum + row.total, 0)).toBe(wanted);
    let { text } = await ada.call(eventsApi.exportEntityPackageEvents, { ...mine, query: { where } });
    expect(text.trim().split('\n')).toHaveLength(1 + wanted);
    let note = await ada.ask(countingApi.getCounting, { ...mine, query: { where, include_low_confidence: 'true' } });
    expect(note.audiences.reduce((sum, row) => sum + row.total, 0)).toBe(wanted);
    expect(note.filtered).toBe(counted(() => true) - wanted);
    let recount = await ada.ask(reportVerificationApi.recountReport, { ...mine, query: { where } });
    expect(recount.events).toBe(wanted);
    expect(recount.figures.filter(({ differing }) => differing > 0)).toEqual([]);
  });

  it('companies, one company, its events and the file of companies follow the conditions', async () => {
    let where = ['request_platform:equals:windows'];
    let of = (name: string) => counted(({ platform, companyName }) => platform === 'Windows' && companyName === name);
    let { results } = await ada.ask(companiesApi.getCompanies, { ...mine, query: { where } });
    expect(Object.fromEntries(results.map((one) => [one.company_name, one.total_events]))).toEqual({
      Acme: of('Acme'),
      Nameless: of('Nameless'),
    });
    let params = { owner: 'ada', domain: 'acme.example' };
    expect(await ada.ask(companiesApi.getCompany, { params, query: { where } })).toMatchObject({
      total_events: of('Acme'),
    });
    expect(await ada.ask(companiesApi.getCompanyEvents, { params, query: { where } })).toMatchObject({
      total: of('Acme'),
    });
    let { text } = await ada.call(companyRollupsApi.exportCompanyRollup, { ...mine, query: { where } });
    expect(text).toMatch(new RegExp(`^Acme,acme.example,[\\w-]+,${of('Acme')},`, 'm'));
  });
});

describe('refuses', () => {
  it.each([
    'request_platform',
    'request_platform:linux',
    'request_platform:equals',
    'request_platform:equals:',
    'request_platform:is-empty:',
    'request_platform:like:linux',
    'no_such_key:equals:x',
    'name:equals:x',
    'company_funnelstage:later',
    'artifact_importance:equals:high',
    'request_is_bot:perhaps',
    'request_variables:equals:x',
    'request_variables.:equals:x',
    'request_variables.%:equals:x',
    'request_variables.__proto__:equals:x',
    `request_version:equals:${'9'.repeat(501)}`,
  ])('a condition that cannot be read: %s', async (condition) => {
    let query = { where: ['request_client:equals:curl', condition] };
    expect(await ada.refusal(aggregationsApi.exportEntityAggregations, { ...mine, query })).toMatchObject({
      status: 422,
      code: 'condition-is-invalid',
      field: 'where',
    });
  });

  it.each([
    [['request_platform:equals:linux', 'request_platform:contains:win']],
    [['request_platform:equals:linux', 'request_platform:is-not-empty']],
    [['request_is_bot:true', 'request_is_bot:false']],
    [['company_confidence:low', 'company_confidence:high']],
  ])('two operators for one key: %j', async (where) => {
    let refusal = await ada.refusal(aggregationsApi.exportEntityAggregations, { ...mine, query: { where } });
    expect(refusal).toMatchObject({ status: 422, code: 'condition-is-invalid' });
  });

  it('more than 20 conditions, or more than 4,000 characters of them', async () => {
    let versions = Array.from({ length: 21 }, (_, i) => `request_version:equals:${i}`);
    let long = Array.from({ length: 9 }, (_, i) => `request_version:equals:${i}${'0'.repeat(480)}`);
    expect(await total(versions.slice(1))).toBe(counted(({ version }) => version === '5'));
    for (let where of [versions, long])
      expect(await ada.refusal(aggregationsApi.exportEntityAggregations, { ...mine, query: { where } })).toMatchObject({
        status: 422,
        code: 'too-many-conditions',
      });
  });
});
