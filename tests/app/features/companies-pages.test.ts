/**
 * Company Insights, the company page and its file against a real gateway: content, links and
 * permissions.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { env } from 'app/config/env.server';
import { loader as daysFile } from 'app/routes/_app.companies.$owner.$companyDomain_.days[.]csv';
import { loader as companyPage } from 'app/routes/_app.companies.$owner.$companyDomain';
import { loader as companyFile } from 'app/routes/_app.companies.$owner.$companyDomain_.events[.]csv';
import { loader as insightsPage } from 'app/routes/_app.insights.$owner';
import type { Event } from 'contract/event-fields';
import { type Browser, browserOf, redirectOf, refusalOf } from '../../support/dashboard';
import { drawnChart } from '../../support/drawn-chart';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const owner = 'hopper-labs';
const acme = { companyName: 'Acme', companyDomain: 'acme.example' };
const bolt = { companyName: 'Bolt', companyDomain: 'bolt.example' };

let world: World;
let grace: Browser;

let toolId: string;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-20T12:00:00Z') });
  world = await createWorld();
  grace = await browserOf(world, 'grace');
  let maker = await world.as('grace');
  let file = { type: 'file' as const, name: 'tool', incoming_path: '/tool/{version}' };
  let tool = await maker.ask(packagesApi.createPackage, { params: { owner }, body: file });
  toolId = tool.id;
  let manual = await maker.ask(pixelsApi.createTrackingPixel, { params: { owner }, body: { name: 'manual' } });
  let time = Date.now() - 3 * dayMs;
  let place = { country: 'DE', state: 'Bayern', city: 'Fürth', postal: '90762' };
  let view: Partial<Event> = { artifactType: 'tracking-pixel', type: 'pixel-fetch', referer: 'https://docs.example/a' };
  await world.events.append([
    madeEvent({ artifactId: tool.id, time, ...acme, ...place, confidence: 0.63, version: '1.2', originId: 7n }),
    ...provenBy(tool.id, time, ['1.2', '1.10.0', '2.0.0', '2.0.0-rc.1', 'latest', `sha256:${'ab'.repeat(32)}`]),
    madeEvent({ artifactId: manual.id, time: time - dayMs, ...view, ...acme, confidence: 0.95 }),
    madeEvent({ artifactId: manual.id, time: time - 80 * dayMs, ...view, ...acme, confidence: null }),
    ...Array.from({ length: 26 }, () => madeEvent({ artifactId: manual.id, time, ...view, ...bolt, confidence: 0.2 })),
  ]);
});
afterEach(() => {
  env.flags.showInsightsPage = true;
});
afterAll(async () => {
  await world.close();
  vi.useRealTimers();
});

/** Downloads of three networks on two days, of no company. */
function provenBy(artifactId: string, time: number, versions: string[]) {
  return versions.flatMap((version) =>
    [1n, 2n, 3n].map((id) =>
      madeEvent({ artifactId, time: time - Number(id) * dayMs, version, originId: id, endpointId: id }),
    ),
  );
}

async function insights(query = '', who = grace) {
  let { data, init } = await who.open(insightsPage, { owner }, `/insights/${owner}${query}`);
  return { ...data, status: init?.status };
}

function company(companyDomain: string, query = '', who = grace) {
  return who.open(companyPage, { owner, companyDomain }, `/companies/${owner}/${companyDomain}${query}`);
}

