/** Deleted data leaves a tombstone, and its events are erased. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountApi } from 'contract/accounts/account';
import { auditApi } from 'contract/admin/audit';
import { companiesApi } from 'contract/companies/companies';
import { erasureApi } from 'contract/exports/erasure';
import type { Event } from 'contract/event-fields';
import { organizationsApi } from 'contract/organizations/organizations';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { startEventDeletions } from 'gateway/erasure/event-deletions';
import { allTombstones, addTombstone } from 'gateway/floor/tombstones';
import { checkEvents } from 'gateway/events/duckdb/check';
import type { AggregateQuery } from 'gateway/events/shape/store';
import { openInstallationClock } from 'gateway/floor/installation-clock';
import { openEventStore } from 'tests/support/event-store';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

let world: World;
let ada: Caller;
let grace: Caller;
beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  grace = await world.as('grace');
});
afterAll(() => world.close());

async function packageOf(
  caller: Caller,
  owner: string,
  name: string,
): Promise<Partial<Event> & { artifactId: string }> {
  let { id } = await caller.ask(packagesApi.createPackage, {
    params: { owner },
    body: { type: 'docker', name, backend_registry: 'registry.example' },
  });
  return { artifactId: id, ownerId: world.ids.get(owner)! };
}

async function pixelOf(caller: Caller, owner: string, name: string): Promise<Partial<Event> & { artifactId: string }> {
  let { id } = await caller.ask(pixelsApi.createTrackingPixel, { params: { owner }, body: { name } });
  return { artifactId: id, artifactType: 'tracking-pixel', type: 'pixel-fetch', ownerId: world.ids.get(owner)! };
}

function visitOf(about: Partial<Event> & { artifactId: string }): Event {
  return madeEvent({ time: world.now(), ...about });
}

/** The number of downloads. */
function everything(artifactIds: string[]): AggregateQuery {
  return {
    artifactType: 'package',
    artifactIds,
    from: 0,
    until: world.now() + 1_000,
    rollup: 'total',
    breakdowns: ['by-total'],
    groupByArtifact: false,
    includeLowConfidence: true,
  };
}

/** Ids of artifacts with stored events. */
async function artifactsStored(all: { artifactId: string }[]): Promise<string[]> {
  let found = new Set<string>();
  let artifactIds = all.map(({ artifactId }) => artifactId);
  for (let artifactType of ['package', 'tracking-pixel'] as const)
    for await (let batch of world.events.export({ artifactType, artifactIds, from: 0, until: world.now() + 1_000 }))
      for (let event of batch) found.add(event.artifactId);
  return [...found].sort();
}

