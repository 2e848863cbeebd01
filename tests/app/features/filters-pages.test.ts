/** The filters pages against a real gateway: changes, their effect on reports, and permissions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi } from 'contract/packages/packages';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as dashboardPage } from 'app/routes/_app.home.$owner';
import { parseValueList } from 'app/features/filters/seen-values.server';
import { action as removeFilter } from 'app/routes/_app.filters.$owner.$filterId.removal';
import { action as switchBots } from 'app/routes/_app.filters.$owner.bots';
import { action as saveFilter, loader as newFilterPage } from 'app/routes/_app.filters.$owner.new';
import { loader as homePage } from 'app/routes/_app.home.$owner';
import { action as excludeAgent, loader as filtersPage } from 'app/routes/_app.organizations.$owner.filters';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const org = { owner: 'hopper-labs' };
const home = '/organizations/hopper-labs/filters';

let world: World;
let grace: Browser;
let linus: Browser;

beforeAll(async () => {
  world = await createWorld();
  [grace, linus] = await Promise.all([browserOf(world, 'grace'), browserOf(world, 'linus')]);
  let maker = await world.as('grace');
  let body = { type: 'docker', name: 'tool', backend_registry: 'ghcr.io' };
  let { id } = await maker.ask(packagesApi.createPackage, { params: org, body: body as never });
  let at = { artifactId: id, time: world.now() - 1_000 };
  await world.events.append([
    madeEvent({ ...at, country: 'DE', userAgent: 'curl/8.5.0' }),
    madeEvent({ ...at, country: 'FR', userAgent: 'HealthCheck/1.0' }),
    madeEvent({ ...at, country: 'FR', userAgent: 'Googlebot/2.1', isBot: true }),
  ]);
});
afterAll(() => world.close());

async function downloads(filterId = ''): Promise<number | undefined> {
  let { data } = await grace.open(analyticsPage, org, `/?filter_id=${filterId}`);
  return data.report?.totals.downloads;
}

describe('the exclusions from every count', () => {
  test('leave out suspected bots and user agents until they are removed', { tags: 'slow' }, async () => {
    let before = await grace.open(filtersPage, org);
    expect(before).toMatchObject({ botsFiltered: false, agents: [], saved: [], mayChange: true });
    expect(await downloads()).toBe(3);
    let bots = await grace.post(switchBots, org, { filtered: 'yes' });
    expect(redirectOf(bots)).toEqual({ status: 303, to: home, toast: 'bots_filtered' });
    expect(await downloads()).toBe(2);
    expect(redirectOf(await grace.post(switchBots, org, { filtered: 'yes' })).toast).toBe('bots_filtered');
    let agent = await grace.post(excludeAgent, org, { agent: ' healthcheck/ ' });
    expect(redirectOf(agent)).toEqual({ status: 303, to: home, toast: 'agent_excluded' });
    expect(await downloads()).toBe(1);
    let { data } = await grace.open(homePage, org);
    expect(data.filters).toMatchObject({ globals: 2, settings: home, isUnknown: false });

    let page = await grace.open(filtersPage, org);
    expect(page).toMatchObject({ botsFiltered: true, agents: [{ text: 'healthcheck/' }] });
    let removed = await grace.post(removeFilter, { ...org, filterId: page.agents[0]?.id });
    expect(redirectOf(removed)).toEqual({ status: 303, to: home, toast: 'filter_removed' });
    expect(redirectOf(await grace.post(switchBots, org, { filtered: 'no' })).toast).toBe('bots_counted');
    expect(await downloads()).toBe(3);
  });

  test('are added once when a form is sent twice, and an empty form is refused', async () => {
    let ada = await browserOf(world, 'ada');
    let answers = await Promise.all([1, 2].map(() => ada.post(excludeAgent, {}, { agent: 'probe' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    let refused = answers.find(({ status }) => status === 422)!;
    expect((await refusedForm(refused)).kept).toMatchObject({ agent: 'probe' });
    expect((await ada.open(filtersPage, {})).agents).toMatchObject([{ text: 'probe' }]);
    let empty = await refusedForm(await ada.post(excludeAgent, {}, { agent: ' ' }));
    expect(empty).toMatchObject({ status: 422, error: { agent: [expect.stringContaining('Enter a value')] } });
  });
});

describe('saved filters', () => {
  test('are created by a form, selected above a report and removed', async () => {
    let form = {
      name: 'Not bots',
      key_1: 'request_origin_country',
      op_1: 'equals',
      value_1: 'fr, be',
      bots: 'without',
    };
    let saved = await grace.post(saveFilter, org, form);
    expect(redirectOf(saved)).toEqual({ status: 303, to: home, toast: 'filter_created' });
    let { saved: lines } = await grace.open(filtersPage, org);
    expect(lines).toMatchObject([{ words: ['Country code is “fr” or “be”', 'No suspected bots'] }]);
    let id = lines[0]!.id;
    expect(await downloads(id)).toBe(1);
    expect(await downloads()).toBe(3);
    let { data } = await grace.open(analyticsPage, org, `/?filter_id=${id}&range=last-7-days`);
    expect(data.filters.chips.map(({ label, on }) => [label, on])).toEqual([
      ['All events', false],
      ['Not bots', true],
    ]);
    expect(data.filters.without).toContain('range=last-7-days');
    let list = (await grace.open(dashboardPage, org, `/?filter_id=${id}`)).data.list;
    expect(list?.lines).toMatchObject([{ name: 'tool', total: '1' }]);
    let start = (await grace.open(homePage, org, `/?filter_id=${id}`)).data.home;
    expect(start?.state === 'active' && start.overview.totals.downloads).toBe(1);
    expect(redirectOf(await grace.post(removeFilter, { ...org, filterId: id })).toast).toBe('filter_removed');
  });

  test('are previewed: how many events they match, without a name, with values that were seen of chosen fields', async () => {
    let form = { key_1: 'request_origin_country', value_1: 'fr', key_2: 'request_user_agent', op_2: 'contains' };
    let shown = await grace.post(saveFilter, org, { ...form, value_2: 'health', press: 'preview' });
    expect(await shown.json()).toMatchObject({
      matches: { matched: 1, total: 3 },
      seen: {
        request_origin_country: [
          { value: 'FR', label: 'France' },
          { value: 'DE', label: 'Germany' },
        ],
      },
      lastResult: { initialValue: form },
    });
    expect(shown.status).toBe(200);
    let incomplete = await grace.post(saveFilter, org, { ...form, press: 'preview' });
    expect(await incomplete.clone().json()).toMatchObject({
      matches: null,
      seen: { request_user_agent: [{}, {}, {}] },
    });
    expect(await refusedForm(incomplete)).toMatchObject({ status: 422, error: { value_2: [expect.anything()] } });
    let empty = await refusedForm(await grace.post(saveFilter, org, { press: 'preview' }));
    expect(empty).toMatchObject({ status: 422, error: { '': ['Add at least one condition.'] } });
    expect((await grace.open(filtersPage, org)).saved).toEqual([]);
  });

  test('get one row more without being checked', async () => {
    let added = await grace.post(saveFilter, org, { press: 'add', key_1: 'request_client' });
    expect(added.status).toBe(200);
    expect(await added.json()).toMatchObject({
      lastResult: { initialValue: { press: 'add', key_1: 'request_client' } },
      seen: { request_client: expect.any(Array) },
    });
  });

  test('have the values that were seen of the fields in the address of the form, of ours alone', async () => {
    let page = await grace.open(
      newFilterPage,
      org,
      '/?field=request_user_agent&field=request_origin_city&field=__proto__',
    );
    expect(page.seen.request_user_agent!.map(({ value }) => value).sort()).toEqual([
      'Googlebot/2.1',
      'HealthCheck/1.0',
      'curl/8.5.0',
    ]);
    expect(Object.keys(page.seen).sort()).toEqual(['request_origin_city', 'request_user_agent']);
    expect(page.seen.request_origin_city).toEqual([]);
  });

  test.each([
    ['fr, be', ['fr', 'be']],
    [' , fr,,', ['fr']],
    ['"KHTML, like Gecko", curl', ['KHTML, like Gecko', 'curl']],
    ['"say ""hi"", twice"', ['say "hi", twice']],
    ['"a" b, c', ['"a" b', 'c']],
    ['5" disk', ['5" disk']],
    ['"open, end', ['"open', 'end']],
  ])('read the values %j', (typed, values) => {
    expect(parseValueList(typed)).toEqual(values);
  });

  test.each([
    [{ name: '', bots: 'only' }, { name: ['Enter a name.'] }],
    [{ name: 'x', key_1: 'request_version', op_1: 'like', value_1: '1' }, { op_1: [expect.anything()] }],
    [{ name: 'x', key_1: 'shoe_size', op_1: 'equals', value_1: '44' }, { key_1: [expect.anything()] }],
    [{ name: 'x', stage: 'asleep' }, { stage: [expect.anything()] }],
    [{ name: 'x' }, { '': ['Add at least one condition.'] }],
    [{ name: 'x', key_2: 'request_version', op_2: 'contains', value_2: ' , ' }, { value_2: [expect.anything()] }],
    [
      { name: 'x', key_1: 'request_version', value_1: '1', key_3: 'request_version', value_3: '2' },
      { value_3: [expect.stringContaining('already')] },
    ],
  ])('are refused with a message on the field: %j', async (form: Record<string, string>, error) => {
    let refused = await refusedForm(await grace.post(saveFilter, org, form));
    expect(refused).toMatchObject({ status: 422, error });
    expect(refused.kept).toMatchObject(form.name ? { name: form.name } : {});
  });

  test('that do not exist lead to an empty report with a link to the report without a filter', async () => {
    for (let page of [analyticsPage, dashboardPage, homePage] as (typeof analyticsPage)[]) {
      let { data, init } = await grace.open(page, org, '/?filter_id=nothing');
      expect([init?.status, data.filters.isUnknown]).toEqual([404, true]);
      expect(data.filters.without).not.toContain('filter_id');
      expect(data.report ?? null).toBeNull();
    }
  });
});

test('members can read, owners and admins can change', async () => {
  expect(await linus.open(filtersPage, org)).toMatchObject({ mayChange: false });
  expect((await refusalOf(linus.open(newFilterPage, org))).status).toBe(403);
  for (let action of [excludeAgent, saveFilter, switchBots, removeFilter])
    expect((await linus.post(action, { ...org, filterId: 'x' }, { agent: 'x', filtered: 'yes' })).status).toBe(403);
  let stranger = await browserOf(world, 'ada');
  expect((await refusalOf(stranger.open(filtersPage, org))).status).toBe(403);
  let maker = await world.as('grace');
  expect((await maker.ask(filtersApi.getFilters, { params: org })).total).toBe(0);
});
