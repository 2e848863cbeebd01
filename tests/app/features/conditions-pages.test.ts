/** Rows, slices and days of reports as links, and the conditions that they add to the address. */
import { reportDimensions } from 'app/features/analytics/breakdown.server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as eventFile } from 'app/routes/_app.analytics.$owner.events[.]csv';
import { loader as overTimeFile } from 'app/routes/_app.analytics.$owner.over-time[.]csv';
import { action as startRecount, loader as recountPage } from 'app/routes/_app.analytics.$owner.recount';
import { loader as scriptsPage } from 'app/routes/_app.analytics.$owner.scripts';
import { loader as companyPage } from 'app/routes/_app.companies.$owner.$companyDomain';
import { loader as dashboardPage } from 'app/routes/_app.home.$owner';
import { action as saveConditions } from 'app/routes/_app.filters.$owner.conditions';
import { loader as homePage } from 'app/routes/_app.home.$owner';
import { loader as insightsPage } from 'app/routes/_app.insights.$owner';
import { dayMs } from 'contract/floor/time';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { type Browser, browserOf, redirectOf, refusalOf } from '../../support/dashboard';
import { drawnChart } from '../../support/drawn-chart';
import { madeEvent } from '../../support/made-event';
import { variedEvents } from '../../support/varied-events';
import { createWorld, type World } from '../../support/world';

const owner = 'hopper-labs';
const linux = 'where=request_platform%3Aequals%3Alinux';

let world: World;
let grace: Browser;
let linus: Browser;
let engine: string;

beforeAll(async () => {
  // Noon, so that no day ends while the tests run.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-20T12:00:00Z') });
  world = await createWorld();
  [grace, linus] = await Promise.all([browserOf(world, 'grace'), browserOf(world, 'linus')]);
  let maker = await world.as('grace');
  let params = { owner };
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'docker.io' };
  engine = (await maker.ask(packagesApi.createPackage, { params, body })).id;
  let { id: manual } = await maker.ask(pixelsApi.createTrackingPixel, { params, body: { name: 'manual' } });
  let ownerId = world.ids.get(owner) ?? '';
  let events = variedEvents().flatMap((fields, i) => {
    let about = { ...fields, doNotTrack: false, ownerId, time: world.now() - (i % 3) * dayMs };
    let view = { artifactId: manual, artifactType: 'tracking-pixel' as const, type: 'pixel-fetch' as const };
    return [madeEvent({ ...about, artifactId: engine }), ...(i % 2 ? [madeEvent({ ...about, ...view })] : [])];
  });
  await world.events.append(events);
});
afterAll(async () => {
  await world.close();
  vi.useRealTimers();
});

async function report(path = '', who = grace) {
  let { data, init } = await who.open(
    analyticsPage,
    { owner },
    path.startsWith('/') ? path : `/analytics/${owner}${path}`,
  );
  return { ...data, status: init?.status };
}

async function totals(path: string) {
  return (await report(path)).report!.totals;
}

function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''));
}

interface Row {
  name: string;
  to: string;
  value: string;
}

/** Follows each row, and expects its report to count as many as the row says. */
async function follow(rows: readonly Row[], of: 'downloads' | 'views' = 'downloads'): Promise<string[]> {
  for (let { to, value } of rows) {
    expect(to).toContain('where=');
    expect((await totals(to))[of]).toBe(numberOf(value));
  }
  return rows.map(({ name }) => name);
}