describe('erasing', () => {
  const acme = {
    companyName: 'Acme',
    companyDomain: 'acme.example',
    connectionType: 'business',
    confidence: 0.9,
  } as const;
  let params = { owner: 'ada', domain: 'acme.example' };

  it('a company removes its events up to now and its other data; later events are new', async () => {
    let { artifactId, ownerId } = await packageOf(ada, 'ada', 'tools');
    let foreign = await packageOf(grace, 'hopper-labs', 'tools');
    await world.events.append([
      visitOf({ artifactId, ownerId, ...acme }),
      visitOf({ artifactId, ownerId, ...acme, connectionType: 'hosting' }),
      visitOf({ artifactId, ownerId, ...acme, companyDomain: 'bolt.example' }),
      visitOf({ ...foreign, ...acme }),
    ]);
    await world.records
      .insertInto('company_profiles')
      .values(
        ['acme.example', 'bolt.example'].map((domain) => ({
          owner_id: ownerId!,
          domain,
          profile: null,
          asked_at: 1,
          ask_again_at: 2,
        })),
      )
      .execute();
    expect(await ada.ask(erasureApi.getStoredCompanyEvents, { params })).toEqual({
      events: 1,
      deleted_within: 'minute',
    });
    expect(await ada.ask(erasureApi.eraseCompany, { params })).toEqual({ events: 1, deleted_within: 'minute' });
    await world.gateway.deletions.run();
    expect(await ada.refusal(companiesApi.getCompany, { params })).toMatchObject({
      status: 404,
      code: 'company-not-found',
    });
    expect(await ada.refusal(erasureApi.eraseCompany, { params })).toMatchObject({
      status: 404,
      code: 'company-not-found',
    });
    expect(await ada.ask(companiesApi.getCompany, { params: { ...params, domain: 'bolt.example' } })).toMatchObject({
      total_events: 1,
    });
    let profiles = await world.records
      .selectFrom('company_profiles')
      .select('domain')
      .where('owner_id', '=', ownerId!)
      .execute();
    expect(profiles).toEqual([{ domain: 'bolt.example' }]);
    expect(
      await grace.ask(companiesApi.getCompany, { params: { owner: 'hopper-labs', domain: 'acme.example' } }),
    ).toMatchObject({
      total_events: 1,
    });
    world.later(1_000);
    await world.events.append([visitOf({ artifactId, ownerId, ...acme })]);
    expect(await ada.ask(companiesApi.getCompany, { params })).toMatchObject({
      total_events: 1,
      total_unique_downloads: 1,
    });
    let { results } = await ada.ask(auditApi.getAuditEvents, {
      params: { owner: 'ada' },
      query: { action: ['company-erased'] },
    });
    expect(results).toMatchObject([{ actor: 'ada', target: 'acme.example' }]);
  });

  it('a company removes events assigned to it by corrections, with the corrections, and keeps those assigned to others', async () => {
    let { artifactId, ownerId } = await packageOf(ada, 'ada', 'corrected');
    let one = { artifactId, ownerId, ...acme, companyDomain: 'label.example' };
    await world.events.append([
      visitOf({ ...one, network: 'AS64501 Mine' }),
      visitOf({ ...one, network: 'AS64502 Theirs' }),
      visitOf({ ...one, network: 'AS64503 Neither' }),
    ]);
    let said = (of: string, domain: string) => ({
      id: of,
      owner_id: ownerId!,
      of,
      company_name: domain,
      company_domain: domain,
      made_by: 'ada',
      created_at: 1,
    });
    await world.records
      .insertInto('company_corrections')
      .values(
        [said('AS64501', 'mine.example'), said('AS64502', 'theirs.example')].map((row) => ({
          network: '',
          matched_name: '',
          matched_domain: '',
          ...row,
        })),
      )
      .execute();
    await ada.ask(erasureApi.eraseCompany, { params: { ...params, domain: 'mine.example' } });
    await world.gateway.deletions.run();
    expect(await ada.refusal(companiesApi.getCompany, { params: { ...params, domain: 'mine.example' } })).toMatchObject(
      {
        status: 404,
      },
    );
    await ada.ask(erasureApi.eraseCompany, { params: { ...params, domain: 'label.example' } });
    await world.gateway.deletions.run();
    expect(await ada.ask(companiesApi.getCompany, { params: { ...params, domain: 'theirs.example' } })).toMatchObject({
      total_events: 1,
    });
    expect(
      await ada.ask(erasureApi.getStoredPackageEvents, { params: { owner: 'ada', package_id: artifactId } }),
    ).toMatchObject({
      events: 1,
    });
    expect(await world.records.selectFrom('company_corrections').select('of').execute()).toEqual([{ of: 'AS64502' }]);
  });

  // @spec 7: Erasure: a company, an endpoint, and how many events go
  it('an endpoint removes its events of that owner only', async () => {
    let mine = await packageOf(ada, 'ada', 'endpoints');
    let foreign = await packageOf(grace, 'hopper-labs', 'endpoints');
    let [endpointId, other] = [0xfeed_beef_feed_beefn, 5n];
    await world.events.append([
      visitOf({ ...mine, endpointId }),
      visitOf({ ...mine, endpointId: other }),
      visitOf({ ...foreign, endpointId }),
    ]);
    let endpoint = { params: { owner: 'ada', endpoint_id: 'hfeedbeeffeedbeef' } };
    expect(await ada.ask(erasureApi.getStoredEndpointEvents, endpoint)).toEqual({
      events: 1,
      deleted_within: 'minute',
    });
    await ada.ask(erasureApi.eraseEndpoint, endpoint);
    await world.gateway.deletions.run();
    expect(await ada.refusal(erasureApi.getStoredEndpointEvents, endpoint)).toMatchObject({
      code: 'endpoint-not-found',
    });
    expect(
      await ada.ask(erasureApi.getStoredPackageEvents, { params: { owner: 'ada', package_id: mine.artifactId } }),
    ).toMatchObject({ events: 1 });
    let theirs = { params: { ...endpoint.params, owner: 'hopper-labs' } };
    expect(await grace.ask(erasureApi.getStoredEndpointEvents, theirs)).toMatchObject({ events: 1 });
    for (let endpoint_id of ['nobody', 'h0000000000000000', 'hfeedbeeffeedbee', '18369602397475290863'])
      expect(await ada.refusal(erasureApi.eraseEndpoint, { params: { owner: 'ada', endpoint_id } })).toMatchObject({
        status: 404,
      });
  });

  // @spec 7: Erasure: a company, an endpoint, and how many events go
  it('is for owners and admins: members and strangers get 403, and data of other owners is not found', async () => {
    let { artifactId, ownerId } = await packageOf(grace, 'hopper-labs', 'guarded');
    await world.events.append([
      visitOf({ artifactId, ownerId, ...acme, companyDomain: 'guarded.example', endpointId: 77n }),
    ]);
    let company = { owner: 'hopper-labs', domain: 'guarded.example' };
    let endpoint = { owner: 'hopper-labs', endpoint_id: 'h000000000000004d' };
    for (let person of [ada, await world.as('linus')]) {
      expect(await person.refusal(erasureApi.eraseCompany, { params: company })).toMatchObject({ status: 403 });
      expect(await person.refusal(erasureApi.eraseEndpoint, { params: endpoint })).toMatchObject({ status: 403 });
    }
    expect(await ada.refusal(erasureApi.eraseCompany, { params: { ...company, owner: 'ada' } })).toMatchObject({
      status: 404,
    });
    expect(await ada.refusal(erasureApi.eraseEndpoint, { params: { ...endpoint, owner: 'ada' } })).toMatchObject({
      status: 404,
    });
    expect(await ada.refusal(erasureApi.getStoredCompanyEvents, { params: company })).toMatchObject({ status: 403 });
    await world.gateway.deletions.run();
    expect(await grace.ask(erasureApi.getStoredEndpointEvents, { params: endpoint })).toMatchObject({ events: 1 });
  });
});

