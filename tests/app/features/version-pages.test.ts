/** The versions of a package: who downloaded one, and withdrawing it, against a real gateway. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loader as overTimeFile } from 'app/routes/_app.analytics.$owner.over-time[.]csv';
import { permissionsApi } from 'contract/organizations/permissions';
import { packagesApi } from 'contract/packages/packages';
import { dayMs, dayOf } from 'contract/floor/time';
import {
  action as withdraw,
  loader as versionsPage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.versions';
import {
  action as restore,
  loader as restorationPage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.versions_.restoration';
import { type Browser, browserOf, redirectOf, refusalOf, refusedForm } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const at = { owner: 'hopper-labs', packageType: 'file', packageName: 'tool' };
const home = '/packages/hopper-labs/file/tool/versions';
const bad = `${home}?version=2.0.0`;

let world: World;
let grace: Browser;
let linus: Browser;
let tool: string;

beforeAll(async () => {
  world = await createWorld();
  [grace, linus] = await Promise.all([browserOf(world, 'grace'), browserOf(world, 'linus')]);
  let maker = await world.as('grace');
  let body = { type: 'file' as const, name: 'tool', incoming_path: '/tool/{version}' };
  let { id } = await maker.ask(packagesApi.createPackage, { params: { owner: 'hopper-labs' }, body });
  tool = id;
  let now = world.now();
  let one = { artifactId: id, version: '2.0.0', confidence: 0.9 };
  let acme = { companyName: 'Acme', companyDomain: 'acme.example', connectionType: 'business' as const };
  let globex = { companyName: 'Globex', companyDomain: 'globex.example', connectionType: 'business' as const };
  await world.events.append([
    madeEvent({ ...one, ...acme, time: now - 20 * dayMs, originId: 1n, country: 'DE', audience: 'ci', endpointId: 1n }),
    madeEvent({ ...one, ...acme, time: now - 10 * dayMs, originId: 1n, country: 'DE', endpointId: 2n }),
    madeEvent({ ...one, ...globex, time: now - dayMs, originId: 2n, country: 'FR', endpointId: 3n }),
    madeEvent({ ...one, version: '1.0.0', time: now - dayMs, originId: 3n, country: 'US' }),
  ]);
});
afterAll(() => world.close());

async function reachAt(path: string, who = grace) {
  return (await who.open(versionsPage, at, path)).reach!;
}

async function listAt(path: string, params = at) {
  return (await grace.open(versionsPage, params, path)).list!;
}

describe('the versions of a package', () => {
  test('are listed, the newest first, with links', async () => {
    let list = await listAt(home);
    expect(list).toMatchObject({ page: 1, pages: 1, part: '' });
    let day = (days: number) => dayOf(world.now() - days * dayMs);
    expect(list.rows).toMatchObject([
      {
        version: '2.0.0',
        downloads: '3',
        share: '75%',
        users: '2',
        mark: '',
        to: bad,
        spark: { path: expect.stringMatching(/^M.*L/s) },
      },
    ]);
    expect(list.rows[0]!.first.slice(0, 10)).toBe(day(20));
    expect(list.unproven).toMatchObject({
      rows: [{ version: '1.0.0', downloads: '1', share: '25%', users: '1', mark: '', to: `${home}?version=1.0.0` }],
      more: 0,
    });
  });

  test('are all there in any range and with any condition, which only change what is counted', async () => {
    let week = await listAt(`${home}?range=last-7-days`);
    expect(week.rows).toMatchObject([
      { version: '2.0.0', downloads: '1', share: '50%', to: `${home}?range=last-7-days&version=2.0.0` },
    ]);
    let inGermany = 'where=request_origin_country%3Aequals%3ADE';
    let ofOne = await listAt(`${home}?${inGermany}`);
    expect(ofOne.rows).toMatchObject([
      { version: '2.0.0', downloads: '2', share: '100%', spark: { path: expect.any(String) } },
    ]);
    expect(ofOne.unproven!.rows).toMatchObject([{ version: '1.0.0', downloads: '0', share: '0.0%', spark: null }]);
    expect(ofOne.unproven!.rows[0]!.first).not.toBe('');
    let { list, around } = await grace.open(versionsPage, at, `${home}?filter_id=none`);
    expect([list, around!.filters.isUnknown]).toEqual([null, true]);
  });
});

describe('a package with thousands of versions', () => {
  let params = { owner: 'hopper-labs', packageType: 'npm', packageName: 'engine' };
  let place = '/packages/hopper-labs/npm/engine/versions';

  test('has all of them on pages, sorted before they are cut, with what a page leaves out', async () => {
    let maker = await world.as('grace');
    let body = { type: 'npm' as const, name: 'engine', repository_url: 'https://registry.example/' };
    let { id } = await maker.ask(packagesApi.createPackage, { params: { owner: 'hopper-labs' }, body });
    let nightlies = Array.from({ length: 2_400 }, (_, i) => `5.0.0-nightly.${i}`);
    let time = world.now() - dayMs;
    // The newest one is the least downloaded.
    await world.events.append([
      ...nightlies.flatMap((version, i) =>
        (i < 300 ? [1n, 2n] : [1n]).map((originId) => madeEvent({ artifactId: id, version, time, originId })),
      ),
      ...['latest', '4.9.0', '4.10.0'].map((version) => madeEvent({ artifactId: id, version, time })),
    ]);
    let first = await listAt(place, params);
    expect(first).toMatchObject({ page: 1, pages: 49, part: '1 to 50 of 2,403' });
    expect(first.rows.map(({ version }) => version)).toEqual(nightlies.slice(-50).reverse());
    expect(first.rows.filter(({ spark, downloads }) => !spark || downloads !== '1')).toEqual([]);
    let last = await listAt(`${place}?page=99`, params);
    expect(last).toMatchObject({ page: 49, part: '2,401 to 2,403 of 2,403' });
    expect(last.rows.map(({ version }) => version)).toEqual(['4.10.0', '4.9.0', 'latest']);
  });
});

describe('who downloaded a version', () => {
  test('is all who ever did, those of the last week apart', async () => {
    let { found } = await reachAt(bad);
    expect(found!.cards.map(({ label, value }) => [label, value])).toEqual([
      ['Downloads', 3],
      ['Unique users', expect.any(Number)],
      ['Companies', 2],
      ['Countries', 2],
    ]);
    expect(found!.recent).toEqual({ downloads: '1 by 1 user', companies: 'Globex' });
    let ofMajor = await reachAt(`${home}?version=2.x`);
    expect(ofMajor).toMatchObject({ version: '2.x', isMajor: true });
    expect(ofMajor.found!.cards[0]).toMatchObject({ label: 'Downloads', value: 3 });
    expect(ofMajor.found!.disclosure).toContain('Versions 2.x of tool were downloaded 3 times');
    expect((await reachAt(`${home}?version=20.x`)).found).toBeNull();
    expect(found!.companies.rows.map(({ name, downloads }) => [name, downloads])).toEqual([
      ['Acme', '2'],
      ['Globex', '1'],
    ]);
    expect(found!.audiences.map(({ name, value }) => [name, value])).toContainEqual(['CI', '1']);
    expect(dayOf(Date.parse(found!.first))).toBe(dayOf(world.now() - 20 * dayMs));
    expect(found!.disclosure).toContain('tool 2.0.0 was downloaded 3 times through our download gateway between');
    expect(found!.disclosure).toContain('1 of these downloads came from CI. We could match 2 companies');
    expect(found!.disclosure).toContain(
      'In the last 7 days it was downloaded 1 time. This version is still available.',
    );
  });

  test('can be downloaded by country, all of them', async () => {
    let { files } = await reachAt(bad);
    let answer = await grace.open(overTimeFile, { owner: 'hopper-labs' }, files!.countries);
    expect(
      (await (answer as Response).text())
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').slice(0, 2)),
    ).toEqual([
      ['Germany', '2'],
      ['France', '1'],
    ]);
  });

  test('can be asked for a range, and the text covers all time', async () => {
    let days = { from: dayOf(world.now() - 12 * dayMs), to: dayOf(world.now() - 5 * dayMs) };
    let { found } = await reachAt(`${bad}&from=${days.from}&to=${days.to}`);
    expect(found!.cards[0]!.value).toBe(1);
    expect(found!.disclosure).toContain('tool 2.0.0 was downloaded 3 times');
  });

  test('is nobody for an unknown version, which can be withdrawn all the same', async () => {
    expect((await reachAt(`${home}?version=9`)).found).toBeNull();
  });
});

test('members of a package alone see who downloaded, without links to its owner’s reports', async () => {
  let ada = await world.as('ada');
  let body = { type: 'file' as const, name: 'shared', incoming_path: '/shared/{version}' };
  let { id } = await ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body });
  let level = { username: 'linus', permission_level: 'admin' as const };
  await ada.ask(permissionsApi.setPackagePermission, { params: { owner: 'ada', package_id: id }, body: level });
  await world.events.append([
    madeEvent({
      artifactId: id,
      version: '1',
      time: world.now() - dayMs,
      companyName: 'Acme',
      confidence: 0.9,
      connectionType: 'business',
    }),
  ]);
  let params = { owner: 'ada', packageType: 'file', packageName: 'shared' };
  let { reach } = await linus.open(versionsPage, params, '/packages/ada/file/shared/versions?version=1');
  expect(reach).toMatchObject({ analytics: null, files: null, mayChange: true });
  expect([...reach!.found!.companies.rows, ...reach!.found!.countries].map(({ to }) => to)).toEqual(['', '']);
  expect(reach!.found!.companies.rows.map(({ profile }) => profile)).toEqual(['']);
  let sent = await linus.post(withdraw, params, { version: '1', message: 'No.' });
  expect(redirectOf(sent).toast).toBe('version_withdrawn');
});

describe('withdrawing', () => {
  test('for another version says whether that was ever downloaded', async () => {
    for (let [redirect_to, insteadIsUnseen] of [
      ['3.0.0', true],
      ['1.0.0', false],
    ] as const) {
      await grace.post(withdraw, at, { version: '2.0.0', message: 'Broken.', redirect_to });
      expect(await reachAt(bad)).toMatchObject({ insteadIsUnseen, withdrawn: { redirect_to } });
    }
    await grace.post(restore, at, { version: '2.0.0' });
  });

  test('shows on the page, in the list and in the text, and can be undone', async () => {
    let sent = await grace.post(withdraw, at, { version: '2.0.0', message: 'Leaks tokens.', redirect_to: '' });
    expect(redirectOf(sent)).toEqual({ status: 303, to: bad, toast: 'version_withdrawn' });
    let { withdrawn, found } = await reachAt(bad);
    expect(withdrawn).toMatchObject({ message: 'Leaks tokens.', redirect_to: null, created_by: 'grace' });
    expect(found!.disclosure).toMatch(/We withdrew this version on \d{4}-\d\d-\d\d: Leaks tokens\./);
    expect(found!.recent).toBeNull();
    expect(found!.disclosure).not.toContain('In the last 7 days');
    let { rows } = await listAt(home);
    expect(rows[0]).toMatchObject({ version: '2.0.0', mark: 'Withdrawn' });
    let time = world.now() - 1_000;
    let asked = { artifactType: 'refusal', artifactId: tool, version: '2.0.0', confidence: 0.9 } as const;
    await world.events.append([
      madeEvent({ ...asked, time: world.now() - 8 * dayMs, originId: 1n, companyName: 'Acme' }),
      madeEvent({ ...asked, time, originId: 2n, companyName: 'Globex' }),
    ]);
    expect((await reachAt(bad)).refused).toEqual({
      all: '2',
      last: new Date(time).toISOString(),
      recent: '1 by 1 user',
      companies: 'Globex',
    });
    expect((await reachAt(bad)).found!.cards[0]!.value).toBe(3);
    let undone = await grace.post(restore, at, { version: '2.0.0' });
    expect(redirectOf(undone)).toEqual({ status: 303, to: bad, toast: 'version_restored' });
    expect((await reachAt(bad)).withdrawn).toBeUndefined();
    expect(redirectOf((await grace.open(restorationPage, at)) as Response).to).toBe(home);
  });

  test('a whole major version shows on the page and in the list of each version, except those with an entry', async () => {
    await grace.post(withdraw, at, { version: '2.x', message: 'End of life.', redirect_to: '' });
    let ofMajor = { version: '2.x', to: `${home}?version=2.x` };
    let one = await reachAt(bad);
    expect(one).toMatchObject({
      ofMajor,
      withdrawn: { message: 'End of life.' },
      refused: { last: expect.any(String) },
    });
    expect(one.found!.recent).toBeNull();
    expect(one.found!.disclosure).toContain('We withdrew this version on');
    let { rows } = await listAt(home);
    expect(rows.map(({ version, downloads, mark }) => [version, downloads, mark])).toEqual([
      ['2.x', '3', 'Withdrawn'],
      ['2.0.0', '3', 'Withdrawn'],
    ]);
    await grace.post(withdraw, at, { version: '2.0.0', message: 'Leaks tokens.', redirect_to: '1.0.0' });
    let own = { message: 'Leaks tokens.', redirect_to: '1.0.0' };
    expect(await reachAt(bad)).toMatchObject({ ofMajor, isException: true, withdrawn: own });
    for (let name of ['2.x', 'v2.X', ' 2.*']) {
      let all = await reachAt(`${home}?version=${encodeURIComponent(name)}`);
      expect(all).toMatchObject({ version: '2.x', exceptions: '2.0.0', withdrawn: { message: 'End of life.' } });
      expect(all.found!.disclosure).toContain('We withdrew these versions, except 2.0.0, on');
    }
    expect(redirectOf(await grace.post(restore, at, { version: '2.0.0' })).toast).toBe('exception_removed');
    expect(redirectOf(await grace.post(restore, at, { version: '2.x' })).toast).toBe('version_restored');
    expect((await reachAt(bad)).withdrawn).toBeUndefined();
  });

  test('a tag of an image that is named like a major version has no exceptions', async () => {
    let maker = await world.as('grace');
    let body = { type: 'docker' as const, name: 'hopper-labs/image', backend_registry: 'ghcr.io' };
    await maker.ask(packagesApi.createPackage, { params: { owner: 'hopper-labs' }, body });
    let params = { owner: 'hopper-labs', packageType: 'docker', packageName: 'hopper-labs/image' };
    for (let version of ['3.x', '3.1']) await grace.post(withdraw, params, { version, message: 'Leaks tokens.' });
    let { reach } = await grace.open(versionsPage, params, '/versions?version=3.x');
    expect(reach).toMatchObject({ exceptions: '', isException: false, withdrawn: { version: '3.x' } });
  });

  test('of an npm package can also only mark the version', async () => {
    let maker = await world.as('grace');
    let body = { type: 'npm' as const, name: 'mill', repository_url: 'https://registry.example/' };
    await maker.ask(packagesApi.createPackage, { params: { owner: 'hopper-labs' }, body });
    let params = { owner: 'hopper-labs', packageType: 'npm', packageName: 'mill' };
    let place = '/packages/hopper-labs/npm/mill/versions';
    let sent = await grace.post(withdraw, params, { version: '1.0.0', message: 'Use 2.', is_served: 'true' });
    expect(redirectOf(sent)).toMatchObject({ to: `${place}?version=1.0.0`, toast: 'version_deprecated' });
    let { reach } = await grace.open(versionsPage, params, `${place}?version=1.0.0`);
    expect(reach).toMatchObject({ refused: null, bellOf: null, withdrawn: { is_served: true } });
    let { rows } = await listAt(place, params);
    expect(rows).toMatchObject([{ version: '1.0.0', mark: 'Deprecated' }]);
  });

  test('needs a message, which is said on its field', async () => {
    let { status, error } = await refusedForm(await grace.post(withdraw, at, { version: '2.0.0', message: ' ' }));
    expect({ status, error }).toEqual({ status: 422, error: { message: ['This is a required field.'] } });
  });

  test('is for owners and admins; members see who downloaded', async () => {
    let reach = await reachAt(bad, linus);
    expect([reach.mayChange, reach.files, reach.found!.cards[0]!.value]).toEqual([false, null, 3]);
    expect((await linus.post(withdraw, at, { version: '2.0.0', message: 'No' })).status).toBe(403);
    expect((await linus.post(restore, at, { version: '2.0.0' })).status).not.toBe(200);
    expect((await reachAt(bad)).withdrawn).toBeUndefined();
    let ada = await browserOf(world, 'ada');
    expect((await refusalOf(ada.open(versionsPage, at, home))).status).toBe(403);
  });
});
