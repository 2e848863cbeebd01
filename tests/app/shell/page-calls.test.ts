/** How often a page asks the gateway, and how often that asks the event store. */
import { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { env } from 'app/config/env.server';
import { sessionCookie } from 'app/session/session-cookie.server';
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
  let statements: string[] = [];
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
  for (let [text] of run.mock.calls) statements.push(String(text));
  run.mockRestore();
  return { calls, reports, statements };
}

test.each([
  ['/analytics/hopper-labs?range=last-90-days', 6],
  ['/home/hopper-labs', 6],
  ['/packages/hopper-labs/file/flowmatic', 6],
  ['/companies/hopper-labs/northwind-robotics.example', 6],
])('%s asks the gateway at most %i times', async (path, most) => {
  let { calls, reports, statements } = await open(path);
  console.log(path, calls, reports, statements.length);
  expect(calls.length + reports.length).toBeLessThanOrEqual(most);
});
