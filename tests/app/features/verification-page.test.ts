/** The page on which owners recount a report: its table, differences, and permissions. */
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { action as startRecount, loader as recountPage } from 'app/routes/_app.analytics.$owner.recount';
import { messageOf } from 'contract/rules/errors';
import type { Package } from 'contract/packages/packages';
import { recountJobEventsMax } from 'gateway/floor/calls/work-limits';
import { type Browser, browserOf, redirectOf, refusalOf } from '../../support/dashboard';
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

async function openCheck(path: string, browser = grace) {
  let { data, init } = await browser.open(recountPage, { owner }, path);
  return { ...data, status: init?.status };
}

/** Starts a check as the button does, and waits until its page has an end. */
async function recount(query = '') {
  let { to } = redirectOf(await grace.post(startRecount, { owner }, {}, `/analytics/${owner}/recount${query}`));
  return vi.waitFor(
    async () => {
      let page = await openCheck(to!);
      expect([page.check?.progress, page.refresh]).toEqual(['', to]);
      return { ...page, recount: page.check!.result, error: page.check!.reason };
    },
    { timeout: 60_000, interval: 50 },
  );
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

  test('starts nothing by itself, and says how far a check is', async () => {
    expect(await openCheck(`/analytics/${owner}/recount${wide}`)).toMatchObject({ check: null });
    let last = vi.spyOn(world.events, 'export');
    let goOn = () => {};
    let waiting = new Promise<void>((resolve) => (goOn = resolve));
    last.mockImplementationOnce(async function* () {
      await waiting;
      yield [];
    } as unknown as typeof world.events.export);
    let { to } = redirectOf(await grace.post(startRecount, { owner }, {}, `/analytics/${owner}/recount${wide}`));
    expect(to).toContain('from=2026-02-01');
    let page = await openCheck(to!);
    goOn();
    last.mockRestore();
    expect(page.check).toMatchObject({ progress: '0%', reason: '', result: null });
    await vi.waitFor(async () => expect((await openCheck(to!)).check?.progress).toBe(''), { timeout: 30_000 });
  });

  test('says that a check ended with a restart, and offers another', async () => {
    let unknown = `/analytics/${owner}/recount${wide}&check=019ade60-0000-7000-8000-000000000000`;
    let page = await openCheck(unknown);
    expect(page.check).toMatchObject({ progress: '', result: null, reason: messageOf('recount-not-found') });
    expect(page.start).toContain('from=2026-02-01');
    expect(page.start).not.toContain('check=');
  });

  test('shows no result under other days than it is about', async () => {
    let { refresh, recount: found } = await recount(wide);
    expect(found).not.toBeNull();
    let { check } = await openCheck(refresh.replace('to=2026-03-20', 'to=2026-03-19'));
    expect(check).toMatchObject({ progress: '', result: null });
    expect(check!.reason).toContain('about other days');
  });

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
    let { status, check, fields } = await openCheck(`/analytics/${owner}/recount?from=2026-02-30&to=2026-03-01`);
    expect([status, check]).toEqual([400, null]);
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
      await world.events.load(Array.from({ length: recountJobEventsMax }, () => made));
      let { recount: found, error, commands } = await recount();
      expect(found).toBeNull();
      expect(error).toBe('Recounting this takes too long here. Choose a shorter period or run it locally.');
      expect(commands.map(({ label }) => label)).toEqual(['Download the events: packages.ndjson', 'Count them']);
    },
  );
});
