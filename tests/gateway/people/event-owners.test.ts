/** Pulls through collections that have no package yet. Each event belongs to its own owner. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { unknownEvent, type Event } from 'contract/event-fields';
import { openEngine } from 'gateway/events/duckdb/engine';
import { openDuckdbTable } from 'gateway/events/duckdb/table';
import { createEventWriter } from 'gateway/events/write/writer';
import { createCollection } from 'gateway/packages/collections';
import { createImageProvisioning } from 'gateway/packages/image-provisioning';
import { openJournal } from 'journal/journal';
import { madeEvent } from 'tests/support/made-event';
import { ids, ownAddresses, startEdge } from '../../edge/edge-world';

const stranger = '66666666-6666-4666-8666-666666666666';

function pullOf(ownerId: string, collectionId: string): Event {
  return {
    ...unknownEvent({ artifactType: 'package', artifactId: '', ownerId, type: 'manifest-fetch' }),
    collectionId,
    imagePath: 'team/shared',
  };
}

test.each([
  ['owner', 'stranger'],
  ['stranger', 'owner'],
])('of two simultaneous pulls, each belongs only to the owner of its collection (%s first)', async (...order) => {
  let world = await startEdge();
  let ada = await world.records.selectFrom('owners').selectAll().where('id', '=', ids.owner).executeTakeFirstOrThrow();
  let fields = { pattern: 'team/*', backend_domain: '127.0.0.1:1', private: false };
  let act = { actor: null, actingAs: null, address: '', agent: '', time: Date.now() };
  let collection = await createCollection({ records: world.records, ...ownAddresses }, ada, fields, act);
  let { resolve } = createImageProvisioning(world.records, ownAddresses, Date.now);
  let events = order.map((who) => pullOf(who === 'owner' ? ids.owner : stranger, collection.id));
  let resolved = await resolve(events);
  let packageOf = (ownerId: string) =>
    resolved.find((event): event is Event => !(event instanceof Error) && event.ownerId === ownerId)?.artifactId;
  expect(packageOf(ids.owner)).toMatch(/^[0-9a-f-]{36}$/);
  expect(packageOf(stranger)).toBe('');
  await world.close();
});

test('events without a package are separated by owner in the table', async () => {
  let folder = mkdtempSync(path.join(tmpdir(), 'owners-'));
  let engine = await openEngine(folder, { memoryMb: 128 });
  let parts = { folder, warn: () => undefined, taken: () => undefined };
  let writer = await createEventWriter(openDuckdbTable(engine), { ...parts, resolve: async (events) => events });
  let journal = openJournal(folder);
  let owners = [ids.owner, stranger, ids.owner];
  await journal.append(owners.map((ownerId) => madeEvent({ artifactId: '', ownerId, time: 0 })));
  await writer.flush();
  let asked = await engine
    .writer()
    .run('SELECT a.owner FROM events e JOIN artifacts a ON a.key = e.artifact ORDER BY seq');
  expect((await asked.getRows()).map(([owner]) => owner)).toEqual(owners);
  await journal.close();
  await writer.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});
