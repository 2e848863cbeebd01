/** Every report with and without bots and mirrors, and the note below its numbers. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi, type Package } from 'contract/packages/packages';
import { pixelsApi, type TrackingPixel } from 'contract/packages/pixels';
import { env } from 'app/config/env.server';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as eventFile } from 'app/routes/_app.analytics.$owner.events[.]csv';
import { loader as companyPage } from 'app/routes/_app.companies.$owner.$companyDomain';
import { loader as companyFile } from 'app/routes/_app.companies.$owner.$companyDomain_.events[.]csv';
import { loader as dashboard } from 'app/routes/_app.home.$owner';
import { loader as homePage } from 'app/routes/_app.home.$owner';
import { loader as insightsPage } from 'app/routes/_app.insights.$owner';
import { loader as companiesFile } from 'app/routes/_app.insights.$owner_.companies[.]csv';
import { loader as exportFile } from 'app/routes/_app.organizations.$owner.exports_.file';
import { loader as packagePage } from 'app/routes/_app.packages.$owner.$packageType.$packageName';
import { loader as packagesPage } from 'app/routes/_app.packages.$owner.overview';
import { loader as pixelsPage } from 'app/routes/_app.pixels.$owner';
import { type Browser, browserOf } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const owner = 'hopper-labs';
const listShown = env.flags.showInsightsPage;
let world: World;
let grace: Browser;
let tool: Package;
let manual: TrackingPixel;

/**
 * Downloads: people 2, CI 1, mirrors 2, bots 1, AI assistants 1, unknown 1, untracked 3. Views:
 * people 1, bots 1.
 */
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-20T12:00:00Z') });
  world = await createWorld();
  grace = await browserOf(world, 'grace');
  let maker = await world.as('grace');
  let body = { type: 'docker' as const, name: 'tool', backend_registry: 'docker.io' };
  tool = await maker.ask(packagesApi.createPackage, { params: { owner }, body });
  manual = await maker.ask(pixelsApi.createTrackingPixel, { params: { owner }, body: { name: 'manual' } });
  let audiences = ['person-like', 'person-like', 'ci', 'mirror', 'mirror', 'bot', 'ai-user', 'unknown'];
  let acme = {
    companyName: 'Acme',
    companyDomain: 'acme.example',
    connectionType: 'business' as const,
    confidence: 0.9,
  };
  let time = Date.now();
  await world.events.append([
    ...audiences.map((audience, i) =>
      madeEvent({
        artifactId: tool.id,
        time,
        audience,
        originId: BigInt(i + 1),
        version: audience,
        ...(i === 0 || i === 3 ? acme : {}),
      }),
    ),
    ...[1, 2, 3].map(() =>
      madeEvent({ artifactId: tool.id, time, doNotTrack: true, originId: 0n, endpointId: 0n, userAgent: '' }),
    ),
    ...['person-like', 'bot'].map((audience) =>
      madeEvent({ artifactId: manual.id, artifactType: 'tracking-pixel', type: 'pixel-fetch', time, audience }),
    ),
  ]);
});
afterAll(async () => {
  await world.close();
  vi.useRealTimers();
});

interface Note {
  toggle: { to: string; on: boolean } | null;
  who: { name: string; count: string }[];
  sentences: { text: string }[];
}

function textsOf(note: Note | null) {
  return { who: note?.who.map(({ name, count }) => `${name} ${count}`), says: note?.sentences.map(({ text }) => text) };
}

const untracked = '3 requests opted out (Do Not Track) and are excluded.';

async function analytics(query: string) {
  let { data } = await grace.open(analyticsPage, { owner }, `/analytics/${owner}${query}`);
  return data;
}

