/** The page of AI agents and its file. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loader as agentsPage } from 'app/routes/_app.analytics.$owner.ai-agents';
import { loader as agentsFile } from 'app/routes/_app.analytics.$owner.ai-agents[.]csv';
import type { Package } from 'contract/packages/packages';
import type { TrackingPixel } from 'contract/packages/pixels';
import { dayMs } from 'contract/floor/time';
import { type Browser, browserOf, refusalOf } from '../../support/dashboard';
import { createInsightsWorld, nobody, owner } from '../../support/insights-world';
import { madeEvent } from '../../support/made-event';
import type { World } from '../../support/world';

let world: World;
let grace: Browser;
let tool: Package;
let manual: TrackingPixel;

beforeAll(async () => {
  // Noon, so that no day ends while the tests run.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-20T12:00:00Z') });
  ({ world, tool, manual } = await createInsightsWorld());
  grace = await browserOf(world, 'grace');
  let fields = { artifactId: tool.id, time: Date.now() - 3_600_000 };
  await world.events.append([
    madeEvent({ ...fields, audience: 'ai-user', client: 'ChatGPT-User' }),
    madeEvent({ ...fields, audience: 'ai-user', client: 'ChatGPT-User', platform: 'macos' }),
    madeEvent({ ...fields, audience: 'ai-crawler', client: '=cmd' }),
  ]);
});
afterAll(async () => {
  await world.close();
  vi.useRealTimers();
});

async function page(query = '') {
  let { data, init } = await grace.open(agentsPage, { owner }, `/analytics/${owner}/ai-agents${query}`);
  return { ...data, status: init?.status };
}

test('shows purposes, agents with links to their reports, and what they fetched', async () => {
  let { found, file } = await page();
  expect(found!.purposes.map(({ label, downloads }) => [label, downloads])).toEqual([
    ['Assistants', '2'],
    ['AI search', '0'],
    ['Training', '0'],
    ['Other', '1'],
  ]);
  expect(found!.agents).toMatchObject([
    { name: 'ChatGPT-User', company: 'OpenAI', purpose: 'Assistants', downloads: '2' },
    { name: '=cmd', company: 'Unknown', purpose: 'Other', downloads: '1' },
  ]);
  expect(decodeURIComponent(found!.agents[0]!.to)).toMatch(/^\/analytics\/.*where=request_client:equals:ChatGPT-User/);
  expect(found!.artifacts).toMatchObject([
    { isPixel: false, agents: 'ChatGPT-User 2 · =cmd 1', counts: ['2', '0', '0', '1'] },
  ]);
  expect(found!.artifacts[0]!.to).toBe(`/analytics/${owner}?package=${tool.id}`);
  expect(found!.hasViews).toBe(false);
  expect(file).toBe(`/analytics/${owner}/ai-agents.csv`);
});

test('leads from a package and a pixel to their reports of the same days', async () => {
  let view = { artifactId: manual.id, artifactType: 'tracking-pixel', type: 'pixel-fetch' } as const;
  await world.events.append([
    madeEvent({ ...view, time: Date.now() - 85 * dayMs, audience: 'ai-user', client: 'Aider' }),
  ]);
  let { found } = await page('?range=last-90-days&where=request_client:equals:Aider');
  expect(found!.artifacts.map(({ name, to }) => [name, decodeURIComponent(to)])).toEqual([
    ['manual', `/analytics/${owner}?range=last-90-days&where=request_client:equals:Aider&pixel=${manual.id}`],
  ]);
});

test('lists the pages that agents opened, and leads to their views', async () => {
  let view = { artifactId: manual.id, artifactType: 'tracking-pixel', type: 'pixel-fetch' } as const;
  let time = Date.now() - 40 * dayMs;
  let of = (referer: string, audience: 'ai-user' | 'ai-crawler' | 'person') =>
    madeEvent({ ...view, time, referer, audience, client: 'Aider' });
  let [start, gone] = ['https://docs.example/start', 'https://docs.example/gone'];
  await world.events.append([
    of(gone, 'ai-user'),
    of(start, 'ai-user'),
    of(start, 'ai-crawler'),
    of(gone, 'person'),
    of('https://docs.example/people', 'person'),
    of('', 'ai-user'),
  ]);
  let days = '?from=2026-02-01&to=2026-02-28';
  let { pages } = (await page(days)).found!;
  expect(pages.map((one) => [one.page, one.views])).toEqual([
    [start, '2'],
    [gone, '1'],
  ]);
  expect(decodeURIComponent(pages[1]!.to)).toContain(
    `where=request_referrer:equals:${gone}&where=request_audience:equals:ai-user&where=request_audience:equals:ai-crawler`,
  );
  expect((await page(`${days}&where=request_audience:equals:person`)).found!.pages).toEqual([]);
});

test('follows conditions and days, and says when the range or a filter is wrong', async () => {
  let { found } = await page('?where=request_platform:equals:macos');
  expect(found!.agents).toMatchObject([{ name: 'ChatGPT-User', downloads: '1' }]);
  expect((await page('?from=2026-01-01&to=2026-01-31')).found!.agents).toEqual([]);
  expect(await page('?from=2026-02-02&to=2026-02-01')).toMatchObject({ status: 400, found: null });
  expect(await page('?filter_id=none')).toMatchObject({ status: 404, found: null });
});

test('the file has a line for each agent, and no formulas', async () => {
  let answer = (await grace.open(agentsFile, { owner }, `/analytics/${owner}/ai-agents.csv`)) as Response;
  expect(answer.headers.get('content-disposition')).toMatch(/filename="ai-agents-.*\.csv"/);
  expect(await answer.text()).toBe(
    "Agent,Company,Purpose,Downloads,Views\r\nChatGPT-User,OpenAI,Assistants,2,0\r\n'=cmd,,Other,1,0\r\n",
  );
  let wrong = (await grace.open(agentsFile, { owner }, '/x?from=2026-02-02&to=2026-02-01')) as Response;
  expect(wrong.status).toBe(303);
});

test('is refused to people without a role', async () => {
  expect(await refusalOf(grace.open(agentsPage, { owner: nobody }))).toMatchObject({ status: 404 });
});
