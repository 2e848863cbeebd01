/**
 * Pages with numbers while events arrive. All queries of a page use one last event, so the numbers
 * agree.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as eventFile } from 'app/routes/_app.analytics.$owner.events[.]csv';
import { loader as companyPage } from 'app/routes/_app.companies.$owner.$companyDomain';
import { loader as dashboardPage } from 'app/routes/_app.home.$owner';
import { loader as homePage } from 'app/routes/_app.home.$owner';
import { loader as insightsPage } from 'app/routes/_app.insights.$owner';
import { loader as packagePage } from 'app/routes/_app.packages.$owner.$packageType.$packageName';
import { loader as packagesPage } from 'app/routes/_app.packages.$owner.overview';
import { loader as pixelsPage } from 'app/routes/_app.pixels.$owner';
import type { CountingNoteData } from 'app/features/counting/counting-note.server';
import { lastEventApi, lastEventHeader, takesLastEvent } from 'contract/analytics/last-event';
import { routes } from 'contract/api/routes';
import { createEventMarks } from 'gateway/api/http/event-marks';
import { type Browser, browserOf } from '../../support/dashboard';
import { createInsightsWorld, owner } from '../../support/insights-world';
import { drawnChart } from '../../support/drawn-chart';
import { madeEvent } from '../../support/made-event';
import { worldSalt } from '../../support/edge';
import type { World } from '../../support/world';

const gateways = ['the gateway in the same process', 'a remote gateway'] as const;

let world: World;
let grace: Browser;
let browsers: Record<(typeof gateways)[number], Browser>;
let toolId: string;
let pixelId: string;
/**
 * The `last_event` of each query for events since the test began, and the number of requests for
 * the last event.
 */
let asked: (string | null)[];
let askedForLast: number;