describe('each row of a report', () => {
  let leads = async (tab: keyof typeof reportDimensions, names: unknown) => {
    let { report: shown } = await report(`?by=${tab}`);
    let { label } = reportDimensions[tab];
    let list = Object.values(shown!.lists).find((one) => one.label === label);
    expect(await follow(list!.bars!)).toEqual(names);
  };

  test.each([['company' as const, ['Acme', 'Nameless', 'Unknown company']]])(
    'by %s leads to a report that counts as many',
    leads,
  );

  test.each([
    ['client', ['curl', 'npm']],
    ['domain', ['ada.gateway.localhost']],
    ['stage', ['Investigation', 'Unknown company']],
    ['audience', ['Bots', 'CI', 'People']],
    ['provider', ['Cloud', 'No cloud provider']],
    ['country', ['Germany', 'United States', 'Unknown country']],
    ['extension', ['No file extension']],
    ['importance', ['Medium']],
    ['endpoint', expect.arrayContaining([expect.stringMatching(/^h0{15}[123]$/)])],
    ['origin', expect.arrayContaining([expect.stringMatching(/^h0{15}[1-7]$/)])],
  ] as const)('by %s leads to a report that counts as many', { tags: 'slow' }, leads);

  test('of platforms, versions and referrers does, unknown ones too', { tags: 'slow' }, async () => {
    let { report: shown } = await report('?pixels=hide&pixels=show');
    expect(await follow(shown!.lists.platform.donut!.slices)).toEqual(['Unknown platform', 'Windows', 'Linux']);
    expect(await follow(shown!.versions!.bars)).toHaveLength(5);
    for (let [level, count] of [
      ['minor', 4],
      ['major', 3],
    ] as const)
      expect(await follow((await report(`?versions=${level}`)).report!.versions!.bars)).toHaveLength(count);
    expect(await follow(shown!.referer!, 'views')).toContain('No referer sent');
  });

  test(
    'of a variable does; an empty value also stands for requests without the variable',
    { tags: 'slow' },
    async () => {
      let { report: shown } = await report('?variable=page');
      let [intro, empty] = shown!.variables.packages!.bars;
      expect(await follow([intro!])).toEqual(['intro']);
      expect(empty).toMatchObject({ name: 'Empty', to: expect.stringContaining('request_variables.page%3Ais-empty') });
    },
  );

  test('of companies does, on every report', { tags: 'slow' }, async () => {
    for (let path of [`/analytics/${owner}`, `/dashboard/${owner}?package=${engine}`, `/home/${owner}`]) {
      let companies = path.startsWith('/analytics')
        ? (await report(path)).report!.companies
        : path.startsWith('/home')
          ? await homeCompanies(path)
          : (await grace.open(dashboardPage, { owner }, path)).data.one!.report.overview.companies;
      expect(companies!.rows.map(({ name }) => name).sort()).toEqual(['Acme', 'Nameless']);
      for (let { to, downloads } of companies!.rows)
        expect((await totals(`/analytics/${owner}?${to.split('?')[1]}`)).downloads).toBe(numberOf(downloads));
    }
  });

  test('takes the place of what the report says of the same key', { tags: 'slow' }, async () => {
    let somewhere =
      'where=request_platform:is-not-empty&where=request_platform:not-equals:x&where=request_client:equals:curl';
    let { report: shown } = await report(`?${somewhere}`);
    expect((await follow(shown!.lists.platform.donut!.slices)).sort()).toEqual(['Linux', 'Windows']);
    expect(shown!.lists.platform.donut!.slices[0]!.to).not.toContain('is-not-empty');
    expect(shown!.lists.platform.donut!.slices[0]!.to).toContain('request_client');
    let both = await report('?where=request_platform:equals:linux&where=request_platform:equals:windows');
    expect(await follow(both.report!.lists.platform.donut!.slices)).toHaveLength(2);
    let { report: alone } = await report(`?${linux}`);
    expect(alone!.lists.platform.donut!.slices).toMatchObject([{ name: 'Linux', to: '' }]);
  });

  test('all others leads to the rows that are not listed', { tags: 'slow' }, async () => {
    let many = Array.from({ length: 12 }, (_, i) =>
      madeEvent({ artifactId: engine, time: world.now(), version: `9.${i}` }),
    );
    await world.events.append(many);
    let { bars } = (await report()).report!.versions!;
    expect(bars.at(-1)?.name).toBe('All others');
    await follow(bars.slice(-1));
  });
});

async function homeCompanies(path: string) {
  let { data } = await grace.open(homePage, { owner }, path);
  if (data.home?.state !== 'active') throw new Error('There are no numbers.');
  return data.home.overview.companies;
}

