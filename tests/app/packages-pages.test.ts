/** The package pages against a real gateway: what they show, what they change, whom they refuse. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPackage, getPackages, type Package } from 'contract/packages';
import { createTrackingPixel } from 'contract/pixels';
import { loader as createdPage } from 'app/routes/_app.new-package.$owner_.$packageId.created';
import { action as createNew, loader as newPage } from 'app/routes/_app.new-package.$owner';
import { loader as detailsPage } from 'app/routes/_app.packages.$owner.$packageType.$packageName';
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
import { loader as overviewPage } from 'app/routes/_app.packages.$owner.overview';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../support/dashboard';
import { madeEvent } from '../support/made-event';
import { createWorld, type World } from '../support/world';

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
  return maker.ask(createPackage, { params: { owner }, body: body as never });
}
function paramsOf(item: Package, more: Record<string, string> = {}) {
  return { owner: item.owner, packageType: item.type, packageName: item.name, ...more };
}

describe('the overview', () => {
  test('starts empty', async () => {
    expect(await grace.open(overviewPage, { owner: 'grace' })).toMatchObject({ total: 0, cards: [], mayChange: true });
  });

  test('shows commands and the downloads of the last 30 days, by type and by name', async () => {
    let nginx = await make('hopper-labs', { type: 'docker', name: 'nginx', backend_registry: 'docker.io' });
    let tool = await make('hopper-labs', { type: 'file', name: 'Tool', incoming_path: '/tool/{version}' });
    let ownerId = world.ids.get('hopper-labs') ?? '';
    let download = () => madeEvent({ artifactId: nginx.id, ownerId, time: world.now() });
    await world.events.append([download(), download()]);

    let all = await grace.open(overviewPage, { owner: 'hopper-labs' });
    expect(all.total).toBe(2);
    expect(all.cards.map((c) => [c.name, c.downloads, c.command?.text])).toEqual([
      ['nginx', 2, 'docker pull hopper-labs.docker.localhost:8081/library/nginx'],
      ['Tool', 0, 'http://hopper-labs.gateway.localhost:8081/tool/{version}'],
    ]);

    let files = await grace.open(overviewPage, { owner: 'hopper-labs' }, '/?type=file&type=nonsense');
    expect(files.cards.map((c) => c.id)).toEqual([tool.id]);
    let found = await grace.open(overviewPage, { owner: 'hopper-labs' }, '/?q=OO');
    expect(found).toMatchObject({ total: 1, filter: { q: 'OO' } });
    expect(await grace.open(overviewPage, { owner: 'hopper-labs' }, '/?q=zzz')).toMatchObject({ total: 0, cards: [] });
  });

  test('pages beyond the last are empty and a strange page is the first', async () => {
    expect(await grace.open(overviewPage, { owner: 'hopper-labs' }, '/?page=9')).toMatchObject({ total: 2, cards: [] });
    expect(await grace.open(overviewPage, { owner: 'hopper-labs' }, '/?page=-1')).toMatchObject({ page: 1 });
  });

  test('is read-only for members, closed to strangers, unknown for owners there are not', async () => {
    expect(await linus.open(overviewPage, { owner: 'Hopper-Labs' })).toMatchObject({ mayChange: false });
    expect(await refusalOf(ada.open(overviewPage, { owner: 'hopper-labs' }))).toEqual({
      status: 403,
      code: 'permission-not-granted',
    });
    expect(await refusalOf(ada.open(overviewPage, { owner: 'nobody' }))).toEqual({
      status: 404,
      code: 'owner-not-found',
    });
  });

  test('a platform admin may look and change', async () => {
    let root = await browserOf(world, 'root');
    expect(await root.open(overviewPage, { owner: 'hopper-labs' })).toMatchObject({ total: 2, mayChange: true });
  });
});

describe('a new package', () => {
  test('a pasted pull command becomes a docker package and its created page', async () => {
    let answer = await ada.post(createNew, { owner: 'ada' }, { type: 'docker', name: 'docker pull redis:7' });
    let { status, to, toast } = redirectOf(answer);
    expect([status, toast]).toEqual([303, 'package_created']);
    let packageId = to?.split('/')[3] ?? '';
    expect(to).toBe(`/new-package/ada/${packageId}/created`);
    let created = await ada.open(createdPage, { owner: 'ada', packageId });
    expect(created).toMatchObject({
      item: { name: 'redis', repository_name: 'library/redis', backend_registry: 'docker.io' },
      command: { text: 'docker pull ada.docker.localhost:8081/library/redis' },
      customHost: undefined,
    });
    expect(created.tryLine).toContain('/v2/library/redis/manifests/latest');
  });

  test('a file package with a custom domain says what DNS needs', async () => {
    let form = { type: 'file', name: 'cli', incoming_path: '/cli', outgoing_url: '', domain: 'Get.Ada.example' };
    let { to } = redirectOf(await ada.post(createNew, { owner: 'ada' }, form));
    let created = await ada.open(createdPage, { owner: 'ada', packageId: to?.split('/')[3] });
    expect(created).toMatchObject({
      customHost: 'get.ada.example',
      defaultHost: 'ada.gateway.localhost',
      command: { text: 'http://get.ada.example:8081/cli' },
    });
  });

  test('what was typed comes back with the refusal on its field', async () => {
    let form = {
      type: 'file',
      name: 'x',
      incoming_path: '/{a}',
      outgoing_url: 'https://x.example/{b}',
      website: 'https://a.example',
    };
    let refused = await refusedForm(await ada.post(createNew, { owner: 'ada' }, form));
    expect(refused.status).toBe(422);
    expect(refused.error).toEqual({ incoming_path: ['The path lacks a variable that the file location uses.'] });
    expect(refused.kept).toEqual(form);
  });

  test('what only the gateway knows is refused on its field as well', async () => {
    let typed = { type: 'docker', name: 'docker pull redis:8', short_description: 'Again' };
    let refused = await refusedForm(await ada.post(createNew, { owner: 'ada' }, typed));
    expect(refused).toMatchObject({
      status: 422,
      error: { name: ['A package with this name already exists.'] },
      kept: typed,
    });
    let other = await refusedForm(await ada.post(createNew, { owner: 'ada' }, { type: 'docker', name: 'ghcr.io/a/b' }));
    expect(Object.keys(other.error ?? {})).toEqual(['backend_registry']);
  });

  test('a preview keeps what was typed and makes nothing', async () => {
    let before = (await (await world.as('ada')).ask(getPackages, { params: { owner: 'ada' } })).total;
    let answer = await ada.post(createNew, { owner: 'ada' }, { type: 'docker', name: 'memcached', preview: 'yes' });
    let again = await refusedForm(answer);
    expect(again).toMatchObject({ status: 200, kept: { name: 'memcached' } });
    expect(again.error).toBeUndefined();
    expect((await (await world.as('ada')).ask(getPackages, { params: { owner: 'ada' } })).total).toBe(before);
  });

  test('posted twice at once makes one', async () => {
    let form = { type: 'file', name: 'once', incoming_path: '/once' };
    let answers = await Promise.all([
      ada.post(createNew, { owner: 'ada' }, form),
      ada.post(createNew, { owner: 'ada' }, form),
    ]);
    expect(answers.map((a) => a.status).sort()).toEqual([303, 422]);
  });

  test('the type comes from the address; others are not offered', async () => {
    expect(await ada.open(newPage, { owner: 'ada' }, '/?type=docker')).toMatchObject({ type: 'docker' });
    expect(await ada.open(newPage, { owner: 'ada' }, '/?type=npm')).toMatchObject({
      type: null,
      types: ['docker', 'file'],
    });
  });

  test('members and strangers get no form, and no package', async () => {
    let form = { type: 'file', name: 'sneaky', incoming_path: '/sneaky' };
    for (let person of [linus, ada]) {
      expect((await refusalOf(person.open(newPage, { owner: 'hopper-labs' }))).status).toBe(403);
      expect((await person.post(createNew, { owner: 'hopper-labs' }, form)).status).toBe(403);
    }
    expect((await refusalOf(ada.open(newPage, { owner: 'nobody' }))).status).toBe(404);
  });
});

describe('one package', () => {
  test('names with slashes and signs are found', async () => {
    let scoped = await make('ada', { type: 'file', name: 'a@scope/x +1', incoming_path: '/scoped' });
    let page = await ada.open(detailsPage, paramsOf(scoped));
    expect(page).toMatchObject({ item: { id: scoped.id }, mayChange: true, host: 'ada.gateway.localhost' });
  });

  test('shows its domains, routes and pixels', async () => {
    let item = await make('hopper-labs', { type: 'file', name: 'shown', incoming_path: '/shown/{v}' });
    let maker = await world.as('grace');
    await maker.ask(createTrackingPixel, {
      params: { owner: 'hopper-labs' },
      body: { name: 'Docs', package_id: item.id },
    });
    let page = await linus.open(detailsPage, paramsOf(item));
    expect(page).toMatchObject({
      mayChange: false,
      domains: [{ name: 'hopper-labs.gateway.localhost', is_default: true }],
      routes: [{ incoming_path: '/shown/{v}', outgoing_url: null }],
      pixels: [{ name: 'Docs' }],
    });
  });

  test.each([
    [{ packageType: 'file', packageName: 'nothing' }, 'package-not-found'],
    [{ packageType: 'gem', packageName: 'shown' }, 'package-not-found'],
  ])('%j is not there', async (params, code) => {
    expect(await refusalOf(ada.open(detailsPage, { owner: 'ada', ...params }))).toEqual({ status: 404, code });
  });

  test('is changed by its form; a box that is not ticked means no', async () => {
    let item = await make('grace', {
      type: 'docker',
      name: 'a/b',
      backend_registry: 'ghcr.io',
      website: 'https://old.example',
    });
    let form = { backend_registry: 'quay.io', short_description: 'New', website: '', importance: 'high' };
    let answer = redirectOf(await grace.post(saveEdit, paramsOf(item), form));
    expect(answer).toEqual({ status: 303, to: '/packages/grace/docker/a%2Fb', toast: 'package_updated' });
    let { item: saved } = await grace.open(editPage, paramsOf(item));
    expect(saved).toMatchObject({
      backend_registry: 'quay.io',
      short_description: 'New',
      website: '',
      importance: 'high',
      track_companies: false,
    });
    let refused = await refusedForm(await grace.post(saveEdit, paramsOf(item), { ...form, website: 'ftp://x' }));
    expect(refused).toMatchObject({ status: 422, error: { website: ['This is not a valid web address.'] } });
    expect(refused.kept).toMatchObject({ short_description: 'New', website: 'ftp://x' });
  });

  test('goes when its name is typed, and only then', async () => {
    let item = await make('grace', { type: 'file', name: 'Going', incoming_path: '/going' });
    expect(await grace.open(deletePage, paramsOf(item))).toEqual({ name: 'Going' });
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

  test('is safe from members and strangers', async () => {
    let item = await make('hopper-labs', { type: 'file', name: 'safe', incoming_path: '/safe' });
    for (let person of [linus, ada]) {
      expect((await person.post(deleteIt, paramsOf(item), { confirm_name: 'safe' })).status).toBe(403);
      expect((await person.post(saveEdit, paramsOf(item), {})).status).toBe(403);
      expect((await person.post(addRoute, paramsOf(item), { incoming_path: '/x' })).status).toBe(403);
      expect((await person.post(addDomain, paramsOf(item), { name: 'x.example' })).status).toBe(403);
    }
    expect((await refusalOf(linus.open(editPage, paramsOf(item)))).status).toBe(403);
  });
});

describe('routes of a file package', () => {
  test('are added, previewed, changed and deleted', async () => {
    let item = await make('grace', { type: 'file', name: 'routed', incoming_path: '/r/{v}' });
    let back = '/packages/grace/file/routed';
    expect(await grace.open(newRoutePage, paramsOf(item))).toMatchObject({ host: 'grace.gateway.localhost' });

    let form = { incoming_path: '/r/{os}/{v}', outgoing_url: 'https://x.example/{os}/{v}' };
    expect((await grace.post(addRoute, paramsOf(item), { ...form, preview: 'yes' })).status).toBe(200);
    expect((await grace.open(detailsPage, paramsOf(item))).routes).toHaveLength(1);
    expect(redirectOf(await grace.post(addRoute, paramsOf(item), form))).toEqual({
      status: 303,
      to: back,
      toast: 'route_added',
    });
    let again = await refusedForm(await grace.post(addRoute, paramsOf(item), form));
    expect(again).toMatchObject({ status: 422, kept: form });
    expect(again.error).toHaveProperty('incoming_path');

    let { routes } = await grace.open(detailsPage, paramsOf(item));
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

  test('docker packages have none', async () => {
    let item = await make('grace', { type: 'docker', name: 'c/d', backend_registry: 'quay.io' });
    let refused = await refusedForm(await grace.post(addRoute, paramsOf(item), { incoming_path: '/x' }));
    expect(refused).toMatchObject({ status: 422, error: { '': ['Only file packages have routes.'] } });
  });
});

describe('domains of a package', () => {
  test('are added and removed; the last one stays', async () => {
    let item = await make('grace', { type: 'file', name: 'hosted', incoming_path: '/hosted' });
    let [first] = (await grace.open(detailsPage, paramsOf(item))).domains;
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
    expect(added).toEqual({ status: 303, to: '/packages/grace/file/hosted', toast: 'domain_added' });
    let page = await grace.open(detailsPage, paramsOf(item));
    expect(page.command?.text).toBe('http://files.grace.example:8081/hosted');

    let params = paramsOf(item, { domainId: first!.id });
    expect(await grace.open(deleteDomainPage, params)).toMatchObject({ domain: { is_default: true } });
    expect(redirectOf(await grace.post(deleteDomain, params)).toast).toBe('domain_deleted');
    expect((await refusalOf(grace.open(deleteDomainPage, params))).status).toBe(404);
  });
});