const questions = routes.filter(takesLastEvent).map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`));

beforeAll(async () => {
  // Noon, so that no day ends while the tests run.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-20T12:00:00Z') });
  let made = await createInsightsWorld();
  ({ world } = made);
  [toolId, pixelId] = [made.tool.id, made.manual.id];
  let api: World['gateway']['api'] = (request, from) => {
    let { pathname, searchParams } = new URL(request.url);
    if (pathname === lastEventApi.getLastEvent.path) askedForLast += 1;
    if (questions.some((path) => path.test(pathname))) asked.push(searchParams.get('last_event'));
    return world.gateway.api(request, from);
  };
  let ask: World['gateway']['ask'] = (all, asker) => {
    askedForLast += all.filter(({ route }) => route.id === lastEventApi.getLastEvent.id).length;
    return world.gateway.ask(all, asker);
  };
  let seen = { ...world, gateway: { ...world.gateway, api, ask } };
  browsers = {
    'the gateway in the same process': await browserOf(seen, 'grace'),
    'a remote gateway': await browserOf(seen, 'grace', { isRemote: true }),
  };
  grace = browsers['a remote gateway'];
});
beforeEach(() => {
  asked = [];
  askedForLast = 0;
});
afterAll(async () => {
  await world.close();
  vi.useRealTimers();
});

const audiences = ['person-like', 'ci', 'mirror', 'bot'] as const;

function someEvents(count: number) {
  return Array.from({ length: count }, (_, i) => {
    let isView = i % 3 === 0;
    return madeEvent({
      artifactId: isView ? pixelId : toolId,
      ...(isView && { artifactType: 'tracking-pixel', type: 'pixel-fetch' }),
      ownerId: world.ids.get(owner)!,
      time: Date.now(),
      audience: audiences[i % 4]!,
      originId: BigInt(1 + Math.floor(Math.random() * 50)),
      companyName: 'Acme',
      companyDomain: 'acme.example',
      connectionType: 'business',
      confidence: 0.9,
    });
  });
}

/** Opens a page while hundreds of events a second arrive. Returns what it shows. */
async function whileArriving<T>(open: () => Promise<T>): Promise<T> {
  let isDone = false;
  let arriving = (async () => {
    for (let i = 0; !isDone && i < 2_000; i++) {
      await world.events.append(someEvents(5));
      await pause(2);
    }
  })();
  try {
    return await open();
  } finally {
    isDone = true;
    await arriving;
  }
}

function numberIn(text: string): number {
  return Number(/[\d,]+/.exec(text)![0].replaceAll(',', ''));
}

/** The sum of the counts in the note below the numbers. */
function countedIn(note: CountingNoteData | null): number {
  return note!.who.reduce((sum, { count }) => sum + numberIn(count), 0);
}

function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((all, one) => all + (one ?? 0), 0);
}

function sumOf(parts: readonly { value: string }[]): number {
  return sum(parts.map(({ value }) => numberIn(value)));
}

const pages = {
  home: async () => {
    let { home, counted } = (await grace.open(homePage, { owner })).data;
    if (home?.state !== 'active') throw new Error(home?.state);
    let { cards, charts, totals, companies } = home.overview;
    expect(charts.map(({ html }) => sum(drawnChart(html).lines[0]!.values.map(Number)))).toEqual([totals.downloads]);
    expect([cards[0]!.value, cards[2]!.value]).toEqual([totals.downloads, totals.views]);
    expect(countedIn(counted)).toBe(totals.downloads + totals.views);
    let [acme] = companies!.rows;
    let rest = companies!.rest.match(/[\d,]+(?= download| view)/g) ?? [];
    expect(numberIn(acme!.downloads) + numberIn(acme!.views) + sum(rest.map(numberIn))).toBe(
      totals.downloads + totals.views,
    );
    return counted;
  },
  dashboard: async () => {
    let { list, counted } = (await grace.open(dashboardPage, { owner })).data;
    expect(sum(list!.lines.map(({ total }) => numberIn(total)))).toBe(countedIn(counted));
    return counted;
  },
  'dashboard of one package': async () => {
    let { one, counted } = (await grace.open(dashboardPage, { owner }, `/?package=${toolId}`)).data;
    let { overview, countries, versions } = one!.report;
    expect(sumOf(countries!)).toBe(overview.totals.downloads);
    expect(sumOf(versions!)).toBe(overview.totals.downloads);
    expect(countedIn(counted)).toBe(overview.totals.downloads);
    return counted;
  },
  analytics: async () => {
    let { report, counted } = (await grace.open(analyticsPage, { owner }, '/?pixels=show')).data;
    let { totals, charts, lists, versions } = report!;
    expect(charts.map(({ html }) => sum(drawnChart(html).lines[0]!.values.map(Number)))).toEqual([totals.downloads]);
    expect(sumOf(lists.client.bars!)).toBe(totals.downloads);
    expect(sumOf(versions!.bars)).toBe(totals.downloads);
    expect(sumOf(lists.platform.donut!.slices)).toBe(totals.downloads);
    expect(countedIn(counted)).toBe(totals.downloads + totals.views);
    return counted;
  },
  'the views of analytics': async () => {
    let { report, counted } = (await grace.open(analyticsPage, { owner }, '/?pixels=show&view=views')).data;
    let { totals, charts, cards } = report!;
    expect(charts.map(({ html }) => sum(drawnChart(html).lines[0]!.values.map(Number)))).toEqual([totals.views]);
    expect(cards[2]!.value).toBe(totals.views);
    return counted;
  },
  companies: async () => {
    let { list, counted } = (await grace.open(insightsPage, { owner })).data;
    expect(sum(list!.lines.map(({ numbers }) => numberIn(numbers[0]!)))).toBe(countedIn(counted));
    return counted;
  },
  company: async () => {
    let { company, usage, counted } = await grace.open(companyPage, { owner, companyDomain: 'acme.example' });
    let card = (name: string) => usage!.report.cards.find(({ label }) => label === name)?.value ?? 0;
    expect(card('Downloads') + card('Views')).toBe(numberIn(company.events!.total));
    expect(sum(company.matches!.map(({ events }) => numberIn(events)))).toBe(numberIn(company.events!.total));
    expect(countedIn(counted)).toBe(numberIn(company.events!.total));
    return counted;
  },
  packages: async () => {
    let { list, note } = await grace.open(packagesPage, { owner });
    expect(sum(list!.lines.map(({ total }) => numberIn(total)))).toBe(countedIn(note));
    return note;
  },
  'one package': async () => {
    let params = { owner, packageType: 'file', packageName: 'tool' };
    let { one, counted } = (await grace.open(packagePage, params)).data;
    expect(one!.report.overview.totals.downloads).toBe(countedIn(counted));
    return counted;
  },
  pixels: async () => {
    let { list, note } = await grace.open(pixelsPage, { owner });
    expect(sum(list!.lines.map(({ total }) => numberIn(total)))).toBe(countedIn(note));
    return note;
  },
};

const quick = new Set(['home', 'analytics', 'packages']);

describe.each(Object.entries(pages))('%s', (name, open) => {
  let tags = quick.has(name) ? [] : 'slow';

  test.each(gateways)(
    'all numbers of %s agree while events arrive, and the page names their time',
    { tags },
    async (which) => {
      grace = browsers[which];
      let seen = new Set<string | undefined>();
      for (let i = 0; i < 5; i++) {
        asked = [];
        askedForLast = 0;
        let note = await whileArriving(open);
        expect(note!.lastEvent.text).toBe('As of 12:00 (UTC).');
        expect(askedForLast).toBe(1);
        let isRemote = which === 'a remote gateway';
        expect(asked.length > 1).toBe(isRemote);
        let [mark, ...others] = new Set(asked);
        expect(others).toEqual([]);
        seen.add(mark ?? undefined);
      }
      expect(seen.size).toBe(which === 'a remote gateway' ? 5 : 1);
    },
  );

  test('the page includes events that were stored before it is loaded', async () => {
    let before = countedIn(await open());
    await world.events.append(someEvents(12));
    expect(countedIn(await open())).toBeGreaterThan(before);
  });
});

test('a file of packages and pixels has one last event, and names it', async () => {
  let lines = async (query: string) => {
    asked = [];
    let file = await grace.open(eventFile, { owner }, `/${query}`);
    let text = await file.text();
    return { asked, last: file.headers.get(lastEventHeader), lines: text.trim().split('\n').slice(1) };
  };
  let both = await whileArriving(() => lines('?package=all&pixels=show'));
  expect(both.asked).toEqual([null, both.last]);
  expect(both.lines.some((line) => line.includes('binary-download'))).toBe(true);
  let stored = 0;
  let range = {
    from: Date.now() - 29.5 * 86_400_000,
    until: Date.now() + 43_200_000,
    lastEvent: createEventMarks([worldSalt]).eventOf(Number(both.last)),
  };
  for (let artifactType of ['package', 'tracking-pixel'] as const) {
    let artifactIds = [artifactType === 'package' ? toolId : pixelId];
    for await (let batch of world.events.export({ ...range, artifactType, artifactIds })) stored += batch.length;
  }
  expect(both.lines).toHaveLength(stored);
});
