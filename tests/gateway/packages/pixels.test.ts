import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { createTrackingPixel, deleteTrackingPixel, getPackageTrackingPixels, getPixelsOverview } = pixelsApi;
const { getTrackingPixel, getTrackingPixels, updateTrackingPixel } = pixelsApi;
const mine = { params: { owner: 'ada' } };

let world: World;
let ada: Caller;
let packageId: string;

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'docker.io' };
  packageId = (await ada.ask(packagesApi.createPackage, { ...mine, body })).id;
});
afterAll(() => world.close());

describe('answers', () => {
  // @spec 3: Pixel: name, owner
  it('creates, shows, changes and deletes a pixel', async () => {
    let made = await ada.ask(createTrackingPixel, { ...mine, body: { name: ' Notes ', package_id: packageId } });
    expect(made).toMatchObject({
      name: 'Notes',
      owner: 'ada',
      importance: 'mid',
      track_companies: true,
      keep_referrer_query: false,
      package: { id: packageId, name: 'engine', owner: 'ada', type: 'docker' },
    });
    let one = { params: { owner: 'ada', id: made.id } };
    expect(await ada.ask(getTrackingPixel, one)).toEqual(made);
    expect(await ada.ask(getPackageTrackingPixels, { params: { owner: 'ada', package_id: packageId } })).toEqual([
      made,
    ]);
    let change = {
      name: 'Notes G',
      importance: 'low' as const,
      track_companies: false,
      keep_referrer_query: true,
      short_description: 'all of them',
    };
    let changed = await ada.ask(updateTrackingPixel, { ...one, body: change });
    expect(changed).toMatchObject({ ...change, package: null, id: made.id });
    await ada.ask(deleteTrackingPixel, one);
    expect((await ada.refusal(getTrackingPixel, one)).code).toBe('pixel-not-found');
  });

  it('lists pixels by name, in pages, with their domains in the overview', async () => {
    for (let name of ['charlie', 'Alpha', 'bravo']) await ada.ask(createTrackingPixel, { ...mine, body: { name } });
    let all = await ada.ask(getTrackingPixels, mine);
    expect(all.results.map((pixel) => pixel.name)).toEqual(['Alpha', 'bravo', 'charlie']);
    let page = await ada.ask(getTrackingPixels, { ...mine, query: { per_page: 1, after: all.results[0]?.id } });
    expect(page).toMatchObject({ results: [{ name: 'bravo' }], total: 3 });
    let { results } = await ada.ask(getPixelsOverview, { ...mine, query: { per_page: 1 } });
    expect(results).toMatchObject([{ tracking_pixel: all.results[0], domains: [{ name: 'static.localhost' }] }]);
  });

  it('keeps a pixel whose package is deleted', async () => {
    let body = { type: 'docker' as const, name: 'short-lived', backend_registry: 'docker.io' };
    let { id } = await ada.ask(packagesApi.createPackage, { ...mine, body });
    let pixel = await ada.ask(createTrackingPixel, { ...mine, body: { name: 'long-lived', package_id: id } });
    await ada.ask(packagesApi.deletePackage, { params: { owner: 'ada', package_id: id } });
    expect((await ada.ask(getTrackingPixel, { params: { owner: 'ada', id: pixel.id } })).package).toBeNull();
  });
});

describe('refuses', () => {
  it.each([
    [{}, 'name-is-empty', 'name'],
    [{ name: '' }, 'name-is-empty', 'name'],
    [{ name: 'x'.repeat(215) }, 'field-is-too-long', 'name'],
    [{ name: 'x', importance: 'huge' }, 'request-not-valid', 'importance'],
    [{ name: 'x', package_id: 'none' }, 'invalid-package-owner', 'package_id'],
    [[], 'request-not-valid', undefined],
  ])('%o', async (body, code, field) => {
    let refusal = await ada.refusal(createTrackingPixel, { ...mine, body: body as never });
    expect(refusal).toMatchObject({ status: 422, code, ...(field && { field }) });
  });

  // @spec 5: Pixel name: empty or already exists; pixel owner invalid
  it('an existing name, also at the same moment and in a change', async () => {
    let body = { name: 'twin' };
    let both = await Promise.all([1, 2].map(() => ada.call(createTrackingPixel, { ...mine, body })));
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 422]);
    let other = await ada.ask(createTrackingPixel, { ...mine, body: { name: 'other' } });
    let change = { params: { owner: 'ada', id: other.id }, body };
    expect(await ada.refusal(updateTrackingPixel, change)).toMatchObject({
      code: 'name-already-exists',
      field: 'name',
    });
  });

  // @spec 5: Pixel name: empty or already exists; pixel owner invalid
  it("another owner's package and pixel", async () => {
    let grace = await world.as('grace');
    let theirs = { params: { owner: 'hopper-labs' }, body: { name: 'borrowed', package_id: packageId } };
    expect((await grace.refusal(createTrackingPixel, theirs)).code).toBe('invalid-package-owner');
    let pixel = await ada.ask(createTrackingPixel, { ...mine, body: { name: 'private' } });
    for (let route of [getTrackingPixel, deleteTrackingPixel])
      expect((await grace.refusal(route, { params: { owner: 'hopper-labs', id: pixel.id } })).code).toBe(
        'pixel-not-found',
      );
  });
});

whoMay(Object.values(pixelsApi));
