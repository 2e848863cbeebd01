/** AI agents by purpose, package and pixel, next to people. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aiAgentsApi } from 'contract/analytics/ai-agents';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { madeEvent } from 'tests/support/made-event';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const mine = { params: { owner: 'ada' } };
const day = 24 * 60 * 60 * 1000;

let world: World;
let ada: Caller;
let engine: string;
let tool: string;
let pixel: string;

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let create = async (name: string) => {
    let body = { type: 'docker' as const, name, backend_registry: 'docker.io' };
    return (await ada.ask(packagesApi.createPackage, { ...mine, body })).id;
  };
  [engine, tool] = [await create('engine'), await create('tool')];
  pixel = (await ada.ask(pixelsApi.createTrackingPixel, { ...mine, body: { name: 'docs' } })).id;
  let time = world.now();
  let view = { artifactId: pixel, artifactType: 'tracking-pixel', type: 'pixel-fetch', time } as const;
  let [assistant, crawler] = [{ audience: 'ai-user' }, { audience: 'ai-crawler' }];
  await world.events.append([
    madeEvent({ artifactId: engine, time, ...assistant, client: 'Claude Code', country: 'DE' }),
    madeEvent({ artifactId: engine, time, ...assistant, client: 'Claude Code' }),
    madeEvent({ artifactId: engine, time, ...crawler, client: 'GPTBot' }),
    madeEvent({ artifactId: engine, time, ...crawler, client: 'NewBot' }),
    madeEvent({ artifactId: engine, time, audience: 'person-like' }),
    madeEvent({ artifactId: engine, time, audience: 'ci' }),
    madeEvent({ artifactId: engine, time, audience: 'bot', client: 'Googlebot' }),
    madeEvent({ artifactId: engine, time: time - 40 * day, ...crawler, client: 'CCBot' }),
    madeEvent({ artifactId: tool, time, audience: 'person-like' }),
    madeEvent({ ...view, ...assistant, client: 'Claude Code' }),
    madeEvent({ ...view, ...crawler, client: 'OAI-SearchBot' }),
    madeEvent({ ...view, audience: 'person-like' }),
    madeEvent({ ...view, audience: 'person-like' }),
  ]);
});
afterAll(() => world.close());

const none = { people: 0, person: 0, search: 0, training: 0, unknown: 0 };
const everything = { tracking_pixel_id: 'all', package_id: 'all' };

it('counts downloads and views of each agent, with its company and purpose, the most active first', async () => {
  let { agents } = await ada.ask(aiAgentsApi.getAiAgents, { ...mine, query: everything });
  expect(agents[0]).toEqual({ agent: 'Claude Code', company: 'Anthropic', purpose: 'person', downloads: 2, views: 1 });
  expect(agents.slice(1).sort((a, b) => (a.agent < b.agent ? -1 : 1))).toEqual([
    { agent: 'GPTBot', company: 'OpenAI', purpose: 'training', downloads: 1, views: 0 },
    { agent: 'NewBot', company: '', purpose: 'unknown', downloads: 1, views: 0 },
    { agent: 'OAI-SearchBot', company: 'OpenAI', purpose: 'search', downloads: 0, views: 1 },
  ]);
});

it('counts the purposes of each package and pixel that agents fetched, next to people', async () => {
  let { artifacts } = await ada.ask(aiAgentsApi.getAiAgents, { ...mine, query: everything });
  let [docker, docs] = [
    { artifact_type: 'package', artifact: engine, artifact_name: 'engine' },
    { artifact_type: 'tracking-pixel', artifact: pixel, artifact_name: 'docs' },
  ];
  let [code, others] = [{ agent: 'Claude Code', total: 2 }, ['GPTBot', 'NewBot'].map((agent) => ({ agent, total: 1 }))];
  expect(artifacts).toEqual([
    { ...docker, ...none, people: 1, person: 2, training: 1, unknown: 1, agents: expect.any(Array) },
    { ...docs, ...none, people: 2, person: 1, search: 1, agents: expect.any(Array) },
  ]);
  expect(artifacts[0]!.agents[0]).toEqual(code);
  expect(artifacts[0]!.agents.slice(1)).toEqual(expect.arrayContaining(others));
  expect(artifacts.map(({ agents }) => agents.length)).toEqual([3, 2]);
});

it('counts the selected packages, days and conditions', async () => {
  let agents = async (query: object) =>
    (await ada.ask(aiAgentsApi.getAiAgents, { ...mine, query })).agents.map(({ agent }) => agent).sort();
  expect(await agents({})).toEqual(['Claude Code', 'GPTBot', 'NewBot']);
  expect(await agents({ package_id: tool })).toEqual([]);
  expect(await agents({ where: 'request_origin_country:equals:DE' })).toEqual(['Claude Code']);
  expect(await agents({ start_date: new Date(world.now() - 60 * day).toISOString().slice(0, 10) })).toContain('CCBot');
  let body = { request_client: { op: 'not-equals' as const, values: ['GPTBot'] } };
  let { id } = await ada.ask(filtersApi.createFilter, { ...mine, query: { scope: 'global' }, body });
  expect(await agents({})).toEqual(['Claude Code', 'NewBot']);
  await ada.ask(filtersApi.deleteFilter, { params: { owner: 'ada', filter_id: id } });
});

it('refuses packages of others, unknown filters and ranges that are too long', async () => {
  let refused = async (query: object) => (await ada.refusal(aiAgentsApi.getAiAgents, { ...mine, query })).code;
  expect(await refused({ package_id: '00000000-0000-4000-8000-000000000000' })).toBe('package-not-found');
  expect(await refused({ filter_id: 'none' })).toBe('filter-not-found');
  expect(await refused({ start_date: '2026-03-02', end_date: '2026-03-01' })).toBe('range-invalid');
});

whoMay(Object.values(aiAgentsApi));
