/** Entries about refused access in the audit log of an owner. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administrationApi } from 'contract/admin/administration';
import { auditApi } from 'contract/admin/audit';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { tokensApi } from 'contract/accounts/tokens';
import { createSampleUser } from 'gateway/floor/owners';
import { issueToken } from 'gateway/people/accounts/tokens';
import { createWorld, type Caller, type World } from 'tests/support/world';

const params = { owner: 'hopper-labs' };

let world: World;
let root: Caller;
let ada: Caller;

beforeAll(async () => {
  world = await createWorld();
  [root, ada] = [await world.as('root'), await world.as('ada')];
});
afterAll(() => world.close());

/** The refusals that were logged during `work`, oldest first, as [actor, owner, target]. */
async function during(work: () => Promise<unknown>) {
  let read = async () => {
    await world.gateway.idle();
    let query = { action: ['access-refused' as const], per_page: 'max' as const };
    return (await root.ask(auditApi.getAllAuditEvents, { query })).results.reverse();
  };
  let before = await read();
  await work();
  return (await read()).slice(before.length).map(({ actor, owner, target }) => [actor, owner, target]);
}

describe('the audit log has', () => {
  it('a refused read by a stranger, in the owner’s log', async () => {
    let lines = await during(() => ada.refusal(packagesApi.getPackages, { params }));
    expect(lines).toEqual([['ada', 'hopper-labs', `GET ${packagesApi.getPackages.path}`]]);
  });

  it('a refused change by a member', async () => {
    let linus = await world.as('linus');
    let lines = await during(() => linus.refusal(pixelsApi.createTrackingPixel, { params, body: { name: 'Docs' } }));
    expect(lines).toEqual([['linus', 'hopper-labs', `POST ${pixelsApi.createTrackingPixel.path}`]]);
  });

  it('a call outside the scopes of an API token', async () => {
    let grace = await world.as('grace');
    let body = { name: 'reads', scopes: ['read' as const] };
    let self = { username: 'grace' };
    let script = world.with((await grace.ask(tokensApi.createApiToken, { params: self, body })).token);
    let lines = await during(async () => {
      await script.refusal(pixelsApi.createTrackingPixel, { params, body: { name: 'Docs' } });
      await script.refusal(tokensApi.getApiTokens, { params: self });
    });
    expect(lines).toEqual([
      ['grace', 'hopper-labs', `POST ${pixelsApi.createTrackingPixel.path}`],
      ['grace', 'grace', `GET ${tokensApi.getApiTokens.path}`],
    ]);
  });

  it('a call for platform admins by another person', async () => {
    let lines = await during(async () => {
      await ada.refusal(administrationApi.getOwners);
      await ada.refusal(administrationApi.startActing, { params: { owner: 'GRACE' } });
      await ada.refusal(administrationApi.startActing, { params: { owner: 'nobody-here' } });
    });
    expect(lines).toEqual([
      ['ada', null, `GET ${administrationApi.getOwners.path}`],
      ['ada', 'grace', `POST ${administrationApi.startActing.path}`],
      ['ada', null, `POST ${administrationApi.startActing.path}`],
    ]);
  });

  it('nothing for unknown things, visitors, and permitted calls', async () => {
    let lines = await during(async () => {
      expect((await ada.refusal(packagesApi.getPackages, { params: { owner: 'nobody-here' } })).status).toBe(404);
      expect(
        (await ada.refusal(packagesApi.deletePackage, { params: { owner: 'ada', package_id: 'none' } })).status,
      ).toBe(404);
      expect((await world.with(undefined).refusal(packagesApi.getPackages, { params })).status).toBe(401);
      await ada.ask(packagesApi.getPackages, { params: { owner: 'ada' } });
    });
    expect(lines).toEqual([]);
  });
});

describe('limits', () => {
  it('writes one entry per endpoint and owner in a minute', async () => {
    world.later(60_000);
    let loop = async () => {
      for (let n = 0; n < 20; n++)
        await ada.refusal(packagesApi.getPackages, { params: { owner: n % 2 ? 'Hopper-Labs' : 'grace' } });
    };
    expect(await during(loop)).toHaveLength(2);
    world.later(30_000);
    expect(await during(loop)).toEqual([]);
    world.later(30_000);
    expect(await during(loop)).toHaveLength(2);
  });

  it('writes at most 30 entries per person in a minute', async () => {
    let owners: string[] = [];
    for (let n = 0; n < 40; n++) {
      let given = { username: `many-${n}`, email: `many-${n}@example.com`, passwordHash: '', emailVerifiedAt: null };
      owners.push((await createSampleUser(world.records, given, world.now())).name);
    }
    world.later(60_000);
    let lines = await during(async () => {
      for (let owner of owners) await ada.refusal(packagesApi.getPackages, { params: { owner } });
      await (await world.as('linus')).refusal(packagesApi.getPackages, { params: { owner: 'grace' } });
    });
    expect(lines).toHaveLength(31);
    expect(lines.at(-1)?.[0]).toBe('linus');
  });

  it('answers as usual when the log cannot be written', async () => {
    let broken = await createWorld();
    let token = await issueToken(broken.records, broken.ids.get('ada') ?? '', 'session', broken.now());
    await broken.records.schema.dropTable('audit_events').execute();
    let body = { type: 'file' as const, name: 'x', incoming_path: '/x' };
    expect((await broken.with(token).refusal(packagesApi.createPackage, { params, body })).code).toBe(
      'permission-not-granted',
    );
    await broken.gateway.idle();
    await broken.close();
  });
});
