/**
 * The list of packages and the form for a new one against a real gateway: content, changes and
 * permissions.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packagesApi, type Package } from 'contract/packages/packages';
import { loader as createdPage } from 'app/routes/_app.new-package.$owner_.$packageId.created';
import { action as createNew, loader as newPage } from 'app/routes/_app.new-package.$owner';
import { loader as overviewPage } from 'app/routes/_app.packages.$owner.overview';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, verified, type World } from '../../support/world';

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

describe('the overview', () => {
  test('is empty at first', async () => {
    expect(await grace.open(overviewPage, { owner: 'grace' })).toMatchObject({ list: { total: 0 }, mayChange: true });
  });

  test('shows the downloads of the last 28 days, by type and by name', async () => {
    let nginx = await make('hopper-labs', { type: 'docker', name: 'nginx', backend_registry: 'docker.io' });
    let tool = await make('hopper-labs', { type: 'file', name: 'Tool', incoming_path: '/tool/{version}' });
    let ownerId = world.ids.get('hopper-labs') ?? '';
    let download = () => madeEvent({ artifactId: nginx.id, ownerId, time: world.now() });
    await world.events.append([download(), download()]);

    let all = await grace.open(overviewPage, { owner: 'hopper-labs' });
    expect(all.list?.lines.map(({ name, total }) => [name, total])).toEqual([
      ['nginx', '2'],
      ['Tool', '0'],
    ]);

    let before = await grace.open(overviewPage, { owner: 'hopper-labs' }, `/?range=last-month&type=docker`);
    expect(before.list?.lines.map(({ name, total }) => [name, total])).toEqual([['nginx', '0']]);
    expect(before.tools).toMatchObject({ title: 'Last month', chosen: { range: 'last-month', type: ['docker'] } });
    expect(before.tools?.steps.later).toContain('type=docker');
    let wrong = await grace.open(overviewPage, { owner: 'hopper-labs' }, '/?range=fortnight');
    expect([wrong.list, wrong.tools?.fields.error]).toEqual([null, 'Selected date range was invalid or too long.']);

    let files = await grace.open(overviewPage, { owner: 'hopper-labs' }, '/?type=file&type=nonsense');
    expect(files.list?.lines.map(({ id }) => id)).toEqual([tool.id]);
    // Only types that the owner has can be chosen.
    expect([all.offered, files.offered]).toEqual([
      ['docker', 'file'],
      ['docker', 'file'],
    ]);
    let found = await grace.open(overviewPage, { owner: 'hopper-labs' }, '/?q=OO');
    expect(found).toMatchObject({ list: { total: 1 }, filter: { q: 'OO' } });
    expect(await grace.open(overviewPage, { owner: 'hopper-labs' }, '/?q=zzz')).toMatchObject({ list: { total: 0 } });
  });

  test('has its last page for a higher number, and the first for an invalid one', async () => {
    for (let page of ['9', '-1'])
      expect(await grace.open(overviewPage, { owner: 'hopper-labs' }, `/?page=${page}`)).toMatchObject({
        list: { total: 2, page: 1 },
      });
  });

  test('has fifty packages a page, sorted over all pages', async () => {
    let names = Array.from({ length: 51 }, (_, i) => `image-${i}`);
    for (let name of names) await make('grace', { type: 'docker', name, backend_registry: 'docker.io' });
    let at = async (query: string) => (await grace.open(overviewPage, { owner: 'grace' }, query)).list!;
    let first = await at('/?order=artifacts.0.up');
    expect([first.total, first.pages, first.lines.length]).toEqual([51, 2, 50]);
    let second = await at(`${first.path}page=2`);
    expect(second.lines.map(({ name }) => name)).toEqual(['image-50']);
  });

  test('is read-only for members, refused to strangers, and a 404 for unknown owners', async () => {
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

  test('can be read and changed by a platform admin', async () => {
    let root = await browserOf(world, 'root');
    expect(await root.open(overviewPage, { owner: 'hopper-labs' })).toMatchObject({
      list: { total: 2 },
      mayChange: true,
    });
  });
});

describe('a new package', () => {
  test('is created from a pasted pull command, and leads to its created page', async () => {
    let answer = await ada.post(
      createNew,
      { owner: 'ada' },
      { type: 'docker', backend_registry: 'docker.io', name: 'docker pull redis:7' },
    );
    let { status, to, toast } = redirectOf(answer);
    expect([status, toast]).toEqual([303, 'package_created']);
    let packageId = to?.split('/')[3] ?? '';
    expect(to).toBe(`/new-package/ada/${packageId}/created`);
    let created = await ada.open(createdPage, { owner: 'ada', packageId });
    expect(created).toMatchObject({
      item: { name: 'redis', repository_name: 'library/redis', backend_registry: 'docker.io' },
      command: { text: 'docker pull ada.docker.localhost:8081/library/redis' },
      unverified: undefined,
    });
    expect(created.tryLine).toContain('/v2/library/redis/manifests/latest');
  });

  test('shows the DNS records of a file package with a custom domain', async () => {
    let form = { type: 'file', name: 'cli', incoming_path: '/cli', outgoing_url: '', domain: 'Get.Ada.example' };
    let { to } = redirectOf(await ada.post(createNew, { owner: 'ada' }, form));
    let created = () => ada.open(createdPage, { owner: 'ada', packageId: to?.split('/')[3] });
    expect(await created()).toMatchObject({
      unverified: 'get.ada.example',
      defaultHost: 'ada.gateway.localhost',
      command: { text: 'http://ada.gateway.localhost:8081/cli' },
    });
    await verified(world, 'ada', 'get.ada.example');
    expect(await created()).toMatchObject({
      unverified: undefined,
      command: { text: 'http://get.ada.example:8081/cli' },
    });
  });

  test('keeps the values, with the error on its field', async () => {
    let form = {
      type: 'file',
      name: 'x',
      incoming_path: '/{a}',
      outgoing_url: 'https://x.example/{b}',
      website: 'https://a.example',
    };
    let refused = await refusedForm(await ada.post(createNew, { owner: 'ada' }, form));
    expect(refused.status).toBe(422);
    expect(refused.error).toEqual({ incoming_path: ['The path is missing a variable that the file location uses.'] });
    expect(refused.kept).toEqual(form);
  });

  test('shows an error of a field once', async () => {
    let form = { type: 'file', name: 'x', incoming_path: 'no-slash', outgoing_url: 'https://x.example/a' };
    let refused = await refusedForm(await ada.post(createNew, { owner: 'ada' }, form));
    expect(refused.error).toEqual({ incoming_path: ['Start the path with a slash.'] });
  });

  test('shows errors of the gateway on their fields', async () => {
    let typed = {
      type: 'docker',
      backend_registry: 'docker.io',
      name: 'docker pull redis:8',
      short_description: 'Again',
    };
    let refused = await refusedForm(await ada.post(createNew, { owner: 'ada' }, typed));
    expect(refused).toMatchObject({
      status: 422,
      error: { name: ['A package with this name already exists.'] },
      kept: typed,
    });
    let other = await refusedForm(await ada.post(createNew, { owner: 'ada' }, { type: 'docker', name: 'ghcr.io/a/b' }));
    expect(Object.keys(other.error ?? {})).toEqual(['backend_registry']);
  });

  test('has a preview that keeps the values and creates nothing', async () => {
    let before = (await (await world.as('ada')).ask(packagesApi.getPackages, { params: { owner: 'ada' } })).total;
    let answer = await ada.post(
      createNew,
      { owner: 'ada' },
      { type: 'docker', backend_registry: 'docker.io', name: 'memcached', preview: 'yes' },
    );
    let again = await refusedForm(answer);
    expect(again).toMatchObject({ status: 200, kept: { name: 'memcached' } });
    expect(again.error).toBeUndefined();
    expect((await (await world.as('ada')).ask(packagesApi.getPackages, { params: { owner: 'ada' } })).total).toBe(
      before,
    );
  });

  test('is refused when another one with the same name is created at the same moment', async () => {
    let form = { type: 'file', name: 'once', incoming_path: '/once' };
    let answers = await Promise.all([
      ada.post(createNew, { owner: 'ada' }, form),
      ada.post(createNew, { owner: 'ada' }, { ...form, importance: 'high' }),
    ]);
    expect(answers.map((a) => a.status).sort()).toEqual([303, 422]);
  });

  test('has the type in the address; other types are not offered', async () => {
    expect(await ada.open(newPage, { owner: 'ada' }, '/?type=docker')).toMatchObject({ type: 'docker' });
    expect(await ada.open(newPage, { owner: 'ada' }, '/?type=nothing')).toMatchObject({
      type: null,
      types: expect.arrayContaining([expect.objectContaining({ type: 'docker', explanation: expect.any(String) })]),
    });
  });

  test('has no form for members and strangers, who cannot create one', async () => {
    let form = { type: 'file', name: 'sneaky', incoming_path: '/sneaky' };
    for (let person of [linus, ada]) {
      expect((await refusalOf(person.open(newPage, { owner: 'hopper-labs' }))).status).toBe(403);
      expect((await person.post(createNew, { owner: 'hopper-labs' }, form)).status).toBe(403);
    }
    expect((await refusalOf(ada.open(newPage, { owner: 'nobody' }))).status).toBe(404);
  });
});
