/**
 * Companies of a range as files, with a row for each company or for each of its packages and
 * pixels, filtered as on the page.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { companiesApi } from 'contract/companies/companies';
import { companyRollupsApi, companyPackageColumns, companyPixelColumns } from 'contract/companies/company-rollups';
import { eventsApi } from 'contract/analytics/events';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { madeEvent } from '../../support/made-event';
import { whoMay } from '../../support/authorization';
import { createWorld, type Caller, type World } from '../../support/world';

const { exportCompanyPackageRollup, exportCompanyPixelRollup, exportCompanyRollup } = companyRollupsApi;
const mine = { params: { owner: 'ada' } };

let world: World;
let ada: Caller;
let today: number;
let engine: string;
let notes: string;
let manual: string;

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let docker = (name: string) => ({ type: 'docker' as const, name, backend_registry: 'ghcr.io' });
  engine = (await ada.ask(packagesApi.createPackage, { ...mine, body: docker('engine') })).id;
  notes = (await ada.ask(packagesApi.createPackage, { ...mine, body: docker('notes') })).id;
  manual = (await ada.ask(pixelsApi.createTrackingPixel, { ...mine, body: { name: '=manual' } })).id;
  today = Math.floor(world.now() / dayMs) * dayMs;
  let acme = { companyName: 'Acme', companyDomain: 'acme.example', country: 'DE', state: 'BY', confidence: 0.9 };
  let bolt = { companyName: '=Bolt', companyDomain: '', country: 'FR', confidence: 0.2 };
  let view = { artifactId: manual, artifactType: 'tracking-pixel', type: 'pixel-fetch' } as const;
  await world.events.append([
    madeEvent({ ...acme, artifactId: engine, time: today - 2 * dayMs, originId: 1n }),
    madeEvent({ ...acme, artifactId: notes, time: today - dayMs, originId: 1n }),
    madeEvent({ ...acme, artifactId: notes, time: today - dayMs + 1, originId: 2n, version: 'nightly' }),
    madeEvent({ ...acme, ...view, time: today - dayMs + 2, originId: 3n }),
    madeEvent({ ...bolt, artifactId: engine, time: today - dayMs, originId: 4n }),
    madeEvent({ ...bolt, artifactId: engine, time: today - 50 * dayMs, originId: 4n }),
    madeEvent({ artifactId: engine, time: today - dayMs, originId: 5n, userAgent: 'curl/8' }),
    madeEvent({ ...acme, artifactId: engine, time: today - dayMs, doNotTrack: true }),
  ]);
});
afterAll(() => world.close());

function day(daysAgo: number): string {
  return new Date(today - daysAgo * dayMs).toISOString().slice(0, 10);
}

function linesOf(text: string): string[][] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
}

const withLow = { include_low_confidence: 'true' as const };

describe('answers', () => {
  // @spec 7: Company, package and pixel rollups by the published paths
  it('a row for each company and package, those with the most events first', async () => {
    let { text, headers } = await ada.call(exportCompanyPackageRollup, { ...mine, query: withLow });
    let [columns, ...lines] = linesOf(text);
    expect(columns).toEqual([...companyPackageColumns]);
    let page = (company: string) => `http://dashboard.test/companies/ada/${company}`;
    let at = (daysAgo: number, ms = 0) => new Date(today - daysAgo * dayMs + ms).toISOString();
    expect(lines).toEqual([
      [
        "'=Bolt",
        '',
        'investigation',
        'engine',
        engine,
        '1',
        '1',
        at(50),
        at(1),
        'FR',
        '',
        page('%3DBolt'),
        'IP registered to =Bolt.',
        '',
      ],
      [
        'Acme',
        'acme.example',
        'investigation',
        'notes',
        notes,
        '2',
        '2',
        at(1),
        at(1, 1),
        'DE',
        'BY',
        page('acme.example'),
        'IP registered to Acme.',
        '',
      ],
      [
        'Acme',
        'acme.example',
        'investigation',
        'engine',
        engine,
        '1',
        '1',
        at(2),
        at(2),
        'DE',
        'BY',
        page('acme.example'),
        'IP registered to Acme.',
        '',
      ],
    ]);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="company-packages-ada-${day(29)}-${day(0)}.csv"`,
    );
  });

  it('a row for each company and pixel, with formulas disarmed', async () => {
    let { text, headers } = await ada.call(exportCompanyPixelRollup, mine);
    let [columns, ...lines] = linesOf(text);
    expect(columns).toEqual([...companyPixelColumns]);
    expect(lines.map((line) => line.slice(0, 7))).toEqual([
      ['Acme', 'acme.example', 'investigation', "'=manual", manual, '1', '1'],
    ]);
    expect(headers.get('content-disposition')).toContain('filename="company-pixels-ada-');
  });

  it('counts only the selected packages and pixels; the stage depends on all events', async () => {
    let only = async (query: object) => {
      let [, ...lines] = linesOf(
        (await ada.call(exportCompanyRollup, { ...mine, query: { ...withLow, ...query } })).text,
      );
      return lines.map((line) => [line[0], line[2], line[4], line[6]]);
    };
    expect(await only({})).toEqual([
      ["'=Bolt", 'investigation', '1', '0'],
      ['Acme', 'investigation', '3', '1'],
    ]);
    expect(await only({ package_id: notes, tracking_pixel_id: 'none' })).toEqual([['Acme', 'investigation', '2', '0']]);
    expect(await only({ package_id: 'none', tracking_pixel_id: [manual] })).toEqual([
      ['Acme', 'investigation', '0', '1'],
    ]);
    expect(await only({ package_id: 'none', tracking_pixel_id: 'none' })).toEqual([]);
    let packages = await ada.call(exportCompanyPackageRollup, { ...mine, query: { package_id: notes } });
    expect(
      linesOf(packages.text)
        .slice(1)
        .map((line) => line[3]),
    ).toEqual(['notes']);
  });

  it('selects companies as the page does', async () => {
    let names = async (query: object) => {
      let answers = await Promise.all(
        [exportCompanyRollup, exportCompanyPackageRollup].map((route) =>
          ada.call(route, { ...mine, query: { ...withLow, ...query } }),
        ),
      );
      let [of, byPackage] = answers.map(({ text }) => [
        ...new Set(
          linesOf(text)
            .slice(1)
            .map(([name]) => name),
        ),
      ]);
      expect(byPackage).toEqual(of);
      return of;
    };
    expect(await names({ search: 'ACME' })).toEqual(['Acme']);
    expect(await names({ include_low_confidence: 'false' })).toEqual(['Acme']);
    expect(await names({ funnel_stage: ['interest', 'inactive'] })).toEqual([]);
    expect(await names({ start_date: day(60), end_date: day(45) })).toEqual(["'=Bolt"]);
  });

  it('applies a filter, as the raw events do', async () => {
    let body = { name: 'nightly', request_version: { op: 'equals' as const, values: ['Nightly'] } };
    let { id } = await ada.ask(filtersApi.createFilter, { ...mine, body });
    let query = { filter_id: id };
    let [, ...lines] = linesOf((await ada.call(exportCompanyPackageRollup, { ...mine, query })).text);
    expect(lines.map((line) => [line[0], line[3], line[5]])).toEqual([['Acme', 'notes', '1']]);
    expect(linesOf((await ada.call(eventsApi.exportEntityPackageEvents, { ...mine, query })).text)).toHaveLength(2);
    expect(linesOf((await ada.call(eventsApi.exportEntityPackageEvents, mine)).text)).toHaveLength(7);
    expect(linesOf((await ada.call(eventsApi.exportEntityTrackingPixelEvents, { ...mine, query })).text)).toHaveLength(
      1,
    );
    let acme = { params: { owner: 'ada', domain: 'acme.example' } };
    expect(linesOf((await ada.call(companiesApi.exportEntityCompanyEvents, acme)).text)).toHaveLength(5);
    expect(linesOf((await ada.call(companiesApi.exportEntityCompanyEvents, { ...acme, query })).text)).toHaveLength(2);
  });

  it('has only the header when there are no companies', async () => {
    let grace = await world.as('grace');
    let nothing = await grace.call(exportCompanyPixelRollup, { params: { owner: 'grace' } });
    expect(linesOf(nothing.text)).toEqual([[...companyPixelColumns]]);
  });
});

describe('refuses', () => {
  const nobodys = '00000000-0000-7000-8000-000000000000';
  it.each([
    [{ start_date: '2024-03-02', end_date: '2024-03-01' }, 'range-invalid', 400],
    [{ start_date: '2020-01-01', end_date: '2021-06-01' }, 'range-too-long', 400],
    [{ filter_id: 'none-such' }, 'filter-not-found', 404],
    [{ package_id: nobodys }, 'package-not-found', 404],
    [{ tracking_pixel_id: [nobodys] }, 'pixel-not-found', 404],
    [{ search: 'x'.repeat(201) }, 'field-is-too-long', 422],
  ])('%o', async (query, code, status) => {
    for (let route of [exportCompanyRollup, exportCompanyPackageRollup, exportCompanyPixelRollup])
      expect(await ada.refusal(route, { ...mine, query })).toMatchObject({ code, status });
  });

  it('a filter of another owner, also on raw events', async () => {
    let grace = await world.as('grace');
    let body = { request_platform: { op: 'equals' as const, values: ['x'] } };
    let { id } = await grace.ask(filtersApi.createFilter, { params: { owner: 'grace' }, body });
    for (let route of [eventsApi.exportEntityPackageEvents, exportCompanyRollup])
      expect((await ada.refusal(route, { ...mine, query: { filter_id: id } })).code).toBe('filter-not-found');
  });
});

whoMay(Object.values(companyRollupsApi));
