/** The pages about members of a person's package, and what each member can see. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditApi } from 'contract/admin/audit';
import { domainStatusApi } from 'contract/packages/domain-status';
import { packagesApi } from 'contract/packages/packages';
import { domainsApi } from 'contract/packages/domains';
import { loader as shell } from 'app/routes/_app';
import { action as checkDomain } from 'app/routes/_app.domains.$owner.$domainId.verification';
import { loader as page } from 'app/routes/_app.packages.$owner.$packageType.$packageName';
import { loader as companiesPage } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.companies';
import { loader as settingsPage } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.settings';
import { loader as setupPage } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.set-up';
import { loader as versionsPage } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.versions';
import { action as remove } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.delete';
import { action as edit, loader as editPage } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.edit';
import { action as leave, loader as leavePage } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.leave';
import {
  action as takeOff,
  loader as takeOffPage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.members.$username.delete';
import {
  action as changeLevel,
  loader as memberPage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.members.$username._index';
import {
  action as add,
  loader as addPage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.members._index';
import { loader as overview } from 'app/routes/_app.packages.$owner.overview';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { createWorld, type World } from '../../support/world';

let world: World;
let ada: Browser;
let linus: Browser;
let mary: Browser;
let root: Browser;
let engine = { owner: 'ada', packageType: 'file', packageName: 'engine' };

beforeAll(async () => {
  world = await createWorld();
  [ada, linus, mary, root] = await Promise.all([
    browserOf(world, 'ada'),
    browserOf(world, 'linus'),
    browserOf(world, 'mary'),
    browserOf(world, 'root'),
  ]);
  let body = { type: 'file' as const, name: 'engine', incoming_path: '/engine/{v}' };
  await (await world.as('ada')).ask(packagesApi.createPackage, { params: { owner: 'ada' }, body });
});
afterAll(() => world.close());

async function membersSeenBy(who: Browser): Promise<string[]> {
  let { members } = await who.open(settingsPage, engine);
  return (members ?? []).map(({ username, permission_level }) => `${username} ${permission_level}`);
}

describe('members of a package', () => {
  test('are added with a level; errors are on their fields', async () => {
    expect((await ada.open(addPage, engine)).by).toBe('owner');
    let nobody = await refusedForm(await ada.post(add, engine, { username: 'nobody-here', permission_level: 'admin' }));
    expect(nobody).toMatchObject({ status: 422, kept: { username: 'nobody-here', permission_level: 'admin' } });
    expect(nobody.error).toEqual({ username: ['User not found.'] });
    let empty = await refusedForm(await ada.post(add, engine, { username: '', permission_level: 'admin' }));
    expect(Object.keys(empty.error ?? {})).toEqual(['username']);
    let herself = await refusedForm(await ada.post(add, engine, { username: 'ada', permission_level: 'member' }));
    expect(Object.keys(herself.error ?? {})).toEqual(['username']);
    expect((await linus.post(add, engine, { username: 'linus', permission_level: 'owner' })).status).toBe(403);
    let added = await ada.post(add, engine, { username: 'linus', permission_level: 'member' });
    expect(redirectOf(added)).toEqual({
      status: 303,
      to: '/packages/ada/file/engine/settings',
      toast: 'package_member_added',
    });
    await ada.post(add, engine, { username: 'mary', permission_level: 'admin' });
    expect(await membersSeenBy(ada)).toEqual(['ada owner', 'linus member', 'mary admin']);
  });

  test('find the package as shared, in their list and in its owner’s', async () => {
    for (let owner of ['linus', 'ada']) {
      let found = await linus.open(overview, { owner }, `/packages/${owner}/overview`);
      expect(found.shared).toMatchObject([{ owner: 'ada', name: 'engine', permission_level: 'member' }]);
      expect([found.isOpen, found.list?.lines ?? []]).toEqual([owner === 'linus', []]);
    }
    expect((await ada.open(overview, { owner: 'ada' }, '/packages/ada/overview')).shared).toEqual([]);
    let refused = linus.open(overview, { owner: 'mary' }, '/packages/mary/overview');
    expect((await refusalOf(refused)).status).toBe(403);
  });

  test('see it or change it, by their level', async () => {
    expect(await linus.open(settingsPage, engine)).toMatchObject({ role: 'member', mayChange: false, isShared: true });
    expect((await linus.open(page, engine)).data).toMatchObject({
      isShared: true,
      tools: { share: null, files: null },
      one: { report: { overview: { totals: { downloads: 0 } } } },
    });
    expect(await membersSeenBy(linus)).toEqual(['ada owner', 'linus member', 'mary admin']);
    for (let loader of [editPage, addPage])
      expect((await refusalOf(linus.open(loader as never, engine))).status).toBe(403);
    expect((await refusalOf(linus.open(memberPage, { ...engine, username: 'mary' }))).status).toBe(403);
    expect((await linus.post(remove, engine, { confirm_name: 'engine' })).status).toBe(403);

    expect(await mary.open(settingsPage, engine)).toMatchObject({ role: 'admin', mayChange: true });
    expect((await mary.open(page, engine)).data.tools).toMatchObject({ share: null, files: null });
    let saved = await mary.post(edit, engine, { short_description: 'Counts', importance: 'high' });
    expect(redirectOf(saved)).toMatchObject({ status: 303, toast: 'package_updated' });
    expect((await ada.open(page, engine)).data.item.short_description).toBe('Counts');
    expect((await refusalOf(root.open(page, { ...engine, packageName: 'none' }))).status).toBe(404);
  });

  // @spec 6: Members of a package see the DNS records of its domains, and looking around leaves no
  //   refusal in the owner’s log
  test('see the DNS records of a domain; those who may change the package can check them', async () => {
    let params = { owner: 'ada', package_id: (await ada.open(page, engine)).data.item.id };
    let maryCalls = await world.as('mary');
    let { id } = await maryCalls.ask(domainsApi.createPackageDomain, { params, body: { name: 'engine.example.com' } });
    let ofOwner = Object.values((await ada.open(setupPage, engine)).hosting!.statuses);
    expect(ofOwner).toMatchObject([{ domain: 'engine.example.com', verified_at: null }]);
    expect(ofOwner[0]?.records.map(({ type }) => type)).toEqual(['CNAME', 'TXT']);
    for (let person of [linus, mary])
      expect(Object.values((await person.open(setupPage, engine)).hosting!.statuses)).toEqual(ofOwner);

    let inPath = { owner: 'ada', domainId: id };
    let checked = await mary.post(checkDomain, inPath, { next: '/packages/ada/file/engine' });
    expect(redirectOf(checked)).toMatchObject({ to: '/packages/ada/file/engine', toast: 'domain_unanswered' });
    expect((await linus.post(checkDomain, inPath, { next: '/' })).status).toBe(403);
  });

  // @spec 6: Members of a package see the DNS records of its domains, and looking around leaves no
  //   refusal in the owner’s log
  test('add no refusal to the owner’s audit log by opening pages', async () => {
    for (let person of [linus, mary]) {
      await person.open(overview, { owner: 'ada' }, '/packages/ada/overview');
      await person.open(overview, { owner: 'ada' }, '/packages/ada/overview?q=engine&type=file');
      await person.open(page, engine);
      await person.open(companiesPage, engine);
      await person.open(versionsPage, engine);
      await person.open(setupPage, engine);
      await person.open(settingsPage, engine);
      await person.open(shell, engine);
    }
    await world.gateway.idle();
    let query = { action: ['access-refused' as const], per_page: 'max' as const };
    let { results } = await (await world.as('ada')).ask(auditApi.getAuditEvents, { params: { owner: 'ada' }, query });
    let read = results.map(({ target }) => target).filter((target) => target?.startsWith('GET'));
    // This refusal is from the test above, before linus became a member.
    expect(read).toEqual([`GET ${packagesApi.getPackageByName.path}`]);
  });

  test('do not see other domains of the owner', async () => {
    let adaCalls = await world.as('ada');
    let body = { type: 'file' as const, name: 'loom', incoming_path: '/loom/{v}' };
    let loom = await adaCalls.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body });
    let params = { owner: 'ada', package_id: loom.id };
    let { id } = await adaCalls.ask(domainsApi.createPackageDomain, { params, body: { name: 'loom.example.com' } });
    let maryCalls = await world.as('mary');
    for (let domain_ref of [id, 'loom.example.com', 'engine.example.com'])
      expect(
        await maryCalls.refusal(domainStatusApi.getDomainStatus, { params: { owner: 'ada', domain_ref } }),
      ).toMatchObject({
        status: 403,
      });
  });

  // @spec 6: Package admin cannot remove other admins; member reads
  test('have a level that owners change; admins cannot change admins and owners', async () => {
    let ofLinus = { ...engine, username: 'linus' };
    expect((await mary.open(memberPage, ofLinus)).member).toMatchObject({ permission_level: 'member' });
    expect((await refusalOf(mary.open(memberPage, { ...engine, username: 'grace' }))).code).toBe('user-not-found');
    expect((await mary.post(changeLevel, ofLinus, { permission_level: 'owner' })).status).toBe(403);
    expect((await refusedForm(await ada.post(changeLevel, ofLinus, { permission_level: 'king' }))).status).toBe(422);
    expect(redirectOf(await mary.post(changeLevel, ofLinus, { permission_level: 'admin' }))).toMatchObject({
      status: 303,
      to: '/packages/ada/file/engine/settings',
      toast: 'role_changed',
    });
    expect((await mary.post(takeOff, ofLinus)).status).toBe(403);
    expect((await mary.post(changeLevel, ofLinus, { permission_level: 'member' })).status).toBe(403);
    await ada.post(changeLevel, ofLinus, { permission_level: 'member' });
    let own = await refusedForm(await ada.post(takeOff, { ...engine, username: 'ada' }));
    expect(own).toMatchObject({ status: 422 });
    expect(await membersSeenBy(ada)).toEqual(['ada owner', 'linus member', 'mary admin']);
  });

  // @spec 5: Deleting or leaving a package requires typing its name
  test('are removed, or leave by typing the name', async () => {
    let ofLinus = { ...engine, username: 'linus' };
    expect(await mary.open(takeOffPage, ofLinus)).toMatchObject({ username: 'linus', name: 'engine' });
    expect(redirectOf(await mary.post(takeOff, ofLinus))).toMatchObject({ toast: 'member_removed' });
    expect((await refusalOf(linus.open(page, engine))).status).toBe(403);
    expect((await mary.open(leavePage, engine)).name).toBe('engine');
    let wrong = await refusedForm(await mary.post(leave, engine, { confirm_name: 'engin' }));
    expect(wrong.error).toEqual({ confirm_name: ['Type the name exactly as shown.'] });
    expect(redirectOf(await mary.post(leave, engine, { confirm_name: 'engine' }))).toMatchObject({
      to: '/packages/mary/overview',
      toast: 'package_left',
    });
    expect(await membersSeenBy(ada)).toEqual(['ada owner']);
  });

  test('have no button to leave when they are members of the owner', async () => {
    expect((await refusalOf(ada.open(leavePage, engine))).status).toBe(404);
    expect((await ada.post(leave, engine, { confirm_name: 'engine' })).status).toBe(404);
  });

  test('are led to their own list after deleting the package as its admin', async () => {
    await ada.post(add, engine, { username: 'mary', permission_level: 'admin' });
    expect(redirectOf(await mary.post(remove, engine, { confirm_name: 'engine' }))).toMatchObject({
      to: '/packages/mary/overview',
      toast: 'package_deleted',
    });
  });

  test('do not exist for packages of an organization', async () => {
    let body = { type: 'file' as const, name: 'tool', incoming_path: '/tool/{v}' };
    await (await world.as('mary')).ask(packagesApi.createPackage, { params: { owner: 'hopper-labs' }, body });
    let tool = { owner: 'hopper-labs', packageType: 'file', packageName: 'tool' };
    expect(await linus.open(settingsPage, tool)).toMatchObject({ members: null, role: 'member', isShared: false });
    expect((await refusalOf(mary.open(addPage, tool))).code).toBe('package-has-no-members');
    expect((await refusalOf(mary.open(leavePage, tool))).status).toBe(404);
    expect((await mary.post(add, tool, { username: 'ada', permission_level: 'member' })).status).toBe(404);
  });
});