describe('the analytics page', () => {
  test('counts all events by default, shows their audiences, and the share of bots and mirrors', async () => {
    let { report, counted: note } = await analytics('');
    expect(report?.totals.downloads).toBe(8);
    expect(textsOf(note)).toEqual({
      who: [
        'Mirrors 2 (25%)',
        'People 2 (25%)',
        'AI assistants 1 (13%)',
        'Bots 1 (13%)',
        'CI 1 (13%)',
        'Unknown 1 (13%)',
      ],
      says: ['3 of 8 downloads (38%) are from bots and mirrors.', untracked],
    });
    expect(note?.toggle).toMatchObject({ to: `/analytics/${owner}?range=last-24-hours&noise=hide`, on: false });
  });

  test('leaves out bots and mirrors with noise=hide, also in the file, and shows how many and which', async () => {
    let { report, counted: note, files } = await analytics('?noise=hide');
    expect(report?.totals.downloads).toBe(5);
    expect(textsOf(note)).toEqual({
      who: ['People 2 (40%)', 'AI assistants 1 (20%)', 'CI 1 (20%)', 'Unknown 1 (20%)'],
      says: ['Bots and mirrors are excluded: 3 of 8 downloads (38%). Mirrors 2, Bots 1.', untracked],
    });
    expect(note?.toggle).toMatchObject({ to: `/analytics/${owner}?range=last-24-hours`, on: true });
    expect(report?.lists.audience.bars!.map(({ name }) => name)).toContain('People');
    expect(files?.links.events).toContain('noise=hide');
    let file = await grace.open(eventFile, { owner }, files!.links.events);
    expect((await file.text()).trim().split('\n')).toHaveLength(1 + 5);
  });

  test('shows nothing that does not apply', async () => {
    let days = `?package=${tool.id}&range=custom&from=2026-01-01&to=2026-01-02`;
    expect(textsOf((await analytics(days)).counted)).toEqual({ who: [], says: [] });
    let { counted } = await analytics(`${days}&noise=hide`);
    expect([counted?.summary, textsOf(counted).says]).toEqual(['Excludes bots', []]);
  });

  test('shows how many downloads a filter leaves out', async () => {
    let maker = await world.as('grace');
    let body = { name: 'CI', request_version: { op: 'equals' as const, values: ['ci'] } };
    let { id } = await maker.ask(filtersApi.createFilter, { params: { owner }, body });
    let { counted: note } = await analytics(`?filter_id=${id}`);
    expect(textsOf(note)).toEqual({
      who: ['CI 1 (100%)'],
      says: [untracked, 'Your filters hide 7 downloads.'],
    });
  });
});

/** Each report as its total and its note, for a query. */
const reports: [name: string, open: (query: string) => Promise<{ total: number | undefined; note: Note | null }>][] = [
  [
    'the home page',
    async (query) => {
      let { home, counted: note } = (await grace.open(homePage, { owner }, `/home/${owner}${query}`)).data;
      return { total: home?.state === 'active' ? home.overview.totals.downloads : undefined, note };
    },
  ],
  [
    'the dashboard',
    async (query) => {
      let { list, counted: note } = (await grace.open(dashboard, { owner }, `/dashboard/${owner}${query}`)).data;
      return { total: Number(list?.lines[0]?.total), note };
    },
  ],
  [
    'the report of a package',
    async (query) => {
      let path = `/dashboard/${owner}${query === '' ? '?' : `${query}&`}package=${tool.id}`;
      let { one, counted: note } = (await grace.open(dashboard, { owner }, path)).data;
      return { total: one?.report.overview.totals.downloads, note };
    },
  ],
  [
    'the page of a package',
    async (query) => {
      let params = { owner, packageType: 'docker', packageName: 'tool' };
      let { one, counted: note } = (await grace.open(packagePage, params, `/packages/${owner}/docker/tool${query}`))
        .data;
      return { total: one?.report.overview.totals.downloads, note };
    },
  ],
  [
    'the list of packages',
    async (query) => {
      let { list, note } = await grace.open(packagesPage, { owner }, `/packages/${owner}/overview${query}`);
      return { total: Number(list!.lines.find(({ id }) => id === tool.id)!.total), note };
    },
  ],
];