describe('conditions of an address', () => {
  test('are chips that can be removed', async () => {
    let all = await totals('');
    let one = await report(`?${linux}&by=domain`);
    expect(one.report!.totals.downloads).toBeLessThan(all.downloads);
    expect(one.filters.conditions).toMatchObject({ chips: [{ label: 'Platform is Linux' }], clear: '', leftOut: '' });
    let [chip] = one.filters.conditions.chips;
    expect(chip!.without).toContain('by=domain');
    expect(await totals(chip!.without)).toEqual(all);
    let two = await report(`?${linux}&where=request_platform%3Ais-empty&where=request_client%3Aequals%3Acurl`);
    let { chips, clear } = two.filters.conditions;
    expect(chips.map(({ label }) => label)).toEqual(['Platform is Linux or unknown', 'Client is curl']);
    expect(await totals(clear)).toEqual(all);
    expect((await totals(chips[1]!.without)).downloads).toBeGreaterThan(two.report!.totals.downloads);
  });

  test('of the same key with a not are one chip', async () => {
    let { filters } = await report('?where=request_platform:not-equals:linux&where=request_platform:is-not-empty');
    expect(filters.conditions.chips.map(({ label }) => label)).toEqual(['Platform is not Linux or unknown']);
  });

  test('have the package or pixel of the report as a chip before them', async () => {
    for (let chips of [
      (await report(`?package=${engine}&${linux}`)).filters.conditions,
      (await grace.open(dashboardPage, { owner }, `/dashboard/${owner}?package=${engine}&${linux}`)).data.filters
        .conditions,
    ]) {
      expect(chips.chips.map(({ label }) => label)).toEqual(['Package is engine', 'Platform is Linux']);
      expect(chips.chips[0]!.without).toMatch(new RegExp(`^/(analytics|home)/${owner}\\?${linux}#conditions$`));
      expect(chips.clear).toMatch(new RegExp(`^/(analytics|home)/${owner}#conditions$`));
    }
  });

  test('stay in every link of the page, with the filter, the range and the package', async () => {
    let page = await report(`?package=${engine}&range=last-7-days&noise=hide&${linux}`);
    let { links, files, counted, filters, form } = page;
    let { levels, recount } = links;
    let tabs = Object.values(links.tabs).flat();
    let { events, overTime, scripts } = files!.links;
    let all = [...tabs.map(({ to }) => to), ...levels.map(({ to }) => to), events, overTime, scripts, recount];
    for (let link of [...all, counted!.toggle!.to, counted!.verification!]) {
      expect(link).toContain(linux);
      expect(link).toContain(`package=${engine}`);
      expect(link).toContain('range=last-7-days');
    }
    expect(form.kept.where).toEqual(['request_platform:equals:linux']);
    expect(filters.without).toContain(linux);
    expect(page.report!.lists.client.bars![0]!.to).toContain('range=last-7-days');
  });

  test('hold for the files, the links for scripts and the recount', { tags: 'slow' }, async () => {
    let { downloads } = await totals(`?${linux}`);
    let file = await grace.open(eventFile, { owner }, `/analytics/${owner}/events.csv?${linux}`);
    expect((await file.text()).trim().split('\n')).toHaveLength(1 + downloads);
    let numbers = await grace.open(overTimeFile, { owner }, `/analytics/${owner}/over-time.csv?${linux}`);
    let counts = (await numbers.text()).trim().split('\r\n').slice(1);
    expect(counts.reduce((sum, line) => sum + Number(line.split(',')[2]), 0)).toBe(downloads);
    let { links } = await grace.open(scriptsPage, { owner }, `/analytics/${owner}/scripts?${linux}`);
    expect(links.lines[0]?.command).toContain(linux);
    let { to } = redirectOf(await grace.post(startRecount, { owner }, {}, `/analytics/${owner}/recount?${linux}`));
    let checked = async () => (await grace.open(recountPage, { owner }, to!)).data;
    let result = { events: `${downloads} events`, differing: 0 };
    await vi.waitFor(async () => expect((await checked()).check?.result).toMatchObject(result), { timeout: 60_000 });
    let data = await checked();
    expect(data.commands.at(-1)?.command).toContain(`--where 'request_platform:equals:linux'`);
  });

  test('hold for home, dashboard, the companies and one company', { tags: 'slow' }, async () => {
    let { data: dashboard } = await grace.open(dashboardPage, { owner }, `/dashboard/${owner}?${linux}`);
    let { downloads } = await totals(`?${linux}`);
    expect(dashboard.list?.lines[0]).toMatchObject({ name: 'engine', total: String(downloads) });
    expect(dashboard.links.where).toEqual(['request_platform:equals:linux']);
    let { data: home } = await grace.open(homePage, { owner }, `/home/${owner}?${linux}`);
    expect(home.home).toMatchObject({ state: 'active', overview: { totals: { downloads } } });
    let { data: insights } = await grace.open(insightsPage, { owner }, `/insights/${owner}?${linux}`);
    let acme = insights.list!.lines.find(({ name }) => name === 'Acme');
    expect(acme!.to).toContain(linux);
    expect(insights.list!.columns[0]!.head!.to).toContain(linux);
    let company = { owner, companyDomain: 'acme.example' };
    let { filters, company: found } = await grace.open(companyPage, company, `/companies/x?${linux}`);
    expect(found.events!.total).toBe(acme!.numbers[0]);
    expect(filters.conditions.chips).toMatchObject([{ label: 'Platform is Linux' }]);
  });

  test('that cannot be read are ignored, and the page lists them', async () => {
    let page = await report(`?${linux}&where=nothing&where=request_platform:contains:x`);
    expect(page.status).toBe(200);
    expect(page.filters.conditions).toMatchObject({
      chips: [{ label: 'Platform is Linux' }],
      leftOut: '“nothing”, “request_platform:contains:x” were left out: unknown condition.',
    });
    expect(page.report!.totals).toEqual(await totals(`?${linux}`));
    let many = Array.from({ length: 21 }, (_, i) => `where=request_version:equals:${i}`).join('&');
    let { filters } = await report(`?${many}`);
    expect(filters.conditions.leftOut).toBe('“request_version:equals:20” was left out: too many conditions.');
  });
});

