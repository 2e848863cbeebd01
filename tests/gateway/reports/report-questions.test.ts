/** Several questions in one request: POST /v3/reports/{owner}. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { countingApi } from 'contract/analytics/counting';
import { lastEventApi } from 'contract/analytics/last-event';
import { reportsApi } from 'contract/analytics/reports';
import { tokensApi } from 'contract/accounts/tokens';
import * as limits from 'contract/floor/limits';
import { reportRowsMax } from 'gateway/api/http/report';
import type { CallOf } from 'contract/rules/route';
import { packagesApi } from 'contract/packages/packages';
import { madeEvent } from '../../support/made-event';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
let grace: Caller;
const owner = 'hopper-labs';
const params = { owner };

beforeAll(async () => {
  world = await createWorld({ demoEvents: 2_000 });
  grace = await world.as('grace');
});
afterAll(() => world.close());

type Questions = NonNullable<CallOf<typeof reportsApi.askReport>['body']>['questions'];

/** The statuses and bodies of the answers, by name. */
async function ask(questions: Questions, caller = grace) {
  return (await caller.ask(reportsApi.askReport, { params, body: { questions } })).answers;
}

describe('a report', () => {
  it('answers each question as its own request does', async () => {
    let query = { start_date: '2026-01-01', breakdown_set: 'by-version' as const, rollup: 'monthly' as const };
    let where = ['request_platform:equals:linux', 'request_client:not-equals:curl'];
    let answers = await ask([
      { name: 'versions', ask: 'exportEntityAggregations', query },
      { name: 'filtered', ask: 'exportEntityAggregations', query: { where, limit: 3 } },
      { name: 'counting', ask: 'getCounting', query: { package_id: 'all', tracking_pixel_id: ['all'] } },
      { name: 'packages', ask: 'getPackages' },
      { name: 'person', ask: 'getUser', params: { username: 'grace' } },
    ]);
    let { exportEntityAggregations } = aggregationsApi;
    expect(answers.versions).toEqual({
      status: 200,
      body: await grace.ask(exportEntityAggregations, { params, query }),
    });
    let filtered = await grace.ask(exportEntityAggregations, { params, query: { where, limit: 3 } });
    expect(answers.filtered).toEqual({ status: 200, body: filtered });
    expect(filtered.length).toBeGreaterThan(0);
    let both = { package_id: 'all', tracking_pixel_id: 'all' };
    expect(answers.counting!.body).toEqual(await grace.ask(countingApi.getCounting, { params, query: both }));
    expect(answers.packages!.body).toEqual(await grace.ask(packagesApi.getPackages, { params }));
    expect(answers.person).toMatchObject({ status: 200, body: { username: 'grace' } });
  });

  it('rests on one state of the events', async () => {
    let count = { ask: 'exportEntityAggregations', query: { tracking_pixel_id: 'all', package_id: 'all' } };
    let { results } = await grace.ask(packagesApi.getPackages, { params });
    let artifact = { artifactId: results[0]!.id, ownerId: world.ids.get(owner) ?? '' };
    let pull = async () => {
      for (let i = 0; i < 30; i++) {
        await world.events.append([madeEvent({ ...artifact, endpointId: BigInt(i), time: Date.now() })]);
        await new Promise(setImmediate);
      }
    };
    let [, answers] = await Promise.all([
      pull(),
      ask([
        ...Array.from({ length: 12 }, (_, i) => ({ ...count, name: `count ${i}` })),
        { name: 'state', ask: 'getLastEvent', query: { owner } },
      ]),
    ]);
    let { state, ...counts } = answers;
    expect(new Set(Object.values(counts).map(({ body }) => JSON.stringify(body))).size).toBe(1);
    let { last_event } = state!.body as { last_event: number };
    let again = await ask([{ ...count, name: 'again', query: { ...count.query, last_event } }]);
    expect(again.again!.body).toEqual(counts['count 0']!.body);
    await world.events.append([madeEvent({ ...artifact, time: Date.now() })]);
    let now = await grace.ask(lastEventApi.getLastEvent, { query: { owner } });
    expect(now.last_event).not.toBe(last_event);
  });

  it('leaves the other answers as they are where a question is refused', async () => {
    let answers = await ask([
      { name: 'good', ask: 'getPackages' },
      { name: 'of another', ask: 'getPackages', params: { owner: 'ada' } },
      { name: 'of nobody', ask: 'getPackages', params: { owner: 'nobody-here' } },
      {
        name: 'too long',
        ask: 'exportEntityAggregations',
        query: { start_date: '1999-01-01', end_date: '2020-01-01' },
      },
      { name: 'as lines', ask: 'exportEntityAggregations', query: { format: 'json' } },
    ]);
    let codes = Object.entries(answers).map(([name, { status, body }]) => [
      name,
      status,
      (body as { code: string }).code,
    ]);
    expect(codes).toEqual([
      ['good', 200, undefined],
      ['of another', 403, 'permission-not-granted'],
      ['of nobody', 404, 'owner-not-found'],
      ['too long', 400, 'range-too-long'],
      ['as lines', 422, 'question-not-known'],
    ]);
  });

  it('decides by the parameters of each path alone who may ask', async () => {
    let answers = await ask([
      { name: 'another person', ask: 'getUser', params: { owner: 'grace', username: 'ada' } },
      { name: 'another owner', ask: 'getPackages', params: { owner: 'ada', username: 'grace', name: owner } },
      { name: 'no person', ask: 'getUser', params: { username: '' } },
      { name: 'other path', ask: 'getPackageByName', params: { package_type: 'file', package_name: '../../ada' } },
    ]);
    expect(Object.values(answers).map(({ status }) => status)).toEqual([403, 403, 404, 404]);
  });

  it('refuses what is no question', async () => {
    let refusal = async (questions: Questions) =>
      (await grace.refusal(reportsApi.askReport, { params, body: { questions } })).code;
    let many = Array.from({ length: limits.reportQuestionsMax + 1 }, (_, i) => ({ name: `${i}`, ask: 'getPackages' }));
    expect(await refusal(many)).toBe('report-has-too-many-questions');
    expect(await refusal([])).toBe('field-is-required');
    expect(await refusal([many[0]!, many[0]!])).toBe('request-not-valid');
    for (let ask of ['createPackage', 'streamEvents', 'nothing', 'askReport', 'toString', 'exportEntityEvents'])
      expect([ask, await refusal([{ name: 'x', ask }])]).toEqual([ask, 'question-not-known']);
  });

  it('needs a token; an API token needs the scope of each question', async () => {
    let body = { questions: [{ name: 'packages', ask: 'getPackages' }] };
    expect(await world.with(undefined).refusal(reportsApi.askReport, { params, body })).toMatchObject({
      code: 'not-logged-in',
    });
    let self = { params: { username: 'grace' } };
    let create = async (scopes: ('read' | 'write' | 'export')[]) =>
      (await grace.ask(tokensApi.createApiToken, { ...self, body: { name: scopes.join(), scopes } })).token;
    let reading = world.with(await create(['read']));
    let questions = [
      { name: 'packages', ask: 'getPackages' },
      { name: 'features', ask: 'getFeatures' },
    ];
    let answers = await ask(questions, reading);
    expect(answers.packages!.status).toBe(200);
    expect(answers.features!.body).toMatchObject({ code: 'token-scope-not-granted' });
    let writing = world.with(await create(['write']));
    expect(await writing.refusal(reportsApi.askReport, { params, body })).toMatchObject({
      code: 'token-scope-not-granted',
    });
  });

  it('lets go of lists beyond the number of rows of one response', async () => {
    let rows = Array.from({ length: reportRowsMax / 4 }, (_, i) => i);
    let countAll = { ask: 'exportEntityAggregations', query: { breakdown_set: 'by-version' } };
    let exporting = vi
      .spyOn(world.events, 'aggregate')
      .mockImplementation(async () => rows.map((i) => ({ values: { version: `1.0.${i}` }, total: 1, uniques: [] })));
    let names = ['a', 'b', 'c', 'd', 'e', 'f'];
    let answers = await ask(names.map((name) => ({ ...countAll, name })));
    exporting.mockRestore();
    let statuses = Object.values(answers).map(({ status }) => status);
    expect(statuses.filter((one) => one === 200)).toHaveLength(4);
    expect(statuses.filter((one) => one === 503)).toHaveLength(2);
    expect(Object.values(answers).find(({ status }) => status === 503)?.body).toMatchObject({
      code: 'question-is-too-large',
    });
  });

  it('takes one turn, and gives it back', async () => {
    let count = { ask: 'exportEntityAggregations', query: { start_date: '2026-01-01' } };
    let refused = { ask: 'exportEntityAggregations', query: { package_id: 'none-of-these' } };
    for (let round = 0; round < 30; round++) {
      let answers = await ask([
        { ...refused, name: 'refused' },
        { ...count, name: 'counted' },
      ]);
      expect([answers.refused!.status, answers.counted!.status]).toEqual([422, 200]);
    }
    let reports = Array.from({ length: 6 }, () => ask([{ ...count, name: 'one' }]));
    expect(new Set((await Promise.all(reports)).map(({ one }) => one!.status))).toEqual(new Set([200]));
  });
});
