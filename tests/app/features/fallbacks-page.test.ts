/** The page with the fallback targets of a package. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { action as addByBell } from 'app/routes/_app.alerts.$owner.email-me';
import { action, loader } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.fallbacks';
import { alertsApi } from 'contract/alerts/alerts';
import { packagesApi } from 'contract/packages/packages';
import { type Browser, browserOf, redirectOf, refusalOf, refusedForm } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const at = { owner: 'hopper-labs', packageType: 'npm', packageName: 'mill' };
const page = '/packages/hopper-labs/npm/mill/fallbacks';

let world: World;
let grace: Browser;

beforeAll(async () => {
  world = await createWorld();
  grace = await browserOf(world, 'grace');
  let body = { type: 'npm' as const, name: 'mill', repository_url: 'https://registry.example/' };
  let caller = await world.as('grace');
  let { id: artifactId } = await caller.ask(packagesApi.createPackage, { params: { owner: 'hopper-labs' }, body });
  let time = world.now() - 1_000;
  await world.events.append([
    madeEvent({ artifactId, time, originId: 1n, fallback: 'rate-limit' }),
    madeEvent({ artifactId, time: time - 1, originId: 2n }),
  ]);
});
afterAll(() => world.close());

describe('fallbacks', () => {
  test('are saved in their order, shown with what they served, and removed', async () => {
    let sent = await grace.post(action, at, { targets: 'https://b.example, https://a.example/npm' });
    expect(redirectOf(sent)).toEqual({ status: 303, to: page, toast: 'fallbacks_saved' });
    let { found } = await grace.open(loader, at, page);
    expect(found).toMatchObject({
      first: ['https://registry.example/'],
      targets: ['https://b.example/', 'https://a.example/npm/'],
      downloads: { rate_limit: 1, away: 0 },
    });
    await grace.post(action, at, { targets: '' });
    expect((await grace.open(loader, at, page)).found.targets).toEqual([]);
  });

  test('offer an alert about their package, and say which targets work', async () => {
    expect((await grace.open(loader, at, page)).bellOf).toBeNull();
    await grace.post(action, at, { targets: 'https://b.example' });
    let state = { target: 'https://b.example/', state: 'away' as const, since: world.now() };
    await world.records.insertInto('target_states').values(state).execute();
    let { bellOf, item, found } = await grace.open(loader, at, page);
    expect(bellOf).toBe(item.id);
    // The watch may have found meanwhile that the first target has no address.
    expect(found.states).toContainEqual({ ...state, since: new Date(state.since).toISOString() });
    let sent = await grace.post(
      addByBell,
      { owner: 'hopper-labs' },
      { preset: 'target-away', package_id: bellOf!, next: page },
    );
    expect(redirectOf(sent)).toEqual({ status: 303, to: page, toast: 'alert_added' });
    let { results } = await (await world.as('grace')).ask(alertsApi.getAlerts, { params: { owner: 'hopper-labs' } });
    expect(results).toMatchObject([{ kind: 'target-away', package_id: bellOf }]);
  });

  test('are refused on their field', async () => {
    let { status, error } = await refusedForm(await grace.post(action, at, { targets: 'https://registry.example' }));
    expect(status).toBe(422);
    expect(error).toEqual({ targets: ['This is where downloads go already. Enter another one.'] });
  });

  test.each([
    ['https://mirror.example, https://mirror.example/', 'You entered the same fallback twice.'],
    [`https://${'a'.repeat(3_000)}.example`, 'Use at most 2,000 characters for each.'],
    ['https://10.1.2.3', 'This gateway may not reach private networks. Enter a public fallback.'],
  ])('are refused on their field: %s', async (targets, text) => {
    expect((await refusedForm(await grace.post(action, at, { targets }))).error).toEqual({ targets: [text] });
  });

  test('of files are hosts', async () => {
    let body = { type: 'file' as const, name: 'files', incoming_path: '/{v}', outgoing_url: 'https://a.example/{v}' };
    await (await world.as('grace')).ask(packagesApi.createPackage, { params: { owner: 'hopper-labs' }, body });
    let files = { owner: 'hopper-labs', packageType: 'file', packageName: 'files' };
    let { error, kept } = await refusedForm(await grace.post(action, files, { targets: 'https://b.example/dl' }));
    expect(error).toEqual({ targets: [expect.stringMatching(/scheme and host.*Paths stay the same/)] });
    expect(kept).toEqual({ targets: 'https://b.example/dl' });
  });

  test('are for owners and admins', async () => {
    let linus = await browserOf(world, 'linus');
    expect((await refusalOf(linus.open(loader, at, page))).status).toBe(403);
    expect((await linus.post(action, at, { targets: '' })).status).toBe(403);
  });
});