describe('a day of a chart', () => {
  test('leads to the report of this day, with everything else of the address', async () => {
    let { report: shown } = await report(`?range=last-7-days&rollup=daily&${linux}`);
    let { links, lines } = drawnChart(shown!.charts[0]!.html);
    expect(links).toHaveLength(7);
    expect(links.at(-1)).toBe(`/analytics/${owner}?${linux}&from=2026-03-20&to=2026-03-20`);
    let day = await report(links.at(-1));
    expect(day.report!.totals.downloads).toBe(lines[0]!.values.at(-1));
    expect(drawnChart(day.report!.charts[0]!.html).links).toEqual([]);
  });

  test('a week leads to its days within the range', async () => {
    let { report: shown } = await report('?from=2026-03-03&to=2026-03-20&rollup=weekly');
    expect(drawnChart(shown!.charts[0]!.html).links.map((link) => link.split('?')[1])).toEqual([
      'from=2026-03-03&to=2026-03-08',
      'from=2026-03-09&to=2026-03-15',
      'from=2026-03-16&to=2026-03-20',
    ]);
  });

  test('of the home page leads to the analytics of everything', async () => {
    let { data } = await grace.open(homePage, { owner }, `/home/${owner}?${linux}`);
    if (data.home?.state !== 'active') throw new Error('There are no numbers.');
    let link = drawnChart(data.home.overview.charts[0]!.html).links[0]!;
    expect(link).toBe(`/analytics/${owner}?pixels=show&${linux}&from=2026-02-21&to=2026-02-21`);
  });
});

describe('saving conditions as a filter', () => {
  let form = (name: string, more: string[][] = []) => [
    ['name', name],
    ['where', 'request_platform:equals:linux'],
    ['where', 'request_platform:is-empty'],
    ['next', `/analytics/${owner}?range=last-7-days&filter_id=old`],
    ...more,
  ];

  test('leads to the same report under the filter, without chips', async () => {
    let before = await report(`?range=last-7-days&${linux}&where=request_platform:is-empty`);
    expect(before.filters.save).toEqual({
      action: `/filters/${owner}/conditions`,
      name: 'Platform is Linux or unknown',
      fields: {
        where: ['request_platform:equals:linux', 'request_platform:is-empty'],
        filter_id: '',
        next: `/analytics/${owner}?range=last-7-days`,
      },
    });
    let saved = redirectOf(await grace.post(saveConditions, { owner }, form('Linux or unknown')));
    expect(saved).toMatchObject({ status: 303, toast: 'filter_created' });
    expect(saved.to).toMatch(/^\/analytics\/hopper-labs\?range=last-7-days&filter_id=[0-9a-f-]+$/);
    let after = await report(saved.to!);
    expect(after.filters.conditions.chips).toEqual([]);
    expect(after.filters.chips).toMatchObject([{ on: false }, { label: 'Linux or unknown', on: true }]);
    expect(after.report!.totals).toEqual(before.report!.totals);
  });

  test('a filter without a name is named by its conditions', async () => {
    let saved = redirectOf(await grace.post(saveConditions, { owner }, form('  ')));
    expect((await report(saved.to!)).filters.chips.at(-1)).toMatchObject({ label: 'Platform is Linux or unknown' });
  });

  test('leads back to the chips where the name is taken', async () => {
    await grace.post(saveConditions, { owner }, form('Taken'));
    let again = redirectOf(await grace.post(saveConditions, { owner }, form('taken')));
    expect(again).toMatchObject({ status: 303, toast: 'filter_name_taken' });
    expect(again.to).toContain(linux);
  });

  test(
    'takes the conditions of the saved filter along, and is not offered where both look at one key',
    { tags: 'slow' },
    async () => {
      let maker = await world.as('grace');
      let body = { name: 'German', request_origin_country: { op: 'equals' as const, values: ['DE'] } };
      let { id } = await maker.ask(filtersApi.createFilter, { params: { owner }, body });
      let before = await report(`?filter_id=${id}&${linux}`);
      let { name, fields } = before.filters.save!;
      expect(name).toBe('Platform is Linux');
      let posted = [
        ['name', name],
        ...fields.where.map((one) => ['where', one]),
        ['filter_id', id],
        ['next', fields.next],
      ];
      let { to } = redirectOf(await grace.post(saveConditions, { owner }, posted));
      expect((await report(to!)).report!.totals).toEqual(before.report!.totals);
      let both = await report(`?filter_id=${id}&where=request_origin_country:equals:US`);
      expect(both.filters.save).toBeNull();
      expect(both.report!.totals.downloads).toBe(0);
    },
  );

  test('is for people who may change filters', async () => {
    expect((await report(`?${linux}`, linus)).filters.save).toBeNull();
    let answer = linus.post(saveConditions, { owner }, form('Mine')).then((thrown) => Promise.reject(thrown));
    expect(await refusalOf(answer)).toEqual({ status: 403, code: 'permission-not-granted' });
  });
});