describe('deleting', () => {
  it('a package or a pixel erases its events, including those not stored yet', async () => {
    let [gone, kept] = [await packageOf(ada, 'ada', 'gone'), await packageOf(ada, 'ada', 'kept')];
    let [blind, seen] = [await pixelOf(ada, 'ada', 'blind'), await pixelOf(ada, 'ada', 'seen')];
    let all = [gone, kept, blind, seen];
    await world.events.append(all.map(visitOf));
    expect(await artifactsStored(all)).toHaveLength(4);
    await ada.ask(packagesApi.deletePackage, { params: { owner: 'ada', package_id: gone.artifactId } });
    await ada.ask(pixelsApi.deleteTrackingPixel, { params: { owner: 'ada', id: blind.artifactId } });
    await world.gateway.deletions.run();
    await world.events.append(all.map(visitOf));
    expect(await artifactsStored(all)).toEqual([kept.artifactId, seen.artifactId].sort());
  });

  it('a package prevents an earlier pull through a collection from creating it again', async () => {
    let image = await packageOf(ada, 'ada', 'pulled');
    let pulled = { ...image, artifactId: '', imagePath: 'pulled', time: world.now() };
    await ada.ask(packagesApi.deletePackage, { params: { owner: 'ada', package_id: image.artifactId } });
    await world.gateway.deletions.run();
    world.later(1_000);
    await world.events.append([visitOf(pulled), visitOf({ ...pulled, time: world.now() })]);
    let count = () =>
      world.events.countErased({ kind: 'image', ownerId: world.ids.get('ada')!, target: 'pulled', butNot: [] });
    await artifactsStored([image]);
    await world.events.aggregate(everything([image.artifactId]));
    expect(await count()).toBe(1);
  });

  it('an organization or an account erases the events of everything it owned', async () => {
    let all = [await packageOf(grace, 'hopper-labs', 'cobol'), await packageOf(grace, 'grace', 'flow-matic')];
    await world.events.append(all.map(visitOf));
    expect(await artifactsStored(all)).toHaveLength(2);
    await grace.ask(organizationsApi.deleteOrganization, { params: { name: 'hopper-labs' } });
    await world.gateway.deletions.run();
    expect(await artifactsStored(all)).toEqual([all[1]!.artifactId]);
    await grace.ask(accountApi.deleteUser, { params: { username: 'grace' } });
    await world.gateway.deletions.run();
    await world.events.append(all.map(visitOf));
    expect(await artifactsStored(all)).toEqual([]);
  });

  it('continues after a process ended between the tombstone and the erasure', async () => {
    let gone = await packageOf(ada, 'ada', 'left-behind');
    let ownerId = world.ids.get('ada')!;
    let folder = mkdtempSync(path.join(tmpdir(), 'erasure-'));
    let before = await openEventStore({ folder });
    await before.append([visitOf(gone), visitOf({ ...gone, artifactId: 'kept' })]);
    await before.aggregate(everything([gone.artifactId]));
    await before.close();
    await addTombstone(world.records, { kind: 'artifact', ownerId, target: gone.artifactId, until: null }, world.now());
    let tombstones = await allTombstones(world.records);
    let events = await openEventStore({ folder, tombstones });
    await events.append([visitOf(gone)]);
    let [counted] = await events.aggregate(everything([gone.artifactId]));
    expect(counted).toMatchObject({ total: 1 });
    let log = pino({ level: 'silent' });
    let time = await openInstallationClock(world.records, world.now, log);
    let deletions = startEventDeletions({ records: world.records, events, time, log });
    await deletions.run();
    expect(await events.aggregate(everything([gone.artifactId]))).toEqual([]);
    expect(await events.aggregate(everything(['kept']))).toMatchObject([{ total: 1 }]);
    await deletions.stop();
    time.close();
    await events.close();
    expect(await checkEvents(folder, tombstones)).toMatchObject({ events: 1, missing: 0, toErase: 0, notErased: 0 });
    rmSync(folder, { recursive: true });
  });

  it('leaves no tombstone when it is refused', async () => {
    let count = () => world.records.selectFrom('tombstones').selectAll().execute();
    let before = await count();
    let linus = await world.as('linus');
    let kept = await packageOf(ada, 'ada', 'mine');
    expect(
      await linus.refusal(packagesApi.deletePackage, { params: { owner: 'ada', package_id: kept.artifactId } }),
    ).toMatchObject({
      status: 403,
    });
    expect(await count()).toEqual(before);
  });
});