describe('company insights', () => {
  test('lists companies with stage, counts and links', async () => {
    let { list, withPoints } = await insights('?low=show');
    expect(list).toMatchObject({ total: 2, pages: 1, rangeLabel: 'Feb 21 – Mar 20, 2026 (UTC)' });
    expect(list?.lines[0]).toMatchObject({
      name: 'Acme',
      to: '/companies/hopper-labs/acme.example?low=show',
      why: 'IP registered to Acme.',
      stage: 'investigation',
      numbers: ['2', '1', '1', '2'],
      country: { name: 'Germany' },
      firstSeen: { ago: '2 months ago', day: 'Dec 27, 2025' },
      lastSeen: { ago: '3 days ago' },
    });
    expect(list?.stages.map(({ label }) => label)).toEqual([
      'Interest (1)',
      'Investigation (1)',
      'Experimentation (0)',
      'Ongoing usage (0)',
      'Inactive (0)',
    ]);
    expect(withPoints).toBe(false);
  });

  test('keeps filter, range, search and stages in every link', async () => {
    let maker = await world.as('grace');
    let body = { name: 'Acme alone', company_name: { op: 'equals' as const, values: ['Acme'] } };
    let { id } = await maker.ask(filtersApi.createFilter, { params: { owner }, body });
    let { list, query } = await insights(`?q=a&stage=investigation&range=last-90-days&filter_id=${id}&sort=name`);
    let headings = list?.columns.flatMap(({ head }) => head?.to ?? []) ?? [];
    let chips = [...(list?.stages ?? []), list?.low].flatMap((chip) => chip?.to ?? []);
    for (let link of [...headings, ...chips])
      for (let part of ['q=a', 'range=last-90-days', `filter_id=${id}`]) expect(link).toContain(part);
    expect(headings.every((link) => link.includes('stage=investigation'))).toBe(true);
    expect(query).toMatchObject({ filter_id: id, q: 'a', sort: 'name' });
    expect(list?.lines[0]?.to).toBe(`/companies/hopper-labs/acme.example?range=last-90-days&filter_id=${id}`);
    expect(list?.stages[1]?.to).not.toContain('stage=investigation');
  });

  test('steps to the ranges beside, and exports a year at most', async () => {
    let page = await insights('?q=a&stage=investigation');
    for (let part of ['q=a', 'stage=investigation', 'from=2026-01-24', 'to=2026-02-20'])
      expect(page.steps.earlier).toContain(part);
    expect([page.kept.stage, page.may.change, page.isLong]).toEqual([['investigation'], true, false]);
    expect(await insights('?range=all-time&from=2020-01-01')).toMatchObject({ isLong: false });
    expect(await insights('?from=2024-01-01&to=2026-01-01')).toMatchObject({ isLong: true });
  });

  test('lists the most downloads first, and shows that', async () => {
    let { list } = await insights('?low=show');
    expect(list?.lines.map(({ name, numbers }) => [name, numbers[1]])).toEqual([
      ['Acme', '1'],
      ['Bolt', '0'],
    ]);
    expect(list?.columns.map(({ label, head }) => [label, head?.sorted]).filter(([, sorted]) => sorted)).toEqual([
      ['Downloads', 'descending'],
    ]);
  });

  test('reverses the order at the second click', async () => {
    let { list } = await insights('?sort=name&low=show');
    expect(list?.lines.map(({ name }) => name)).toEqual(['Acme', 'Bolt']);
    expect(list?.columns[0]?.head?.sorted).toBe('ascending');
    let turned = await insights(list?.columns[0]?.head?.to.replace(/^[^?]*/, ''));
    expect(turned.list?.lines.map(({ name }) => name)).toEqual(['Bolt', 'Acme']);
    expect(turned.list?.columns[0]?.head?.sorted).toBe('descending');
  });

  test('leaves out low confidence by default, and shows how many companies are left out', async () => {
    let { list } = await insights();
    expect(list?.lines.map(({ name, to }) => [name, to])).toEqual([['Acme', '/companies/hopper-labs/acme.example']]);
    expect(list).toMatchObject({ leftOut: 1, low: { on: false, to: '/insights/hopper-labs?low=show' } });
    expect(await insights('?low=show')).toMatchObject({ list: { total: 2, leftOut: 0 } });
  });

  test('shows points to platform admins only', async () => {
    let { list, withPoints } = await insights('', await browserOf(world, 'root'));
    expect(withPoints).toBe(true);
    expect(list?.columns.at(-1)?.label).toBe('Points');
    expect(list?.lines[0]?.points).toBe('5.75');
  });

  test('refuses an invalid range, strangers, and everyone when it is switched off', async () => {
    expect(await insights('?range=fortnight')).toMatchObject({ status: 400, list: null });
    let ada = await browserOf(world, 'ada');
    expect(await refusalOf(insights('', ada))).toEqual({ status: 403, code: 'permission-not-granted' });
    env.flags.showInsightsPage = false;
    expect(await refusalOf(insights())).toEqual({ status: 404, code: 'not-found' });
  });
});

