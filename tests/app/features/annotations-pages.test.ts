/** Annotations on charts and on their pages, against a real gateway. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { annotationsApi } from 'contract/analytics/annotations';
import type { Package } from 'contract/packages/packages';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import {
  action as changePage,
  loader as annotationPage,
} from 'app/routes/_app.annotations.$owner.$annotationId._index';
import { action as remove, loader as removalPage } from 'app/routes/_app.annotations.$owner.$annotationId.removal';
import { loader as listPage } from 'app/routes/_app.annotations.$owner._index';
import { action as add, loader as newPage } from 'app/routes/_app.annotations.$owner.new';
import { loader as dashboardPage } from 'app/routes/_app.home.$owner';
import { loader as homePage } from 'app/routes/_app.home.$owner';
import { type Browser, browserOf, redirectOf, refusalOf } from '../../support/dashboard';
import { textOf } from '../../support/drawn-chart';
import { createInsightsWorld, owner } from '../../support/insights-world';
import type { Caller, World } from '../../support/world';

const org = { owner };
let world: World;
let maker: Caller;
let grace: Browser;
let linus: Browser;
let tool: Package;

beforeAll(async () => {
  // Noon, so that no day ends while the tests run.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-20T12:00:00Z') });
  ({ world, tool } = await createInsightsWorld());
  maker = await world.as('grace');
  [grace, linus] = await Promise.all([browserOf(world, 'grace'), browserOf(world, 'linus')]);
});
afterAll(async () => {
  await world.close();
  vi.useRealTimers();
});
beforeEach(async () => void (await world.records.deleteFrom('annotations').execute()));

async function write(day: string, text: string, package_id: string | null = null): Promise<string> {
  return (await maker.ask(annotationsApi.createAnnotation, { params: org, body: { day, text, package_id } })).id;
}

async function charts(query = '', who = grace): Promise<string[]> {
  let { data } = await who.open(analyticsPage, org, `/analytics/${owner}${query}`);
  return data.report!.charts.map(({ html = '' }) => html);
}

/** The numbers on a chart. */
function marksIn(html: string): string[] {
  return [...html.matchAll(/note-mark.*?<span[^>]*>(.*?)<\/span>/gs)].map(([, mark = '']) => textOf(mark));
}

/** The list below a chart. */
function listIn(html: string): string[] {
  let list = /<ol aria-label="Annotations".*?<\/ol>/s.exec(html)?.[0] ?? '';
  return [...list.matchAll(/<li.*?<\/li>/gs)].map(([item]) => textOf(item).replaceAll(/\s+/g, ' '));
}

describe('a chart', () => {
  test('numbers what was written about its range, by day, and lists it with author and date', async () => {
    await write('2026-03-10', 'Talk');
    await write('2026-03-02', 'Launch post', tool.id);
    await write('2026-03-10', 'Second talk');
    await write('2026-01-01', 'Too early');
    let [html = '', ...others] = await charts('?pixels=show');
    let [views = ''] = await charts('?pixels=show&view=views');
    expect(others).toEqual([]);
    expect(marksIn(html)).toEqual(['1', '2–3']);
    expect(listIn(html)).toEqual([
      '1Mar 2, 2026 Launch post about tool, by grace, Mar 20, 2026 Change: Launch post',
      '2Mar 10, 2026 Talk by grace, Mar 20, 2026 Change: Talk',
      '3Mar 10, 2026 Second talk by grace, Mar 20, 2026 Change: Second talk',
    ]);
    expect(textOf(html)).toContain('3. Mar 10, 2026: Second talk');
    expect([marksIn(views), listIn(views)]).toEqual([['1', '2–3'], listIn(html)]);
  });

  test('of one package leaves out those about others, and of pixels those about packages', async () => {
    await write('2026-03-02', 'Launch post', tool.id);
    await write('2026-03-03', 'For all');
    let texts = async (query: string) => listIn((await charts(query))[0]!).map((item) => item.split(' by ')[0]);
    expect(await texts(`?package=${tool.id}`)).toEqual(['1Mar 2, 2026 Launch post', '2Mar 3, 2026 For all']);
    expect(await texts('?package=none&pixels=show')).toEqual(['1Mar 3, 2026 For all']);
  });

  test('of hours has those of its day at the beginning, and leads to another one at that day', async () => {
    await write('2026-03-20', 'Outage');
    let [html = ''] = await charts('?range=today');
    expect(html).toMatch(/note-mark[^>]*style="left:0%"/);
    expect(html).toContain(
      `/annotations/${owner}/new?day=2026-03-20&amp;backTo=%2Fanalytics%2F${owner}%3Frange%3Dtoday"`,
    );
  });

  test('lists twenty of a range, and says how many more there are', async () => {
    for (let i = 1; i <= 22; i++) await write('2026-03-05', `Text ${i}`);
    let [html = ''] = await charts();
    expect(listIn(html)).toHaveLength(20);
    expect(textOf(html)).toContain('All annotations (2 more in this range)');
  });

  test('shows members what was written, and no way to change it', async () => {
    await write('2026-03-10', 'Talk');
    let [html = ''] = await charts('', linus);
    expect(listIn(html)).toEqual(['1Mar 10, 2026 Talk by grace, Mar 20, 2026']);
    expect(html).not.toContain('/annotations/hopper-labs/new');
  });

  test('of Home and of the dashboard of a package has them as well', async () => {
    await write('2026-03-10', 'Talk', tool.id);
    let { data } = await grace.open(homePage, org, `/home/${owner}`);
    let home = data.home?.state === 'active' ? data.home.overview.charts[0] : undefined;
    expect(listIn(home?.html ?? '')).toHaveLength(1);
    let one = await grace.open(dashboardPage, org, `/dashboard/${owner}?package=${tool.id}`);
    expect(listIn(one.data.one?.report.overview.charts[0]?.html ?? '')).toHaveLength(1);
  });
});

