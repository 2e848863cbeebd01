/**
 * Texts that were stored before control and direction characters were left out: people read them
 * without.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as tableFile } from 'app/routes/_app.analytics.$owner.over-time[.]csv';
import { loader as versionsPage } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.versions';
import { readableDomain } from 'app/text/domain-names.server';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { badgesApi } from 'contract/analytics/badges';
import { CompanyDomain } from 'contract/rules/fields';
import { packagesApi } from 'contract/packages/packages';
import { dayMs } from 'contract/floor/time';
import { type Browser, browserOf } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const stored = '1.0.\u202e7\u0007';
const shown = '1.0.7';

let world: World;
let ada: Browser;
let tool: string;

beforeAll(async () => {
  world = await createWorld();
  ada = await browserOf(world, 'ada');
  let body = { type: 'file' as const, name: 'tool', incoming_path: '/tool/{version}' };
  tool = (await (await world.as('ada')).ask(packagesApi.createPackage, { params: { owner: 'ada' }, body })).id;
  let company = {
    companyName: 'B\u202eücher',
    companyDomain: 'xn--bcher-kva.example',
    confidence: 0.9,
    connectionType: 'business',
  } as const;
  let events = [1n, 2n, 3n].flatMap((id) =>
    [1, 2].map((days) =>
      madeEvent({ artifactId: tool, version: stored, time: world.now() - days * dayMs, endpointId: id, ...company }),
    ),
  );
  await world.events.append(events);
});
afterAll(() => world.close());

test('on pages, in their files and not in badges, while the API has what is stored', async () => {
  let { data } = await ada.open(analyticsPage, { owner: 'ada' }, '/analytics/ada?by=company');
  let { versions, lists, companies } = data.report!;
  expect(versions!.bars.map(({ name }) => name.trim())).toEqual([shown]);
  expect(lists.audience.bars).toMatchObject([{ name: 'Bücher', detail: 'bücher.example' }]);
  expect(companies!.rows).toMatchObject([{ name: 'Bücher' }]);
  let params = { owner: 'ada', packageType: 'file', packageName: 'tool' };
  let { list } = await ada.open(versionsPage, params, '/packages/ada/file/tool/versions');
  expect(list!.rows.map(({ version, to }) => [version.trim(), to.includes(encodeURIComponent(stored))])).toEqual([
    [shown, true],
  ]);
  let file = await ada.open(tableFile, { owner: 'ada' }, '/analytics/ada/over-time.csv?chart=version-list');
  let text = (await file.text()).replace(/^\uFEFF/, '');
  expect(text).toContain(shown);
  expect(text).not.toMatch(/(?![\r\n])[\p{Cf}\p{Cc}]/u);
  let caller = await world.as('ada');
  let on = { params: { owner: 'ada', package_id: tool }, body: { on: ['newest-version' as const] } };
  await caller.ask(badgesApi.setPackageBadges, on);
  let badge = await caller.ask(badgesApi.getPublicBadge, { params: { package_id: tool, badge: 'newest-version' } });
  // Made of more than numbers, so no release.
  expect(badge.version).toBe('');
  let query = { breakdown_set: 'by-version' };
  let [row] = await caller.ask(aggregationsApi.exportEntityAggregations, { params: { owner: 'ada' }, query });
  expect(row).toMatchObject({ version: stored, total: 6 });
});

test('domains of companies may have letters of all scripts, and are stored as ASCII', () => {
  for (let typed of ['Bücher.example', 'bücher.example.', 'xn--bcher-kva.example', 'BÜCHER.example'])
    expect(CompanyDomain.parse(typed)).toBe('xn--bcher-kva.example');
  expect(CompanyDomain.parse('例え.テスト')).toBe('xn--r8jz45g.xn--zckzah');
  expect(CompanyDomain.parse('Acme.Example.')).toBe('acme.example');
  for (let wrong of ['bücher', 'ü/x.example', 'bü cher.example', 'ü@x.example', 'ü.example:80', '-.example', '1.2.3.4'])
    expect(CompanyDomain.safeParse(wrong).success, wrong).toBe(false);
});

test.each([
  ['xn--bcher-kva.example', 'bücher.example'],
  ['xn--r8jz45g.xn--zckzah', '例え.テスト'],
  ['acme.example', 'acme.example'],
  ['', ''],
  // The first letter is Cyrillic.
  ['xn--pple-43d.example', 'xn--pple-43d.example'],
  ['xn--a-.example', 'xn--a-.example'],
])('%s is read as %s', (domain, readable) => {
  expect(readableDomain(domain)).toBe(readable);
});