describe('a company', () => {
  test('shows what it uses, each row with the link to its report', async () => {
    let { usage, fields, score } = await company('acme.example', '?range=all-time');
    expect(fields).toMatchObject({ range: 'all-time', from: '2025-12-27', earlier: null });
    expect(usage?.report.cards.map(({ label, value }) => [label, value])).toEqual([
      ['Downloads', 1],
      ['Unique users', 1],
      ['Views', 2],
      ['Unique visitors', 1],
    ]);
    let { report, list, latest, lists } = usage!;
    expect(report.charts.map(({ title }) => title)).toEqual(['Downloads over time']);
    expect(drawnChart(report.charts[0]!.html).lines[0]!.values.reduce((sum, one) => sum! + one!, 0)).toBe(1);
    expect(list.isCompared).toBe(false);
    expect(list.lines.map((line) => [line.name, line.total, line.fresh, latest[line.id] ?? ''])).toEqual([
      ['manual', '2 views', '', ''],
      ['tool', '1', '', '1.2'],
    ]);
    expect(lists.map(({ title, bars }) => [title, bars.map(({ name, value, inner }) => [name, value, inner])])).toEqual(
      [
        ['Versions', [['1.2', '1', '1']]],
        ['People and CI', [['Unknown', '1', '1']]],
        ['Countries', [['Germany', '1', '1']]],
      ],
    );
    let conditions = (to: string) => new URL(to, 'http://here').searchParams;
    let version = conditions(lists[0]!.bars[0]!.to);
    expect(version.getAll('where')).toEqual(['company_domain:equals:acme.example', 'request_version:equals:1.2']);
    expect([version.get('range'), version.get('package')]).toEqual(['all-time', list.lines[1]!.id]);
    expect(conditions(lists[2]!.bars[0]!.to).getAll('where')).toContain('request_origin_country:equals:DE');
    expect(score).toMatchObject({
      score: '32',
      reasons: 'one package',
      leads: expect.stringContaining('lead-gen'),
    });
  });

  test('shows a shorter range compared, and counts low confidence only if asked', async () => {
    let { usage, own, steps } = await company('acme.example', '?range=last-7-days');
    expect(usage?.list).toMatchObject({ isCompared: true, total: 2 });
    expect(usage?.list.lines.map(({ name, total }) => [name, total])).toEqual([
      ['tool', '1'],
      ['manual', '1 view'],
    ]);
    expect(own.range).toBe('last-7-days');
    expect(steps).toMatchObject({ earlier: expect.stringContaining('to=2026-03-13'), later: null });
    let { usage: bolt } = await company('bolt.example', '?low=show');
    expect([bolt?.counted, bolt?.report.charts.map(({ title }) => title)]).toEqual(['Views', ['Views over time']]);
    let { usage: none, fields } = await company('acme.example', '?from=2026-03-30');
    expect([none, fields.error]).toEqual([null, 'Selected date range was invalid or too long.']);
  });

  test('leads back to the report of the package it was opened from, with its range', async () => {
    let { report, own, kept, list } = await company('acme.example', `?range=last-24-hours&package=${toolId}`);
    let carried = { package: toolId, range: 'last-24-hours' };
    expect([report, own]).toMatchObject([{ ...carried, pixels: '' }, carried]);
    expect(kept.package).toBe(toolId);
    expect(list).not.toHaveProperty('package');
    expect((await company('acme.example')).report).toMatchObject({ package: '', pixels: 'show' });
  });

  test('shows its profile and its stages', async () => {
    let page = await company('acme.example');
    expect(page.company).toMatchObject({ name: 'Acme', stage: 'investigation' });
    expect(page.company.seen).toBe('First seen Dec 27, 2025, last seen 3 days ago');
    expect(page.company.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Domain: acme.example',
      'Last seen in: Bayern, Germany',
      'Why: IP registered to Acme.',
    ]);
    expect(page.company.stages).toMatchObject([
      { stage: 'interest', since: 'Dec 27, 2025', isCurrent: false, numbers: ['0', '2', '2'] },
      { stage: 'investigation', since: 'Mar 17, 2026', isCurrent: true, numbers: ['1', '0', '1'] },
      { stage: 'inactive', since: 'Feb 25, 2026', isCurrent: false },
    ]);
    let { labels, lines } = drawnChart(page.company.journey.html);
    expect(labels).toEqual(['Mar 17, 2026', 'Mar 16, 2026', 'Dec 27, 2025']);
    expect(lines).toEqual([
      { name: 'Downloads', values: [1, 0, 0] },
      { name: 'Views', values: [0, 1, 1] },
    ]);
    expect(page.mayExport).toBe(true);
    let file = await grace.open(daysFile, { owner, companyDomain: 'acme.example' }, '/');
    expect(await file.text()).toBe('Day,Downloads,Views\r\n2025-12-27,0,1\r\n2026-03-16,0,1\r\n2026-03-17,1,0\r\n');
    expect(page.company.journey.html).toContain(`href="/companies/${owner}/acme.example/days.csv"`);
  });

  test('lists its events with all known fields', async () => {
    let { company: shown } = await company('acme.example');
    expect(shown.events).toMatchObject({ total: '3', pages: 1 });
    expect(shown.events!.lines[0]).toMatchObject({
      kind: 'Download',
      artifact: 'tool',
      version: '1.2',
      time: { ago: '3 days ago', exact: 'Mar 17, 2026, 12:00' },
      location: '90762, Fürth, Bayern, Germany',
      confidence: { label: 'Medium', sentence: 'Set by an earlier version, not measured.' },
      matchReason: expect.stringMatching(/^IP registered to Acme.*\.$/) as string,
      userAgent: 'curl/8.5.0',
      originId: 'h0000000000000007',
      endpointId: 'h0000000000000001',
    });
    expect(shown.events!.lines.map(({ kind, confidence }) => [kind, confidence.label])).toEqual([
      ['Download', 'Medium'],
      ['View', 'High'],
      ['View', 'Not known'],
    ]);
    let second = await company('bolt.example', '?page=3&low=show');
    expect(second.company.events).toMatchObject({ page: 3, pages: 3 });
    expect(second.company.events!.lines).toHaveLength(6);
  });

  test('links back to the list it was opened from', async () => {
    let body = { request_origin_country: { op: 'equals' as const, values: ['DE'] } };
    let { id } = await (await world.as('grace')).ask(filtersApi.createFilter, { params: { owner }, body });
    let shown = await company('acme.example', `?filter_id=${id}&low=show`);
    expect((await company('acme.example', '?range=last-90-days')).own).toMatchObject({ range: 'last-90-days' });
    expect(shown).toMatchObject({
      hasList: true,
      own: { filter_id: id, low: 'show' },
      kept: { filter_id: id, low: 'show' },
      low: { to: `/companies/hopper-labs/acme.example?filter_id=${id}` },
      company: { events: { total: '1' } },
    });
    let file = `/companies/hopper-labs/acme.example/events.csv?filter_id=${id}`;
    let lines = (
      await (await grace.open(companyFile, { owner, companyDomain: 'acme.example' }, file)).text()
    ).trimEnd();
    expect(lines.split('\n')).toHaveLength(2);
    expect((await refusalOf(company('acme.example', '?filter_id=nothing'))).code).toBe('filter-not-found');
    env.flags.showInsightsPage = false;
    expect(await company('acme.example')).toMatchObject({ hasList: false, company: { name: 'Acme' } });
  });

  test('is not found when unknown, or when its low confidence is left out', async () => {
    let notFound = { status: 404, code: 'company-not-found' };
    expect(await refusalOf(company('nowhere.example'))).toEqual(notFound);
    expect(await refusalOf(company('bolt.example'))).toEqual(notFound);
  });

  test('exports its events to people with permission', async () => {
    let params = { owner, companyDomain: 'acme.example' };
    let file = await grace.open(companyFile, params);
    expect(file.headers.get('content-disposition')).toContain('filename="company-hopper-labs-acme.example-2025-03-20-');
    let lines = (await file.text()).trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^id,type,package,pixel,/);

    let linus = await browserOf(world, 'linus');
    expect((await linus.open(companyPage, params)).mayExport).toBe(false);
    expect(redirectOf(await linus.open(companyFile, params))).toMatchObject({
      status: 303,
      to: '/companies/hopper-labs/acme.example',
      toast: expect.stringContaining('permission_not_granted') as string,
    });
  });

  test('has the newest release it downloads as its latest version; a prerelease or tag only without one', async () => {
    let latestOf = async (name: string, versions: string[]) => {
      let by = { companyName: name, companyDomain: `${name}.example`, confidence: 0.9 };
      let time = Date.now() - 3 * dayMs;
      await world.events.append(versions.map((version) => madeEvent({ artifactId: toolId, time, ...by, version })));
      return (await company(`${name}.example`)).usage!.latest;
    };
    let digest = `sha256:${'ab'.repeat(32)}`;
    expect(await latestOf('all', ['2.0.0-rc.1', '2.0.0', 'latest', '1.10.0', digest])).toEqual({ [toolId]: '2.0.0' });
    expect(await latestOf('early', ['latest', '2.0.0-rc.1', digest])).toEqual({ [toolId]: '2.0.0-rc.1' });
    expect(await latestOf('tags', ['latest', digest])).toEqual({ [toolId]: 'latest' });
    expect(await latestOf('made-up', ['99.99.99', '1.2'])).toEqual({ [toolId]: '1.2' });
  });
});
