/** The pages of archives, of an organization and of an account, against a real gateway. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { action as ask, loader as page } from 'app/routes/_app.organizations.$owner.archive';
import { loader as file } from 'app/routes/_app.organizations.$owner.archive_.$archiveId.file';
import { action as remove, loader as removal } from 'app/routes/_app.organizations.$owner.archive_.$archiveId.removal';
import { loader as exportsPage } from 'app/routes/_app.organizations.$owner.exports';
import { type Browser, browserOf, redirectOf, refusalOf } from '../../support/dashboard';
import { unpacked } from '../../support/tar';
import { createWorld, type World } from '../../support/world';

const org = { owner: 'hopper-labs' };
const home = '/organizations/hopper-labs/archive';
let world: World;
let grace: Browser;

beforeAll(async () => {
  world = await createWorld();
  grace = await browserOf(world, 'grace');
});
afterAll(() => world.close());

async function bytesOf(answer: unknown): Promise<Map<string, string>> {
  let { headers, body } = answer as Response;
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="landfall-[a-z-]+-\d{4}-\d\d-\d\d\.tar\.gz"$/,
  );
  return unpacked(new Uint8Array(await new Response(body).arrayBuffer()));
}

test('an archive is asked for, downloaded and deleted', async () => {
  expect((await grace.open(page, org, home)).lines).toEqual([]);
  expect(redirectOf(await grace.post(ask, org, {}, home))).toEqual({
    status: 303,
    to: home,
    toast: 'archive_requested',
  });
  await world.gateway.archives.run();
  let { lines, isOpen } = await grace.open(page, org, home);
  expect(isOpen).toBe(false);
  expect(lines).toMatchObject([{ status: 'done', by: 'grace', about: expect.stringMatching(/^0 events, \d/) }]);
  let params = { ...org, archiveId: lines[0]!.id };
  expect(lines[0]!.file).toBe(`${home}/${params.archiveId}/file`);
  let names = [...(await bytesOf(await grace.open(file, params))).keys()];
  expect(names.some((name) => name.endsWith('/memberships.json'))).toBe(true);
  expect(redirectOf((await grace.open(removal, params)) as Response).to).toBe(home);
  expect(redirectOf(await grace.post(remove, params))).toMatchObject({ to: home, toast: 'archive_deleted' });
  expect((await grace.open(page, org, home)).lines).toEqual([]);
});

test('a second archive while one is being made is answered by a message', async () => {
  await world.records.deleteFrom('archives').execute();
  await world.gateway.archives.run();
  let caller = { owner_id: world.ids.get('hopper-labs')!, requested_by: null, status: 'waiting' as const };
  let counts = { attempts: 0, files_done: 0, files_total: 0, event_count: 0, byte_count: 0 };
  let times = { due_at: world.now() + 60_000, created_at: world.now(), finished_at: null };
  await world.records
    .insertInto('archives')
    .values({ id: 'waits', ...caller, ...counts, ...times, reason: '' })
    .execute();
  expect((await grace.open(page, org, home)).isOpen).toBe(true);
  expect(redirectOf(await grace.post(ask, org, {}, home))).toMatchObject({ to: home, toast: 'archive_is_being_made' });
});

test('the page of an account has the archive of the person', async () => {
  await grace.post(ask, {}, {}, '/account/archive');
  await world.gateway.archives.run();
  let { lines } = await grace.open(page, {}, '/account/archive');
  let files = await bytesOf(await grace.open(file, { archiveId: lines[0]!.id }));
  let users = [...files].find(([name]) => name.endsWith('/users.json'))?.[1];
  expect(users).toContain('grace@example.com');
});

test('only owners of an organization have the page, its files and the link to it', async () => {
  let mary = await browserOf(world, 'mary');
  let refusal = { status: 403, code: 'permission-not-granted' };
  for (let loader of [page, file, removal])
    expect(await refusalOf(mary.open(loader as typeof removal, { ...org, archiveId: '1' }, home))).toMatchObject(
      refusal,
    );
  expect((await mary.post(ask, org, {}, home)).status).toBe(403);
  let link = async (who: Browser) =>
    ((await who.open(exportsPage, org, '/organizations/hopper-labs/exports')) as { data: { archive?: string } }).data
      .archive;
  expect(await link(mary)).toBeUndefined();
  expect(await link(grace)).toBe(home);
});
