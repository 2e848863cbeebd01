/** The pages of one package against a real gateway: content, changes and permissions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packagesApi, type Package } from 'contract/packages/packages';
import { fallbackTargetsApi } from 'contract/packages/fallback-targets';
import { pixelsApi } from 'contract/packages/pixels';
import { withdrawnVersionsApi } from 'contract/packages/withdrawn-versions';
import { loader as overviewPage } from 'app/routes/_app.packages.$owner.$packageType.$packageName';
import { loader as settingsPage } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.settings';
import { loader as setupPage } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.set-up';
import {
  action as deleteIt,
  loader as deletePage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.delete';
import { action as addDomain } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.domains';
import {
  action as deleteDomain,
  loader as deleteDomainPage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.domains_.$domainId.delete';
import {
  action as saveEdit,
  loader as editPage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.edit';
import {
  action as addRoute,
  loader as newRoutePage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.routes';
import {
  action as saveRoute,
  loader as routePage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.routes_.$routeId';
import { action as deleteRoute } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.routes_.$routeId_.delete';
import { PackageFacts } from 'app/features/packages/details';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

let world: World;
let ada: Browser;
let linus: Browser;
let grace: Browser;

beforeAll(async () => {
  world = await createWorld();
  [ada, linus, grace] = await Promise.all([
    browserOf(world, 'ada'),
    browserOf(world, 'linus'),
    browserOf(world, 'grace'),
  ]);
});
afterAll(() => world.close());

async function make(owner: 'ada' | 'grace' | 'hopper-labs', body: Record<string, unknown>): Promise<Package> {
  let maker = await world.as(owner === 'ada' ? 'ada' : 'grace');
  return maker.ask(packagesApi.createPackage, { params: { owner }, body: body as never });
}
function paramsOf(item: Package, more: Record<string, string> = {}) {
  return { owner: item.owner, packageType: item.type, packageName: item.name, ...more };
}

describe('one package', () => {
  test('is found by a name with slashes and special characters', async () => {
    let scoped = await make('ada', { type: 'file', name: 'a@scope/x +1', incoming_path: '/scoped' });
    let page = await ada.open(setupPage, paramsOf(scoped));
    expect(page).toMatchObject({
      item: { id: scoped.id },
      mayChange: true,
      hosting: { host: 'ada.gateway.localhost' },
    });
  });

  // @spec 3: Package types; file packages have routes; labels
  test('shows the labels it was created with', async () => {
    let made = {
      type: 'docker' as const,
      name: 'hopper-labs/labelled',
      backend_registry: 'ghcr.io',
      domain: 'images.hopper.example',
      short_description: 'In a line',
      long_description: 'In many words',
      website: 'https://labelled.example/',
    };
    let item = await make('hopper-labs', made);
    let page = await linus.open(settingsPage, paramsOf(item));
    let { domain, ...labels } = made;
    expect(page.item).toMatchObject({ ...labels, owner: 'hopper-labs' });
    let { hosting } = await linus.open(setupPage, paramsOf(item));
    expect(hosting!.domains.map(({ name }) => name)).toEqual([domain]);
    let html = renderToStaticMarkup(createElement(PackageFacts, page));
    for (let text of ['hopper-labs', 'ghcr.io', 'In many words', 'https://labelled.example/'])
      expect(html).toContain(text);
  });

  test('shows its fallbacks, and how many versions are withdrawn or deprecated', async () => {
    let item = await make('ada', { type: 'npm', name: 'marked', repository_url: 'https://registry.example/' });
    expect(await ada.open(settingsPage, paramsOf(item))).toMatchObject({ versions: '' });
    expect(await ada.open(setupPage, paramsOf(item))).toMatchObject({ fallbacks: [] });
    let maker = await world.as('ada');
    let params = { owner: 'ada', package_id: item.id };
    let targets = ['https://a.example/', 'https://b.example/'];
    await maker.ask(fallbackTargetsApi.setFallbackTargets, { params, body: { targets } });
    for (let [version, is_served] of [
      ['1.0.0', true],
      ['2.0.0', false],
      ['2.0.1', false],
    ] as const)
      await maker.ask(withdrawnVersionsApi.withdrawVersion, { params, body: { version, message: 'Use 3', is_served } });
    expect(await ada.open(settingsPage, paramsOf(item))).toMatchObject({ versions: '2 withdrawn, 1 deprecated' });
    expect(await ada.open(setupPage, paramsOf(item))).toMatchObject({ fallbacks: targets });
  });

  test('notes which requests look the same as a download', async () => {
    let said = async (fields: Parameters<typeof make>[1]) => {
      let item = await make('hopper-labs', fields);
      await world.events.append([madeEvent({ artifactId: item.id, time: world.now() - 1_000 })]);
      let { data } = await linus.open(overviewPage, paramsOf(item));
      return data.counted!.sentences.map(({ text, why }) => `${text} ${why.to}`).join('\n');
    };
    let image = await said({ type: 'docker', name: 'hopper-labs/looked-at', backend_registry: 'ghcr.io' });
    expect(image).toMatch(/skopeo inspect.*without new layers.*\/how-we-count#docker$/);
    expect(await said({ type: 'file', name: 'looked-at', incoming_path: '/looked-at' })).toBe('');
  });

  test('shows its domains, routes and pixels', async () => {
    let item = await make('hopper-labs', { type: 'file', name: 'shown', incoming_path: '/shown/{v}' });
    let maker = await world.as('grace');
    await maker.ask(pixelsApi.createTrackingPixel, {
      params: { owner: 'hopper-labs' },
      body: { name: 'Docs', package_id: item.id },
    });
    let page = await linus.open(setupPage, paramsOf(item));
    expect(page).toMatchObject({
      mayChange: false,
      hosting: {
        domains: [{ name: 'hopper-labs.gateway.localhost', is_default: true }],
        routes: [{ incoming_path: '/shown/{v}', outgoing_url: null }],
      },
      pixels: [{ name: 'Docs' }],
    });
  });

  test.each([
    [{ packageType: 'file', packageName: 'nothing' }, 'package-not-found'],
    [{ packageType: 'gem', packageName: 'shown' }, 'package-not-found'],
  ])('is a 404 for %j', async (params, code) => {
    expect(await refusalOf(ada.open(setupPage, { owner: 'ada', ...params }))).toEqual({ status: 404, code });
  });

  test('is changed by its form; an unchecked box means no', async () => {
    let item = await make('grace', {
      type: 'docker',
      name: 'a/b',
      backend_registry: 'ghcr.io',
      website: 'https://old.example',
    });
    let form = { backend_registry: 'quay.io', short_description: 'New', website: '', importance: 'high' };
    let answer = redirectOf(await grace.post(saveEdit, paramsOf(item), form));
    expect(answer).toEqual({ status: 303, to: '/packages/grace/docker/a%2Fb/settings', toast: 'package_updated' });
    let { item: saved } = await grace.open(editPage, paramsOf(item));
    expect(saved).toMatchObject({
      backend_registry: 'quay.io',
      short_description: 'New',
      website: '',
      importance: 'high',
      track_companies: false,
    });
    let refused = await refusedForm(await grace.post(saveEdit, paramsOf(item), { ...form, website: 'ftp://x' }));
    expect(refused).toMatchObject({ status: 422, error: { website: ['This is not a valid URL.'] } });
    expect(refused.kept).toMatchObject({ short_description: 'New', website: 'ftp://x' });
  });

  test('is deleted when its name is typed, and only then', async () => {
    let item = await make('grace', { type: 'file', name: 'Going', incoming_path: '/going' });
    expect(await grace.open(deletePage, paramsOf(item))).toEqual({ events: 'It has no events yet.', name: 'Going' });
    let refused = await refusedForm(await grace.post(deleteIt, paramsOf(item), { confirm_name: 'going' }));
    expect(refused).toMatchObject({
      status: 422,
      error: { confirm_name: [expect.any(String)] },
      kept: { confirm_name: 'going' },
    });
    expect(redirectOf(await grace.post(deleteIt, paramsOf(item), { confirm_name: 'Going' }))).toEqual({
      status: 303,
      to: '/packages/grace/overview',
      toast: 'package_deleted',
    });
    expect((await grace.post(deleteIt, paramsOf(item), { confirm_name: 'Going' })).status).toBe(404);
  });

  test('cannot be changed by members and strangers', async () => {
    let item = await make('hopper-labs', { type: 'file', name: 'safe', incoming_path: '/safe' });
    for (let person of [linus, ada]) {
      expect((await person.post(deleteIt, paramsOf(item), { confirm_name: 'safe' })).status).toBe(403);
      expect((await person.post(saveEdit, paramsOf(item), {})).status).toBe(403);
      expect((await person.post(addRoute, paramsOf(item), { incoming_path: '/x' })).status).toBe(403);
      expect((await person.post(addDomain, paramsOf(item), { name: 'x.example' })).status).toBe(403);
    }
    let said = await linus.open(editPage, paramsOf(item)).catch((thrown: Response) => thrown.json());
    expect(said).toMatchObject({ message: expect.stringMatching(/role in hopper-labs is member; ask one of/) });
  });
});

describe('routes of a file package', () => {
  test('are added, previewed, changed and deleted', async () => {
    let item = await make('grace', { type: 'file', name: 'routed', incoming_path: '/r/{v}' });
    let back = '/packages/grace/file/routed/set-up';
    expect(await grace.open(newRoutePage, paramsOf(item))).toMatchObject({ host: 'grace.gateway.localhost' });

    let form = { incoming_path: '/r/{os}/{v}', outgoing_url: 'https://x.example/{os}/{v}' };
    expect((await grace.post(addRoute, paramsOf(item), { ...form, preview: 'yes' })).status).toBe(200);
    expect((await grace.open(setupPage, paramsOf(item))).hosting!.routes).toHaveLength(1);
    expect(redirectOf(await grace.post(addRoute, paramsOf(item), form))).toEqual({
      status: 303,
      to: back,
      toast: 'route_added',
    });
    let same = { ...form, outgoing_url: 'https://y.example/{os}/{v}' };
    let again = await refusedForm(await grace.post(addRoute, paramsOf(item), same));
    expect(again).toMatchObject({ status: 422, kept: same });
    expect(again.error).toHaveProperty('incoming_path');

    let { routes } = (await grace.open(setupPage, paramsOf(item))).hosting!;
    let added = routes.find((route) => route.incoming_path === form.incoming_path)!;
    let params = paramsOf(item, { routeId: added.id });
    expect(await grace.open(routePage, params)).toMatchObject({ route: form });
    let changed = { incoming_path: '/s/{v}', outgoing_url: '' };
    expect(redirectOf(await grace.post(saveRoute, params, changed))).toMatchObject({
      to: back,
      toast: 'route_updated',
    });
    expect(await grace.open(routePage, params)).toMatchObject({
      route: { incoming_path: '/s/{v}', outgoing_url: null },
    });

    expect(redirectOf(await grace.post(deleteRoute, params))).toMatchObject({ to: back, toast: 'route_deleted' });
    expect((await grace.post(deleteRoute, params)).status).toBe(404);
  });

  test('do not exist for docker packages', async () => {
    let item = await make('grace', { type: 'docker', name: 'c/d', backend_registry: 'quay.io' });
    let refused = await refusedForm(await grace.post(addRoute, paramsOf(item), { incoming_path: '/x' }));
    expect(refused).toMatchObject({ status: 422, error: { '': ['Only file packages have routes.'] } });
  });
});

describe('domains of a package', () => {
  test('are added and removed, except the last one', async () => {
    let item = await make('grace', { type: 'file', name: 'hosted', incoming_path: '/hosted' });
    let [first] = (await grace.open(setupPage, paramsOf(item))).hosting!.domains;
    let lastStays = await grace.post(deleteDomain, paramsOf(item, { domainId: first!.id }));
    expect(await refusedForm(lastStays)).toMatchObject({
      status: 422,
      error: { '': ['A package needs at least one domain.'] },
    });

    let wrong = await refusedForm(await grace.post(addDomain, paramsOf(item), { name: 'not a name' }));
    expect(wrong).toMatchObject({
      status: 422,
      error: { name: ['This is not a valid domain name.'] },
      kept: { name: 'not a name' },
    });
    let own = await refusedForm(await grace.post(addDomain, paramsOf(item), { name: 'x.localhost' }));
    expect(own).toMatchObject({ status: 422, kept: { name: 'x.localhost' } });
    expect(own.error).toHaveProperty('name');

    let added = redirectOf(await grace.post(addDomain, paramsOf(item), { name: 'Files.grace.example' }));
    expect(added).toEqual({ status: 303, to: '/packages/grace/file/hosted/set-up', toast: 'domain_added' });
    let unverified = await grace.open(setupPage, paramsOf(item));
    expect(unverified.hosting!.command?.text).toBe('http://grace.gateway.localhost:8081/hosted');
    expect(unverified.hosting!.domains.map(({ name }) => name)).toContain('files.grace.example');

    let params = paramsOf(item, { domainId: first!.id });
    expect(await grace.open(deleteDomainPage, params)).toMatchObject({ domain: { is_default: true } });
    expect(redirectOf(await grace.post(deleteDomain, params)).toast).toBe('domain_deleted');
    expect((await refusalOf(grace.open(deleteDomainPage, params))).status).toBe(404);
  });
});
