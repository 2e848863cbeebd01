/** The pixel pages against a real gateway: content, changes and permissions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi, type TrackingPixel } from 'contract/packages/pixels';
import { loader as createdPage } from 'app/routes/_app.new-pixel.$owner_.$pixelId.created';
import { action as createNew, loader as newPage } from 'app/routes/_app.new-pixel.$owner';
import { action as deleteIt, loader as deletePage } from 'app/routes/_app.pixels.$owner_.$pixelId.delete';
import { action as addDomain, loader as domainPage } from 'app/routes/_app.pixels.$owner_.$pixelId.domains';
import { action as deleteDomain } from 'app/routes/_app.pixels.$owner_.$pixelId.domains_.$domainId.delete';
import { action as saveEdit, loader as editPage } from 'app/routes/_app.pixels.$owner_.$pixelId.edit';
import { loader as listPage } from 'app/routes/_app.pixels.$owner';
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

async function make(owner: 'ada' | 'grace' | 'hopper-labs', name: string): Promise<TrackingPixel> {
  let maker = await world.as(owner === 'ada' ? 'ada' : 'grace');
  return maker.ask(pixelsApi.createTrackingPixel, { params: { owner }, body: { name } });
}
async function countOf(owner: 'ada'): Promise<number> {
  return (await (await world.as(owner)).ask(pixelsApi.getTrackingPixels, { params: { owner } })).total;
}

describe('the list', () => {
  test('shows the views of the last 28 days, and leads members to the snippet', async () => {
    expect(await grace.open(listPage, { owner: 'hopper-labs' })).toMatchObject({ list: { total: 0 }, mayChange: true });
    let pixel = await make('hopper-labs', 'Docs');
    let view = { type: 'pixel-fetch', artifactType: 'tracking-pixel', ownerId: world.ids.get('hopper-labs') } as const;
    await world.events.append([madeEvent({ ...view, artifactId: pixel.id, time: world.now() })]);
    expect(await linus.open(listPage, { owner: 'hopper-labs' })).toMatchObject({
      list: { total: 1, lines: [{ id: pixel.id, name: 'Docs', type: 'pixel', total: '1', users: '1' }] },
      mayChange: false,
    });
    let { view: copied } = await linus.open(createdPage, { owner: 'hopper-labs', pixelId: pixel.id });
    expect(copied).toMatchObject({
      pixel: { name: 'Docs', importance: 'mid' },
      domains: ['static.localhost'],
      address: `http://static.localhost:8081/a.png?x-pxid=${pixel.id}`,
    });
    expect(copied.snippet).toContain(`src="http://static.localhost:8081/a.png?x-pxid=${pixel.id}"`);
  });

  test('is refused to strangers', async () => {
    expect((await refusalOf(ada.open(listPage, { owner: 'hopper-labs' }))).status).toBe(403);
    expect((await refusalOf(ada.open(listPage, { owner: 'nobody' }))).status).toBe(404);
  });
});

describe('a new pixel', () => {
  test('leads to its created page', async () => {
    let maker = await world.as('ada');
    let body = { type: 'file', name: 'tool', incoming_path: '/tool' } as const;
    let item = await maker.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body });
    let page = await ada.open(newPage, { owner: 'ada' }, `/?package=${item.id}`);
    expect(page).toMatchObject({ packageId: item.id, packages: [{ value: item.id, label: 'tool (file)' }] });

    let form = { name: 'Readme', importance: 'high', package_id: item.id, domain: '' };
    let { status, to, toast } = redirectOf(await ada.post(createNew, { owner: 'ada' }, form));
    let pixelId = to?.split('/')[3];
    expect([status, to, toast]).toEqual([303, `/new-pixel/ada/${pixelId}/created`, 'pixel_created']);
    expect(await ada.open(createdPage, { owner: 'ada', pixelId })).toMatchObject({
      view: { pixel: { name: 'Readme', importance: 'high', package: { name: 'tool' } } },
      unverified: [],
      tryLine: expect.stringContaining(pixelId ?? 'missing'),
    });
  });

  test('has a custom domain in its snippet once it is verified', async () => {
    let form = { name: 'Branded', importance: 'mid', domain: 'Px.Ada.example' };
    let { to } = redirectOf(await ada.post(createNew, { owner: 'ada' }, form));
    let created = () => ada.open(createdPage, { owner: 'ada', pixelId: to?.split('/')[3] });
    expect(await created()).toMatchObject({
      unverified: ['px.ada.example'],
      pointsTo: 'ada.gateway.localhost',
      view: { address: expect.stringContaining('http://static.localhost:8081/') },
    });
    await verified(world, 'ada', 'px.ada.example');
    expect(await created()).toMatchObject({
      unverified: [],
      view: { address: expect.stringContaining('http://px.ada.example:8081/') },
    });
  });

  test('is not created with a malformed domain; the form keeps the values', async () => {
    let before = await countOf('ada');
    let form = { name: 'Never', importance: 'low', domain: 'no domain' };
    let refused = await refusedForm(await ada.post(createNew, { owner: 'ada' }, form));
    expect(refused).toEqual({ status: 422, error: { domain: ['This is not a valid domain name.'] }, kept: form });
    expect(await countOf('ada')).toBe(before);
  });

  test('is created once when its domain is refused, and leads to the page where the domain can be corrected', async () => {
    let before = await countOf('ada');
    let answer = redirectOf(
      await ada.post(createNew, { owner: 'ada' }, { name: 'Kept', importance: 'low', domain: 'mine.localhost' }),
    );
    expect(answer.status).toBe(303);
    let to = new URL(answer.to ?? '', 'http://dashboard.test');
    let pixelId = to.pathname.split('/')[3];
    expect(to.pathname).toBe(`/pixels/ada/${pixelId}/domains`);
    expect(await countOf('ada')).toBe(before + 1);
    expect(await ada.open(domainPage, { owner: 'ada', pixelId }, to.pathname + to.search)).toMatchObject({
      pixel: { name: 'Kept' },
      domain: 'mine.localhost',
      refusal: 'You cannot use a domain of the gateway or the dashboard.',
    });
    let added = redirectOf(await ada.post(addDomain, { owner: 'ada', pixelId }, { name: 'free.example' }));
    expect(added).toEqual({ status: 303, to: `/new-pixel/ada/${pixelId}/created`, toast: 'domain_added' });
    expect(await countOf('ada')).toBe(before + 1);
  });

  test('shows no error code that is not in the catalogue', async () => {
    let pixel = await make('ada', 'Spoofed');
    let page = await ada.open(domainPage, { owner: 'ada', pixelId: pixel.id }, '/?code=Call+this+number');
    expect(page.refusal).toBe('The gateway did not respond.');
  });

  // @spec 5: Pixel name exists
  test('is refused when its name is taken', async () => {
    let form = { name: 'Twice' };
    let answers = await Promise.all([
      ada.post(createNew, { owner: 'ada' }, { ...form, importance: 'mid' }),
      ada.post(createNew, { owner: 'ada' }, { ...form, importance: 'low' }),
    ]);
    expect(answers.map((a) => a.status).sort()).toEqual([303, 422]);
    let refused = await refusedForm(answers.find((a) => a.status === 422)!);
    expect(refused).toMatchObject({ error: { name: ['A pixel with this name already exists.'] }, kept: form });
  });

  test('refuses a package of another owner on its field', async () => {
    let maker = await world.as('grace');
    let body = { type: 'file', name: 'hers', incoming_path: '/hers' } as const;
    let item = await maker.ask(packagesApi.createPackage, { params: { owner: 'grace' }, body });
    let form = { name: 'Foreign', importance: 'mid', package_id: item.id };
    let refused = await refusedForm(await ada.post(createNew, { owner: 'ada' }, form));
    expect(refused).toMatchObject({ status: 422, error: { package_id: [expect.any(String)] }, kept: form });
  });

  test('cannot be created by members and strangers', async () => {
    for (let person of [linus, ada]) {
      expect((await refusalOf(person.open(newPage, { owner: 'hopper-labs' }))).status).toBe(403);
      expect((await person.post(createNew, { owner: 'hopper-labs' }, { name: 'x' })).status).toBe(403);
    }
  });
});

describe('one pixel', () => {
  test('is changed by its form', async () => {
    let pixel = await make('ada', 'Before');
    let params = { owner: 'ada', pixelId: pixel.id };
    let form = {
      name: 'After',
      importance: 'low',
      package_id: '',
      short_description: 'Guides',
      keep_referrer_query: 'on',
    };
    expect(redirectOf(await ada.post(saveEdit, params, form))).toEqual({
      status: 303,
      to: '/pixels/ada',
      toast: 'pixel_updated',
    });
    expect(await ada.open(editPage, params)).toMatchObject({
      pixel: {
        name: 'After',
        importance: 'low',
        track_companies: false,
        keep_referrer_query: true,
        short_description: 'Guides',
      },
      domains: [{ is_default: true }],
    });
    let refused = await refusedForm(await ada.post(saveEdit, params, { ...form, name: ' ' }));
    expect(refused).toMatchObject({
      status: 422,
      error: { name: ['Enter a pixel name.'] },
      kept: { short_description: 'Guides' },
    });
  });

  test('can lose custom domains, but not the common host', async () => {
    let pixel = await make('ada', 'Hosted');
    let params = { owner: 'ada', pixelId: pixel.id };
    await ada.post(addDomain, params, { name: 'gone.example' });
    let { domains } = await ada.open(editPage, params);
    let domainId = (isDefault: boolean) => domains.find((d) => d.is_default === isDefault)?.id;
    let gone = redirectOf(await ada.post(deleteDomain, { ...params, domainId: domainId(false) }));
    expect(gone).toEqual({ status: 303, to: `/pixels/ada/${pixel.id}/edit`, toast: 'domain_deleted' });
    expect((await ada.post(deleteDomain, { ...params, domainId: domainId(true) })).status).toBe(422);
  });

  test('is deleted when its name is typed, and only then', async () => {
    let pixel = await make('ada', 'Going');
    let params = { owner: 'ada', pixelId: pixel.id };
    expect(await ada.open(deletePage, params)).toEqual({ events: 'It has no events yet.', name: 'Going' });
    expect((await ada.post(deleteIt, params, { confirm_name: 'gone' })).status).toBe(422);
    let gone = redirectOf(await ada.post(deleteIt, params, { confirm_name: 'Going' }));
    expect(gone).toEqual({ status: 303, to: '/pixels/ada', toast: 'pixel_deleted' });
    expect((await refusalOf(ada.open(deletePage, params))).status).toBe(404);
  });

  test('cannot be changed by members, strangers, or under another owner', async () => {
    let pixel = await make('hopper-labs', 'Safe');
    let params = { owner: 'hopper-labs', pixelId: pixel.id };
    for (let person of [linus, ada]) {
      expect((await person.post(deleteIt, params, { confirm_name: 'Safe' })).status).toBe(403);
      expect((await person.post(saveEdit, params, { name: 'Stolen' })).status).toBe(403);
      expect((await person.post(addDomain, params, { name: 'x.example' })).status).toBe(403);
    }
    expect((await ada.post(saveEdit, { owner: 'ada', pixelId: pixel.id }, { name: 'Stolen' })).status).toBe(404);
  });
});
