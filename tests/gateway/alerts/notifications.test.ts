import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPreferencesApi } from 'contract/accounts/email-preferences';
import { alertsApi } from 'contract/alerts/alerts';
import { notificationsApi } from 'contract/alerts/notifications';
import { packagesApi } from 'contract/packages/packages';
import { permissionsApi } from 'contract/organizations/permissions';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { deletePackageNotification, getPackageNotifications, setPackageNotification } = notificationsApi;

let world: World;
let grace: Caller;
let mary: Caller;
let packageId: string;

beforeAll(async () => {
  world = await createWorld();
  [grace, mary] = await Promise.all([world.as('grace'), world.as('mary')]);
  packageId = await make(grace, 'hopper-labs', 'compiler');
});
afterAll(() => world.close());

async function make(caller: Caller, owner: string, name: string): Promise<string> {
  let body = { type: 'file' as const, name, incoming_path: `/${name}` };
  return (await caller.ask(packagesApi.createPackage, { params: { owner }, body: body as never })).id;
}

function of(username: string, owner = 'hopper-labs', id = packageId) {
  return { params: { owner, package_id: id, username } };
}

describe('answers', () => {
  it('members switch on their own, change them, and switch them off', async () => {
    let all = { params: { owner: 'hopper-labs', package_id: packageId } };
    expect(await grace.ask(getPackageNotifications, all)).toEqual({ results: [] });
    let made = await grace.ask(setPackageNotification, { ...of('Grace'), body: {} });
    expect(made).toMatchObject({ username: 'grace', type: 'new-company', downloads: 1, is_paused: false });
    await mary.ask(setPackageNotification, { ...of('mary'), body: { type: 'new-company', downloads: 25 } });
    await grace.ask(setPackageNotification, { ...of('grace'), body: { downloads: 5 } });
    let { results } = await mary.ask(getPackageNotifications, all);
    expect(results.map(({ username, downloads }) => [username, downloads])).toEqual([
      ['grace', 5],
      ['mary', 25],
    ]);
    expect(results[0]?.created_at).toBe(made.created_at);
    let alerts = await grace.ask(alertsApi.getAlerts, { params: { owner: 'hopper-labs' } });
    expect(alerts.results, 'personal rules are no alerts of the owner').toEqual([]);
    for (let turn of ['first', 'second'])
      expect((await grace.call(deletePackageNotification, of('grace'))).status, turn).toBe(204);
    expect((await mary.ask(getPackageNotifications, all)).results).toMatchObject([{ username: 'mary' }]);
  });

  it('shows when the mails are switched off in the preferences', async () => {
    await mary.ask(emailPreferencesApi.updateEmailPreferences, {
      params: { username: 'mary' },
      body: { new_company: false },
    });
    expect((await mary.ask(setPackageNotification, { ...of('mary'), body: {} })).is_paused).toBe(true);
    await mary.ask(emailPreferencesApi.updateEmailPreferences, {
      params: { username: 'mary' },
      body: { new_company: true },
    });
    expect((await mary.ask(setPackageNotification, { ...of('mary'), body: {} })).is_paused).toBe(false);
  });

  it('an admin of a single package may switch them on', async () => {
    let ada = await world.as('ada');
    let id = await make(ada, 'ada', 'engine');
    let level = { username: 'linus', permission_level: 'admin' as const };
    await ada.ask(permissionsApi.setPackagePermission, { params: { owner: 'ada', package_id: id }, body: level });
    let linus = await world.as('linus');
    await linus.ask(setPackageNotification, { ...of('linus', 'ada', id), body: {} });
    expect((await linus.ask(getPackageNotifications, of('', 'ada', id))).results).toMatchObject([
      { username: 'linus' },
    ]);
  });

  it('a platform admin may switch them on for a member', async () => {
    let root = await world.as('root');
    await root.ask(setPackageNotification, { ...of('grace'), body: {} });
    await root.ask(deletePackageNotification, of('grace'));
    expect((await root.refusal(setPackageNotification, { ...of('linus'), body: {} })).code).toBe(
      'permission-not-granted',
    );
  });
});

describe('refuses', () => {
  it.each([0, -1, 1.5, 1_000_001, 'many'])('%s downloads', async (downloads) => {
    let refusal = await grace.refusal(setPackageNotification, {
      ...of('grace'),
      body: { downloads: downloads as never },
    });
    expect(refusal).toMatchObject({ status: 422, code: 'notification-downloads-are-invalid', field: 'downloads' });
  });

  it('notifications for another person, or an unknown one', async () => {
    for (let route of [setPackageNotification, deletePackageNotification]) {
      let body = route === setPackageNotification ? { body: {} as never } : {};
      expect((await mary.refusal(route, { ...of('grace'), ...body })).code).toBe('permission-not-granted');
      expect((await mary.refusal(route, { ...of('nobody'), ...body })).code).toBe('user-not-found');
      expect((await mary.refusal(route, { ...of('hopper-labs'), ...body })).code).toBe('user-not-found');
    }
  });

  it('a package of another owner', async () => {
    let id = await make(await world.as('ada'), 'ada', 'secret');
    let refusal = await grace.refusal(setPackageNotification, { ...of('grace', 'hopper-labs', id), body: {} });
    expect(refusal).toMatchObject({ status: 404, code: 'package-not-found' });
  });
});

whoMay(Object.values(notificationsApi));