describe.each(reports)('%s', (_, open) => {
  test('counts bots and mirrors and shows their share, and leaves them out with noise=hide', async () => {
    let all = await open('');
    expect(all.total).toBe(8);
    expect(textsOf(all.note).says?.[0]).toMatch(/^[34] of (8|10) downloads.* are from bots and mirrors\.$/);
    expect(all.note?.toggle).toMatchObject({ on: false });
    expect(all.note?.toggle?.to).toContain('noise=hide');
    let some = await open('?noise=hide');
    expect(some.total).toBe(5);
    expect(textsOf(some.note).says?.[0]).toMatch(/^Bots and mirrors are excluded: [34] of /);
    expect(some.note?.toggle).toMatchObject({ on: true });
    expect(some.note?.toggle?.to).not.toContain('noise=hide');
  });
});

test('the page of pixels counts views with and without bots', async () => {
  let views = async (query: string) => {
    let { list, note } = await grace.open(pixelsPage, { owner }, `/pixels/${owner}${query}`);
    return [list?.lines[0]?.total, textsOf(note).says];
  };
  expect(await views('')).toEqual(['2', ['1 of 2 views (50%) is from bots and mirrors.']]);
  expect(await views('?noise=hide')).toEqual(['1', ['Bots and mirrors are excluded: 1 of 2 views (50%). Bots 1.']]);
});

describe('companies', () => {
  beforeAll(() => void (env.flags.showInsightsPage = true));
  afterAll(() => void (env.flags.showInsightsPage = listShown));

  test('are counted with and without mirrors, in the list and its file, and links keep the setting', async () => {
    let list = async (query: string) => (await grace.open(insightsPage, { owner }, `/insights/${owner}${query}`)).data;
    let all = await list('');
    expect(all.list?.lines.map(({ name, numbers }) => [name, numbers[0]])).toEqual([['Acme', '2']]);
    expect(textsOf(all.counted).says).toEqual(['1 of 2 events (50%) is from bots and mirrors.']);
    let some = await list('?noise=hide');
    expect(some.list?.lines.map(({ numbers, to }) => [numbers[0], to])).toEqual([
      ['1', `/companies/${owner}/acme.example?noise=hide`],
    ]);
    let file = await grace.open(companiesFile, { owner }, `/insights/${owner}/companies.csv?noise=hide`);
    expect(await file.text()).toMatch(/^Acme,acme.example,[\w-]+,1,1,/m);
  });

  test('are counted with and without mirrors on their own page and in its file', async () => {
    let params = { owner, companyDomain: 'acme.example' };
    let events = async (query: string) => {
      let { company, counted: note } = await grace.open(
        companyPage,
        params,
        `/companies/${owner}/acme.example${query}`,
      );
      return [company.events!.total, textsOf(note).says];
    };
    expect(await events('')).toEqual(['2', ['1 of 2 events (50%) is from bots and mirrors.']]);
    expect(await events('?noise=hide')).toEqual([
      '1',
      ['Bots and mirrors are excluded: 1 of 2 events (50%). Mirrors 1.'],
    ]);
    let file = await grace.open(companyFile, params, `/companies/${owner}/acme.example/events.csv?noise=hide`);
    expect((await file.text()).trim().split('\n')).toHaveLength(1 + 1);
  });
});

test.each([
  ['events', 1 + 5],
  ['counts', 1],
])('the export form leaves bots and mirrors out of %s', async (kind, lines) => {
  let path = `/organizations/${owner}/exports/file?kind=${kind}&pixel=none&noise=hide`;
  let text = await (await grace.open(exportFile, { owner }, path)).text();
  expect(text.trim().split('\n')).toHaveLength(lines);
  if (kind === 'counts') expect(JSON.parse(text)).toMatchObject({ total: 5 });
});
