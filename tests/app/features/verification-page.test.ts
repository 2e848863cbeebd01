/** The page on which owners recount a report: its table, differences, and permissions. */
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as recountPage } from 'app/routes/_app.analytics.$owner.recount';
import { messageOf, statusOf } from 'contract/errors';
import type { Package } from 'contract/packages/packages';
import { verifiedEventsMax } from 'gateway/floor/work-limits';
import { type Browser, browserOf, refusalOf } from '../../support/dashboard';
import { createInsightsWorld, owner } from '../../support/insights-world';
import { madeEvent } from '../../support/made-event';
import type { World } from '../../support/world';

let world: World;
let grace: Browser;
let linus: Browser;
let tool: Package;
let filterId: string;
let file: DuckDBInstance;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-20T12:00:00Z') });
  let opening = vi.spyOn(DuckDBInstance, 'create');
  ({ world, tool, filterId } = await createInsightsWorld());
  file = (await opening.mock.results.at(-1)!.value) as DuckDBInstance;
  opening.mockRestore();
  [grace, linus] = await Promise.all([browserOf(world, 'grace'), browserOf(world, 'linus')]);
});
afterAll(async () => {
  await world.close();
  vi.useRealTimers();
});

async function recount(query = '') {
  let { data, init } = await grace.open(recountPage, { owner }, `/analytics/${owner}/recount${query}`);
  return { ...data, status: init?.status };
}

const wide = '?from=2026-02-01&to=2026-03-20&pixels=show';

describe('the recount page', () => {
  test('shows each figure twice, and that all are equal', async () => {
    let { recount: found } = await recount(wide);
    expect(found).toMatchObject({ events: '8 events', differing: 0, decisions: { isEqual: true, where: [] } });
    expect(found!.kinds.map(({ title }) => title)).toEqual(['Downloads', 'Views']);
    let rows = new Map(found!.kinds[0]!.rows.map((row) => [row.figure, row]));
    expect(rows.get('Downloads')).toEqual({
      figure: 'Downloads',
      shown: '5',
      counted: '5',
      isEqual: true,
      where: [],
    });
    expect(rows.get('Opted out of tracking')).toMatchObject({ shown: '1', counted: '1' });
    expect(rows.get('Downloads by country')).toMatchObject({ shown: '5 in 2 rows', counted: '5 in 2 rows' });
    expect(rows.get('Downloads by day')).toMatchObject({ shown: '5 in 2 rows', isEqual: true });
    expect([...rows.keys()]).toContain('Unique users');
    expect(found!.kinds[1]!.rows[0]).toMatchObject({ figure: 'Views', shown: '2', counted: '2' });
  });

  test.each(['question-is-too-large', 'too-much-at-once', 'server-is-busy'] as const)(
    'says on the page why nothing was recounted, and how to do it elsewhere: %s',
    async (code) => {
      let refused = Promise.resolve({ status: statusOf(code), body: { code, message: messageOf(code) } });
      let ask: World['gateway']['ask'] = (questions, asker) =>
        questions.flatMap((one) => (one.route.id === 'recountReport' ? refused : world.gateway.ask([one], asker)));
      let browser = await browserOf({ ...world, gateway: { ...world.gateway, ask } }, 'grace');
      let { data, init } = await browser.open(recountPage, { owner }, `/analytics/${owner}/recount${wide}`);
      expect([init?.status, data.error.startsWith(messageOf(code).slice(0, 20)), data.recount]).toEqual([
        422,
        true,
        null,
      ]);
      expect(data.commands.length).toBeGreaterThan(0);
    },
  );

  test('has the selection of the report, and links back to it', async () => {
    let query = `?package=${tool.id}&range=last-7-days&filter_id=${filterId}&noise=hide`;
    let { data } = await grace.open(analyticsPage, { owner }, `/analytics/${owner}${query}`);
    expect(data.counted!.verification).toBe(data.links.recount);
    let { recount: found, back, commands } = await recount(data.links.recount.replace(/^[^?]*/, ''));
    expect(found!.kinds[0]!.rows[0]).toMatchObject({ figure: 'Downloads', shown: '3', counted: '3' });
    for (let part of [`package=${tool.id}`, 'range=last-7-days', `filter_id=${filterId}`, 'noise=hide'])
      expect(back).toContain(part);
    expect(commands).toHaveLength(2);
    expect(commands[0]!.command).toContain(`/v2/packages/${owner}/${tool.id}/events?start_date=2026-03-14`);
    let [, before, mark, after] = /^(.*) --last-event (\d+) (.*)$/.exec(commands[1]!.command)!;
    expect(before).toContain(`--package ${tool.id} --pixel none`);
    expect(after).toContain(`--filter ${filterId} --exclude-audience mirror`);
    expect(commands[0]!.command).toContain(`last_event=${mark}`);
    expect(commands[1]!.command).toContain('--from 2026-03-14 --until 2026-03-21');
  });

  test('is for people with export permission', async () => {
    expect(await refusalOf(linus.open(recountPage, { owner }, `/analytics/${owner}/recount`))).toMatchObject({
      status: 403,
    });
    let { data } = await linus.open(analyticsPage, { owner }, `/analytics/${owner}`);
    expect(data.counted!.verification).toBeNull();
  });

  test('shows an invalid range as it was typed', async () => {
    let { status, recount: found, fields } = await recount('?from=2026-02-30&to=2026-03-01');
    expect([status, found]).toEqual([400, null]);
    expect(fields).toMatchObject({ from: '2026-02-30', error: expect.any(String) });
  });

  test('shows where a figure differs, after an event was changed in the store', async () => {
    let connection = await file.connect();
    await connection.run(`UPDATE events SET country = 'FR' WHERE country = 'JP'`);
    let { recount: found } = await recount(wide);
    expect(found).toMatchObject({ differing: 1 });
    let different = found!.kinds.flatMap(({ rows }) => rows.filter(({ isEqual }) => !isEqual));
    expect(different).toMatchObject([
      {
        figure: 'Downloads by country',
        where: ['Japan: 1 shown, no event counted', 'France: not shown, 1 counted'],
      },
    ]);
  });

  test(
    'explains when there are too many events, and shows the commands for a local recount',
    { tags: 'slow' },
    async () => {
      let made = madeEvent({ artifactId: tool.id, time: Date.now() });
      await world.events.load(Array.from({ length: verifiedEventsMax }, () => made));
      let { status, recount: found, error, commands } = await recount();
      expect([status, found]).toEqual([422, null]);
      expect(error).toBe('Recounting this takes too long here. Choose a shorter period or run it locally.');
      expect(commands.map(({ label }) => label)).toEqual(['Download the events: packages.ndjson', 'Count them']);
    },
  );
});