describe('the form', () => {
  const at = `/annotations/${owner}/new?day=2026-03-18&package=`;

  test('begins with the day and the package of its address, and leads back', async () => {
    let page = await grace.open(newPage, org, at + tool.id);
    expect(page.values).toEqual({ day: '2026-03-18', text: '', package_id: tool.id });
    expect((await grace.open(newPage, org)).values.day).toBe('2026-03-20');
    let given = { day: '2026-03-18', text: 'Launch', package_id: tool.id };
    let report = `/analytics/${owner}?range=last-7-days`;
    let added = await grace.post(add, org, given, `${at}&backTo=${encodeURIComponent(report)}`);
    expect(redirectOf(added)).toEqual({ status: 303, to: report, toast: 'annotation_saved' });
    let elsewhere = await grace.post(add, org, { ...given, package_id: '' }, `${at}&backTo=https://evil.example/`);
    expect(redirectOf(elsewhere).to).toBe('/home');
    let { results } = await maker.ask(annotationsApi.getAnnotations, { params: org });
    expect(results.map(({ package_id }) => package_id)).toEqual([null, tool.id]);
  });

  test.each([
    [{ text: '' }, 'text', 'This is a required field.'],
    [{ day: '2026-02-30' }, 'day', 'Enter a date such as 2026-11-23.'],
  ])('is refused with %o, and keeps what was typed', async (wrong, field, words) => {
    let given = { day: '2026-03-18', text: 'Launch', package_id: '', ...wrong };
    let answer = await grace.post(add, org, given, at);
    expect(answer.status).toBe(422);
    let { lastResult } = (await answer.json()) as { lastResult: { error: object; initialValue: object } };
    expect(lastResult.error).toEqual({ [field]: [words] });
    expect(lastResult.initialValue).toMatchObject({ [field === 'day' ? 'text' : 'day']: expect.any(String) as string });
  });

  test('changes one, and a button deletes it', async () => {
    let annotationId = await write('2026-03-18', 'Launch');
    let page = await grace.open(annotationPage, { ...org, annotationId }, '/?backTo=/home/hopper-labs');
    expect(page).toMatchObject({ values: { day: '2026-03-18', text: 'Launch', package_id: '' }, by: 'grace' });
    let body = { day: '2026-03-17', text: 'Launched', package_id: tool.id };
    let saved = await grace.post(changePage, { ...org, annotationId }, body);
    expect(redirectOf(saved)).toEqual({ status: 303, to: `/annotations/${owner}`, toast: 'annotation_saved' });
    let gone = await grace.post(remove, { ...org, annotationId }, {}, page.removal);
    expect(redirectOf(gone)).toEqual({ status: 303, to: '/home/hopper-labs', toast: 'annotation_deleted' });
    let opened = grace.open(annotationPage, { ...org, annotationId });
    expect(await refusalOf(opened)).toEqual({ status: 404, code: 'annotation-not-found' });
  });
});

describe('the list', () => {
  test('has every annotation with its links, and is searched', async () => {
    let id = await write('2026-03-10', 'Talk', tool.id);
    await write('2026-03-02', 'Launch post');
    let page = await grace.open(listPage, org, `/annotations/${owner}`);
    expect(page.lines.map(({ day, text, about, by }) => [day, text, about, by])).toEqual([
      ['Mar 10, 2026', 'Talk', 'tool', 'grace, Mar 20, 2026'],
      ['Mar 2, 2026', 'Launch post', 'All packages and pixels', 'grace, Mar 20, 2026'],
    ]);
    expect(page.lines[0]).toMatchObject({
      report: `/analytics/${owner}?package=${tool.id}&from=2026-03-10&to=2026-03-10`,
      change: `/annotations/${owner}/${id}`,
      removal: `/annotations/${owner}/${id}/removal`,
    });
    let found = await grace.open(listPage, org, `/annotations/${owner}?q=LAUNCH`);
    expect(found.lines.map(({ text }) => text)).toEqual(['Launch post']);
  });

  test('is for members to read, who are refused the forms', async () => {
    let annotationId = await write('2026-03-10', 'Talk');
    expect(await linus.open(listPage, org, `/annotations/${owner}`)).toMatchObject({ total: 1, add: '' });
    let refusal = { status: 403, code: 'permission-not-granted' };
    for (let loader of [newPage, annotationPage, removalPage])
      expect(await refusalOf(linus.open(loader as typeof newPage, { ...org, annotationId }))).toEqual(refusal);
    for (let action of [add, changePage, remove])
      expect((await linus.post(action, { ...org, annotationId })).status).toBe(403);
  });
});
