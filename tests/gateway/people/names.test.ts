/** Reservation of names, and the answers of the hosts of given-up names. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountApi } from 'contract/accounts/account';
import { ownerHosts } from 'contract/packages/package-types/hosts';
import { administrationApi } from 'contract/admin/administration';
import { auditApi } from 'contract/admin/audit';
import { collectionsApi } from 'contract/packages/collections';
import { emailVerificationApi } from 'contract/accounts/email-verification';
import { githubApi } from 'contract/accounts/github';
import { formerNamesMax } from 'gateway/floor/names';
import { organizationsApi } from 'contract/organizations/organizations';
import { packagesApi } from 'contract/packages/packages';
import { usersApi } from 'contract/accounts/users';
import { demoPassword } from 'gateway/demo/people';
import { createSampleUser } from 'gateway/floor/owners';
import { issueToken } from 'gateway/people/accounts/tokens';
import { startFakeGithub, type FakeGithub } from 'tests/support/fake-github';
import { createWorld, type Caller, type World } from 'tests/support/world';

let github: FakeGithub;
let world: World;
let edge: http.Server;
let count = 0;
/** A person with an organization who requests the names of others. */
let other: Person;

const billing_email = 'bills@example.com';

beforeAll(async () => {
  github = await startFakeGithub();
  let { clientId, clientSecret, url: apiUrl } = github;
  world = await createWorld({
    github: { clientId, clientSecret, apiUrl },
    attemptLimits: { registrationsPerAddress: 1_000, perAddress: 1_000 },
  });
  other = await person({ name: 'other' });
  await other.caller.ask(organizationsApi.createOrganization, { body: { name: 'others', billing_email } });
  edge = http.createServer((req, res) => world.edge.handle(req, res));
  await new Promise<void>((done) => edge.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  await new Promise((done) => edge.close(done));
  await world.close();
  await github.close();
});

/** Status and location of a download from a host of the gateway. */
function download(host: string, path = '/tool'): Promise<string> {
  return new Promise((resolve, reject) => {
    let { port } = edge.address() as AddressInfo;
    let headers = { host: `${host}.localhost`, connection: 'close' };
    http
      .get({ host: '127.0.0.1', port, path, headers }, (res) => {
        res.resume();
        resolve(`${res.statusCode} ${res.headers.location ?? ''}`.trim());
      })
      .on('error', reject);
  });
}

interface Person {
  name: string;
  email: string;
  caller: Caller;
}

/** A new person, with a confirmed address unless `confirmed` is false. */
async function person(given: { name?: string; email?: string; confirmed?: boolean } = {}): Promise<Person> {
  let { name = `person-${++count}`, email = `${name}@example.com`, confirmed = true } = given;
  let emailVerifiedAt = confirmed ? world.now() : null;
  let { id } = await createSampleUser(
    world.records,
    { username: name, email, passwordHash: '', emailVerifiedAt },
    world.now(),
  );
  return { name, email, caller: world.with(await issueToken(world.records, id, 'session', world.now())) };
}

async function addTool(caller: Caller, owner: string, to: string): Promise<void> {
  let body = { type: 'file' as const, name: 'tool', incoming_path: '/tool', outgoing_url: to };
  await caller.ask(packagesApi.createPackage, { params: { owner }, body });
}

function rename({ caller, name }: Person, to: string) {
  return caller.call(accountApi.updateUser, { params: { username: name }, body: { username: to } });
}

/** The error codes with which each call that takes a name refuses it to another person. */
async function refusals(name: string): Promise<string[]> {
  let anyone = world.with(undefined);
  let email = `other-${++count}@example.com`;
  let emails = [{ email, primary: true, verified: true }];
  let access_token = github.tokenFor({ id: count, login: `other-${count}`, emails });
  let params = { username: other.name };
  let answers = [
    await anyone.refusal(usersApi.register, { body: { username: name, email, password: demoPassword } }),
    await anyone.refusal(githubApi.registerWithGithub, { body: { access_token, username: name, email } }),
    await other.caller.refusal(accountApi.updateUser, { params, body: { username: name } }),
    await other.caller.refusal(organizationsApi.convertAccount, { params, body: { username: name, billing_email } }),
    await other.caller.refusal(organizationsApi.createOrganization, { body: { name, billing_email } }),
    await other.caller.refusal(organizationsApi.updateOrganization, {
      params: { name: 'others' },
      body: { name, billing_email },
    }),
  ];
  return answers.map(({ code, field }) => `${code} ${field}`);
}

const taken = [
  ...Array<string>(4).fill('username-already-in-use username'),
  ...Array<string>(2).fill('entity-already-exists name'),
];

describe('a renamed person', () => {
  it('keeps every earlier name reserved, and all its hosts keep working', async () => {
    let first = await person();
    await addTool(first.caller, first.name, 'https://dl.example.com/tool');
    await first.caller.ask(collectionsApi.createCollection, {
      params: { owner: first.name },
      body: { type: 'docker', pattern: 'team/*', backend_domain: '127.0.0.1:1' },
    });
    expect((await rename(first, 'second-name')).status).toBe(200);
    expect((await rename({ ...first, name: 'second-name' }, 'third-name')).status).toBe(200);
    for (let name of [first.name, 'second-name', 'third-name']) {
      expect(await download(`${name}.gateway`)).toBe('307 https://dl.example.com/tool');
      // The registry is down, so a 502 shows that the edge still serves the host.
      expect(await download(`${name}.docker`, '/v2/team/app/manifests/1')).toBe('502');
    }
    expect(await refusals(first.name.toUpperCase())).toEqual(taken);
    expect(await refusals('second-name')).toEqual(taken);
  });

  it('can return to an earlier name, and then keeps the later one reserved', async () => {
    let ada = await person();
    await addTool(ada.caller, ada.name, 'https://dl.example.com/back');
    await rename(ada, 'went-away');
    expect((await rename({ ...ada, name: 'went-away' }, ada.name)).status).toBe(200);
    expect((await rename({ ...ada }, 'went-away')).status).toBe(200);
    expect((await rename({ ...ada, name: 'went-away' }, ada.name)).status).toBe(200);
    expect(await download(`${ada.name}.gateway`)).toBe('307 https://dl.example.com/back');
    expect(await download('went-away.gateway')).toBe('307 https://dl.example.com/back');
    expect(await refusals('went-away')).toEqual(taken);
  });

  it('keeps the name when only its case changes', async () => {
    let { caller, name } = await person();
    await rename({ caller, name, email: '' }, name.toUpperCase());
    let rows = await world.records.selectFrom('given_up_names').select('id').where('name_key', '=', name).execute();
    expect(rows).toEqual([]);
  });

  it('has a limit of earlier names, and can still return to one of them', async () => {
    let { caller, name, email } = await person();
    for (let n = 0; n < formerNamesMax; n++)
      expect((await rename({ caller, email, name: n ? `${name}-${n - 1}` : name }, `${name}-${n}`)).status).toBe(200);
    let now = { caller, email, name: `${name}-${formerNamesMax - 1}` };
    expect((await rename(now, `${name}-more`)).body).toMatchObject({
      code: 'too-many-former-names',
      field: 'username',
    });
    expect((await rename(now, name)).status).toBe(200);
  });

  it('keeps an earlier name after a conversion to an organization; the person cannot take it', async () => {
    let before = await person();
    await addTool(before.caller, before.name, 'https://dl.example.com/converted');
    await rename(before, `${before.name}-inc`);
    let params = { username: `${before.name}-inc` };
    let refusal = await before.caller.refusal(organizationsApi.convertAccount, {
      params,
      body: { username: before.name, billing_email },
    });
    expect(refusal).toMatchObject({ code: 'username-already-in-use', field: 'username' });
    await before.caller.ask(organizationsApi.convertAccount, {
      params,
      body: { username: `${before.name}-self`, billing_email },
    });
    expect(await download(`${before.name}.gateway`)).toBe('307 https://dl.example.com/converted');
    expect(await refusals(before.name)).toEqual(taken);
  });
});

describe('a deleted person', () => {
  it('leaves no host, no free name, and no personal data', async () => {
    let gone = await person();
    await addTool(gone.caller, gone.name, 'https://dl.example.com/gone');
    await rename(gone, `${gone.name}-later`);
    await gone.caller.ask(accountApi.deleteUser, { params: { username: `${gone.name}-later` } });
    for (let name of [gone.name, `${gone.name}-later`]) {
      expect(await download(`${name}.gateway`)).toBe('404');
      expect(await refusals(name)).toEqual(taken);
    }
    let names = await world.records.selectFrom('given_up_names').selectAll().where('owner_id', 'is', null).execute();
    let people = await world.records.selectFrom('former_owners').selectAll().execute();
    expect(names.length).toBeGreaterThan(1);
    expect(JSON.stringify([names, people])).not.toContain(gone.name);
  });

  it('can take the name again once the earlier email address is confirmed again', async () => {
    let gone = await person();
    await gone.caller.ask(accountApi.deleteUser, { params: { username: gone.name } });
    let anyone = world.with(undefined);
    let body = { username: gone.name, email: gone.email, password: demoPassword };
    expect((await anyone.refusal(usersApi.register, { body })).code).toBe('username-already-in-use');
    let name = `${gone.name}-new`;
    let back = {
      ...gone,
      name,
      caller: world.with((await anyone.ask(usersApi.register, { body: { ...body, username: name } })).token),
    };
    expect((await rename(back, gone.name)).status).toBe(422);
    let letter = (await world.lettersTo(gone.email)).find(({ link }) => link.includes('/verify-email/'));
    await anyone.ask(emailVerificationApi.verifyEmail, { params: { token: letter?.link.split('/').pop() ?? '' } });
    expect((await rename(back, gone.name)).status).toBe(200);
  });

  it('can take the name again with GitHub, which confirms the address', async () => {
    let gone = await person();
    await gone.caller.ask(accountApi.deleteUser, { params: { username: gone.name } });
    let emails = [{ email: gone.email, primary: true, verified: true }];
    let access_token = github.tokenFor({ id: 77_001, login: 'returns', emails });
    let body = { access_token, username: gone.name, email: gone.email };
    expect((await world.with(undefined).call(githubApi.registerWithGithub, { body })).status).toBe(201);
  });

  it('cannot take the name again with an address that was never confirmed', async () => {
    let gone = await person({ confirmed: false });
    await gone.caller.ask(accountApi.deleteUser, { params: { username: gone.name } });
    let back = await person({ name: `${gone.name}-new`, email: gone.email });
    expect((await rename(back, gone.name)).status).toBe(422);
  });
});

describe('an organization', () => {
  it('keeps its earlier names and their hosts while it exists', async () => {
    let { caller } = await person();
    await caller.ask(organizationsApi.createOrganization, { body: { name: 'makers', billing_email } });
    await addTool(caller, 'makers', 'https://dl.example.com/makers');
    await caller.ask(organizationsApi.updateOrganization, {
      params: { name: 'makers' },
      body: { name: 'builders', billing_email },
    });
    expect(await download('makers.gateway')).toBe('307 https://dl.example.com/makers');
    expect(await download('builders.gateway')).toBe('307 https://dl.example.com/makers');
    expect(await refusals('makers')).toEqual(taken);
    let again = await caller.refusal(organizationsApi.createOrganization, { body: { name: 'makers', billing_email } });
    expect(again.code).toBe('entity-already-exists');
    await caller.ask(organizationsApi.updateOrganization, {
      params: { name: 'builders' },
      body: { name: 'Makers', billing_email },
    });
    expect(await download('builders.gateway')).toBe('307 https://dl.example.com/makers');
  });

  it('that is deleted leaves its names to its former owners only', async () => {
    let { caller } = await person();
    await caller.ask(organizationsApi.createOrganization, { body: { name: 'closed', billing_email } });
    await addTool(caller, 'closed', 'https://dl.example.com/closed');
    await caller.ask(organizationsApi.deleteOrganization, { params: { name: 'closed' } });
    expect(await download('closed.gateway')).toBe('404');
    expect(await refusals('closed')).toEqual(taken);
    await caller.ask(organizationsApi.createOrganization, { body: { name: 'Closed', billing_email } });
    expect(await download('closed.gateway')).toBe('404');
    await addTool(caller, 'closed', 'https://dl.example.com/open');
    expect(await download('closed.gateway')).toBe('307 https://dl.example.com/open');
  });
});

describe('at the same moment', () => {
  it('a name that is being given up cannot be taken by another person', async () => {
    let owners = await Promise.all([person(), person(), person()]);
    let others = await Promise.all([person(), person(), person()]);
    await Promise.all(
      owners.flatMap((owner, i) => [rename(owner, `${owner.name}-new`), rename(others[i]!, owner.name)]),
    );
    for (let { name } of owners) {
      let has = await world.records.selectFrom('owners').select('id').where('name_key', '=', name).execute();
      expect(has).toEqual([]);
    }
  });
});

describe('a platform admin', () => {
  /** The newest events of one action, as [actor, owner, target]. */
  async function freed(admin: Caller): Promise<unknown[]> {
    let { results } = await admin.ask(auditApi.getAllAuditEvents, { query: { action: ['name-freed'] } });
    return results.map(({ actor, owner, target }) => [actor, owner, target]);
  }

  it('releases an earlier name of a renamed owner: its hosts stop, and others can take it', async () => {
    let root = await world.as('root');
    let owner = await person();
    await addTool(owner.caller, owner.name, 'https://dl.example.com/renamed');
    await rename(owner, `${owner.name}-now`);
    let params = { name: owner.name.toUpperCase() };
    expect(await root.ask(administrationApi.getGivenUpName, { params })).toEqual({
      name: owner.name,
      given_up_at: expect.any(String),
      owner: `${owner.name}-now`,
    });
    expect(await download(`${owner.name}.gateway`)).toBe('307 https://dl.example.com/renamed');
    await root.ask(administrationApi.freeGivenUpName, { params });
    expect(await download(`${owner.name}.gateway`)).toBe('404');
    expect(await download(`${owner.name}-now.gateway`)).toBe('307 https://dl.example.com/renamed');
    let [, ...others] = ownerHosts(owner.name, 'localhost');
    let hosts = `${owner.name}.gateway.localhost and ${others.length} other hosts of ${owner.name}`;
    let line = ['root', `${owner.name}-now`, `${owner.name}: ${hosts} → no longer served`];
    expect((await freed(root))[0]).toEqual(line);

    let body = { username: owner.name, email: `heir-${owner.name}@example.com`, password: demoPassword };
    let heir = world.with((await world.with(undefined).ask(usersApi.register, { body })).token);
    await addTool(heir, owner.name, 'https://dl.example.com/heir');
    expect(await download(`${owner.name}.gateway`)).toBe('307 https://dl.example.com/heir');
    expect((await rename({ ...owner, name: `${owner.name}-now` }, owner.name)).status).toBe(422);
    expect(await root.refusal(administrationApi.freeGivenUpName, { params })).toMatchObject({
      status: 404,
      code: 'name-not-given-up',
    });
  });

  it('releases a name of a deleted owner', async () => {
    let root = await world.as('root');
    let gone = await person();
    await gone.caller.ask(accountApi.deleteUser, { params: { username: gone.name } });
    let params = { name: gone.name };
    expect(await root.ask(administrationApi.getGivenUpName, { params })).toMatchObject({
      name: gone.name,
      owner: null,
    });
    await root.ask(administrationApi.freeGivenUpName, { params });
    expect((await freed(root))[0]).toEqual(['root', null, gone.name]);
    await world.with(undefined).ask(usersApi.register, {
      body: { username: gone.name, email: `heir-${gone.name}@example.com`, password: demoPassword },
    });
  });

  it('cannot release a name that is in use or was never given up', async () => {
    let root = await world.as('root');
    for (let name of ['other', 'grace', 'never-heard-of'])
      for (let route of [administrationApi.getGivenUpName, administrationApi.freeGivenUpName])
        expect(await root.refusal(route, { params: { name } })).toMatchObject({
          status: 404,
          code: 'name-not-given-up',
          field: 'name',
        });
  });

  it('is the only role that can release names', async () => {
    let owner = await person();
    await rename(owner, `${owner.name}-now`);
    for (let route of [administrationApi.getGivenUpName, administrationApi.freeGivenUpName])
      for (let caller of [owner.caller, other.caller, await world.as('grace')])
        expect((await caller.refusal(route, { params: { name: owner.name } })).code).toBe('permission-not-granted');
    expect(await refusals(owner.name)).toEqual(taken);
  });
});
