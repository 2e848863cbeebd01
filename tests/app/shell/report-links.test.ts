/** Links between reports keep the range, the filter and what a report is about, there and back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { env } from 'app/config/env.server';
import { sessionCookie } from 'app/session/session-cookie.server';
import { packagesApi } from 'contract/packages/packages';
import { pageServer } from '../../support/page-server';
import { createWorld, type World } from '../../support/world';

let world: World;
let serve: ReturnType<typeof pageServer>;
let cookie = '';
let flowmatic = '';

beforeAll(async () => {
  Object.assign(env.flags, { showInsightsPage: true, showFilteringUi: true });
  world = await createWorld({ demoEvents: 2_000 });
  serve = pageServer();
  let grace = await world.as('grace');
  let session = { v: 2, token: grace.token ?? '', username: 'grace', context_v1: { tag: 'user', context: 'grace' } };
  [cookie = ''] = sessionCookie(session as Parameters<typeof sessionCookie>[0]).split(';');
  let { results } = await grace.ask(packagesApi.getPackages, {
    params: { owner: 'hopper-labs' },
    query: { per_page: 'max' },
  });
  flowmatic = results.find(({ name }) => name === 'flowmatic')!.id;
});
afterAll(() => world.close());

const range = 'range=last-7-days';
const filter = 'where=request_platform%3Aequals%3Alinux';
const noise = 'noise=hide';

/** Pages of an owner that show numbers; `filtered` have conditions. */
const reports: readonly [path: RegExp, kind: 'filtered' | 'lists'][] = [
  [/^\/(home|dashboard|analytics|insights)\/hopper-labs$/, 'filtered'],
  [/^\/analytics\/hopper-labs\/(recount|ai-agents)$/, 'filtered'],
  [/^\/companies\/hopper-labs\/[^/]+$/, 'filtered'],
  [/^\/packages\/hopper-labs\/overview$/, 'lists'],
  [/^\/packages\/hopper-labs\/[^/]+\/[^/]+$/, 'lists'],
  [/^\/packages\/hopper-labs\/[^/]+\/[^/]+\/versions$/, 'lists'],
  [/^\/pixels\/hopper-labs$/, 'lists'],
];

async function linksOf(path: string): Promise<URL[]> {
  let request = new Request(`http://dashboard.test${path}`, { headers: { host: 'dashboard.test', cookie } });
  let answer = await serve(request, { gateway: world.gateway.api, ask: world.gateway.ask });
  expect([path, answer.status]).toEqual([path, 200]);
  let links = (await answer.text()).matchAll(/<a\b[^>]* href="(\/[^"]*)"[^>]*>(.*?)<\/a>/gs);
  // "Clear" removes the filter.
  return [...links].flatMap(([, href = '', text = '']) =>
    text.startsWith('Clear') ? [] : new URL(href.replaceAll('&amp;', '&'), request.url),
  );
}

function kindOf({ pathname }: URL) {
  return reports.find(([path]) => path.test(pathname))?.[1];
}

/** What a link to a report loses; links on a page may change one thing, such as its range. */
function lostBy(link: URL, page: URL, isFiltered: boolean): string[] {
  let kind = kindOf(link);
  if (!kind) return [];
  let query = link.search.replaceAll(':', '%3A');
  let has = (part: string) => query.includes(part);
  let isElsewhere = link.pathname !== page.pathname;
  let lost = [];
  if (!has('range=') && !has('from=') && (isElsewhere || !has('page='))) lost.push('range');
  if (isElsewhere && !has(range) && !has('from=')) lost.push('same range');
  // AI agents are bots, so their page has no such choice.
  let areBots = [link, page].some(({ pathname }) => pathname.endsWith('/ai-agents'));
  if (isElsewhere && !areBots && !has(noise)) lost.push('noise');
  if (isElsewhere && isFiltered && kind === 'filtered' && !has(filter)) lost.push('filter');
  return lost;
}

const pages = (): [path: string, isFiltered: boolean][] => [
  ['/home/hopper-labs', true],
  [`/dashboard/hopper-labs?package=${flowmatic}`, true],
  ['/analytics/hopper-labs', true],
  [`/analytics/hopper-labs?package=${flowmatic}`, true],
  ['/analytics/hopper-labs/ai-agents', true],
  ['/insights/hopper-labs', true],
  ['/companies/hopper-labs/northwind-robotics.example', true],
  ['/packages/hopper-labs/overview', false],
  ['/packages/hopper-labs/file/flowmatic', true],
  ['/packages/hopper-labs/file/flowmatic/versions', true],
  ['/packages/hopper-labs/file/flowmatic/companies', true],
  ['/pixels/hopper-labs', false],
];

test('every link from a report to a report keeps range, filter and bots', async () => {
  let wrong = new Map<string, string[]>();
  let seen = 0;
  for (let [path, isFiltered] of pages()) {
    let query = [range, noise, ...(isFiltered ? [filter] : [])].join('&');
    let page = new URL(`http://dashboard.test${path}${path.includes('?') ? '&' : '?'}${query}`);
    for (let link of await linksOf(page.pathname + page.search)) {
      if (kindOf(link)) seen++;
      let lost = lostBy(link, page, isFiltered);
      if (lost.length > 0) wrong.set(`${path} -> ${link.pathname}${link.search}`, lost);
    }
  }
  expect(Object.fromEntries(wrong)).toEqual({});
  expect(seen).toBeGreaterThan(200);
});
