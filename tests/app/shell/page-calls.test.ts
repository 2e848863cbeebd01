/** How often a page asks the gateway, and how often that asks the event store. */
import { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { env } from 'app/config/env.server';
import { sessionCookie } from 'app/session/session-cookie.server';
import { shareLinksApi } from 'contract/analytics/share-links';
import { pageServer } from '../../support/page-server';
import { createWorld, type World } from '../../support/world';

let world: World;
let serve: ReturnType<typeof pageServer>;

beforeAll(async () => {
  Object.assign(env.flags, { showInsightsPage: true, showFilteringUi: true, showS3ExportUi: true });
  world = await createWorld({ demoEvents: 300 });
  serve = pageServer();
});
afterAll(() => world.close());

/** Opens a page as grace, whom nothing is cached for. */
async function open(path: string) {
  let reports: string[][] = [];
  let calls: string[] = [];
  let { token = '' } = await world.as('grace');
  let session = { v: 2, token, username: 'grace', context_v1: { tag: 'user', context: 'grace' } } as const;
  let [cookie = ''] = sessionCookie(session).split(';');
  let request = new Request(`http://dashboard.test${path}`, { headers: { host: 'dashboard.test', cookie } });
  let run = vi.spyOn(DuckDBConnection.prototype, 'run');
  let answer = await serve(request, {
    gateway(sent, from) {
      calls.push(`${sent.method} ${new URL(sent.url).pathname}`);
      return world.gateway.api(sent, from);
    },
    ask(questions, asker) {
      reports.push(questions.map(({ route }) => route.id));
      return world.gateway.ask(questions, asker);
    },
  });
  expect([answer.status, await answer.text().then((html) => html.length > 10_000)]).toEqual([200, true]);
  let transactions = run.mock.calls.filter(([text]) => text === 'BEGIN TRANSACTION READ ONLY').length;
  run.mockRestore();
  return { calls, reports, transactions };
}

const pages = [
  '/analytics/hopper-labs?range=last-90-days',
  '/home/hopper-labs',
  '/packages/hopper-labs/file/flowmatic',
  '/packages/hopper-labs/file/flowmatic/versions',
  '/packages/hopper-labs/file/flowmatic/companies',
  '/companies/hopper-labs/northwind-robotics.example',
  'share',
];

test.each(pages)('%s asks the gateway at most six times, in few transactions of the event store', async (page) => {
  let { calls, reports, transactions } = await open(page === 'share' ? await sharedPage() : page);
  expect(calls).toEqual([]);
  expect([reports.length <= 6, reports]).toEqual([true, expect.anything()]);
  // The sentences of the overview ask for the first days of companies of another range. On a busy
  // machine some questions miss the turn of the others.
  expect(transactions).toBeLessThanOrEqual(page.startsWith('/home') ? 20 : 16);
});

async function sharedPage(): Promise<string> {
  let grace = await world.as('grace');
  let params = { owner: 'hopper-labs' };
  let { token } = await grace.ask(shareLinksApi.createShareLink, { params, body: { title: 'For everybody' } });
  return `/share/${token}`;
}
