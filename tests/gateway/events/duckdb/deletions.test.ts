/** Events that are erased or too old are removed from the store, and every answer agrees. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import type { Event } from 'contract/event-fields';
import { checkEvents } from 'gateway/events/duckdb/check';
import type { Tombstone } from 'gateway/floor/db/tombstone';
import { openEventStore, type TestEventStore } from 'tests/support/event-store';
import { askWhileAppending, randomQueries, wrongAnswers } from '../query-and-append';
import { allDownloads, owner, packages, pixels, randomEvents } from '../random-events';
import { programOf } from 'tests/support/program';

const until = Date.UTC(2026, 2, 12);
const [erasedPackage = ''] = packages;
const ofPackage: Tombstone = {
  id: uuidv7(),
  kind: 'artifact',
  ownerId: owner,
  butNot: [],
  target: erasedPackage,
  until: null,
};
const ofCompany: Tombstone = {
  id: uuidv7(),
  kind: 'company',
  ownerId: owner,
  butNot: [],
  target: '12.example',
  until: until - 10 * dayMs,
};
const ofEndpoint: Tombstone = {
  id: uuidv7(),
  kind: 'endpoint',
  ownerId: owner,
  butNot: [],
  target: '7',
  until: until - 10 * dayMs,
};
const isErased = (event: Event) =>
  event.artifactId === erasedPackage ||
  (event.time <= ofCompany.until! && event.companyDomain === ofCompany.target) ||
  (event.time <= ofEndpoint.until! && event.endpointId === 7n);

let folder: string;
let store: TestEventStore;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'deletions-'));
  store = await openEventStore({ folder });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

describe('an erasure', () => {
  it(
    'while events stream in removes all of its events and no others, and answers agree with a naive count',
    { tags: 'slow' },
    async () => {
      let events = randomEvents(4_000, 1, until, 40);
      let questions = randomQueries(60, 2, until);
      await store.append(events.slice(0, 2_000));
      await settled();
      let streaming = askWhileAppending(store, questions, events.slice(2_000));
      for (let tombstone of [ofPackage, ofCompany, ofEndpoint]) await store.erase(tombstone);
      let appended = await streaming;
      let left = [...events.slice(0, 2_000), ...appended].filter((event) => !isErased(event));
      expect(await wrongAnswers(store, [...questions, ...randomQueries(60, 3, until)], left)).toEqual([]);
      expect((await store.state()).count).toBe(left.length);
      expect(await idsIn(store)).toEqual(left.map(({ id }) => id).sort());
    },
  );

  it('applies to events that arrive later, after a restart, and to sample data', async () => {
    let events = randomEvents(600, 4, until, 40);
    await store.append(events.slice(0, 200));
    await settled();
    expect(await store.erase(ofPackage)).toBeGreaterThan(50);
    await store.append(events.slice(200, 400));
    await store.close();
    store = await openEventStore({ folder, tombstones: [ofPackage] });
    await store.append(events.slice(400, 500));
    await store.load(events.slice(500));
    expect(await idsIn(store)).toEqual(
      events
        .filter(({ artifactId }) => artifactId !== erasedPackage)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('is done once, and repeated in an older event store', async () => {
    let [first, later] = [randomEvents(100, 5, until - 20 * dayMs, 10), randomEvents(100, 6, until, 5)];
    await store.append([...first, ...later]);
    await settled();
    let of = (events: Event[]) => events.filter(({ companyDomain }) => companyDomain === '12.example').length;
    expect(await store.countErased(ofCompany)).toBe(countedAs(ofCompany, [...first, ...later]));
    expect(await store.erase(ofCompany)).toBe(countedAs(ofCompany, first));
    expect(await store.erase(ofCompany)).toBeUndefined();
    expect(of(first)).toBeGreaterThan(0);
    expect(await store.countErased(ofCompany)).toBe(countedAs(ofCompany, later));
  });

  it('of an owner removes events without an artifact too', async () => {
    let pulled = randomEvents(3, 7, until, 3).map((event) => ({
      ...event,
      artifactType: 'package' as const,
      artifactId: '',
      imagePath: 'tools/cli',
    }));
    await store.append(pulled);
    await store.append([{ ...pulled[0]!, id: uuidv7(), ownerId: 'another' }]);
    await settled();
    expect(await store.erase({ ...ofPackage, id: uuidv7(), kind: 'image', target: 'tools/other' })).toBe(0);
    expect(await store.erase({ ...ofPackage, kind: 'owner', target: owner })).toBe(3);
    expect((await store.state()).count).toBe(1);
  });

  it('of a company keeps events assigned to another by a correction, and one of a match removes only that match', async () => {
    let company = { companyName: 'X', companyDomain: 'x.example', connectionType: 'business' as const };
    let from = (network: string) => ({
      ...randomEvents(1, 14, until - 20 * dayMs, 1)[0]!,
      ...company,
      id: uuidv7(),
      network,
      doNotTrack: false,
    });
    await store.append(['AS1 One', 'AS2 Two', 'AS3 Three', ''].map(from));
    await settled();
    let x = { ...ofCompany, target: 'x.example' };
    expect(await store.erase({ ...x, id: uuidv7(), kind: 'match', target: 'AS1' })).toBe(1);
    expect(await store.erase({ ...x, id: uuidv7(), butNot: ['AS2', 'AS4'] })).toBe(2);
    await store.append(['AS1 One', 'AS2 Two', 'AS3 Three', ''].map(from));
    await settled();
    expect((await store.state()).count).toBe(2);
  });

  it(
    'leaves nothing in the files once they are overwritten, and no sequence number is reused',
    { tags: 'slow' },
    async () => {
      let events = randomEvents(3_000, 8, until, 40);
      await store.append(events);
      await settled();
      let before = await store.state();
      let gone = events.filter(({ artifactId }) => artifactId === erasedPackage);
      let left = events.find(({ artifactId }) => artifactId !== erasedPackage)!;
      await store.erase(ofPackage);
      await store.overwriteDeleted();
      expect(
        bytesIn(
          folder,
          gone.map(({ id }) => id),
        ),
      ).toBe(0);
      expect(bytesIn(folder, [left.id])).toBe(1);
      await store.close();
      expect(await checkEvents(folder, [ofPackage])).toMatchObject({
        missing: 0,
        repeated: 0,
        toErase: 0,
        notErased: 0,
      });
      store = await openEventStore({ folder, tombstones: [ofPackage] });
      await store.append(randomEvents(50, 9, until, 1));
      await store.state();
      await store.close();
      expect(await checkEvents(folder, [ofPackage])).toMatchObject({ missing: 0, repeated: 0 });
      expect(before.count).toBe(3_000);
      store = await openEventStore({ folder });
    },
  );

  it('continues after the process was killed in the middle of it', { tags: 'slow' }, async () => {
    await store.close();
    let program = await programOf('tests/gateway/erasure/killed-eraser.ts');
    let child = spawn(process.execPath, [program, folder, String(until), JSON.stringify(ofPackage)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    let [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    store = await openEventStore({ folder, tombstones: [ofPackage] });
    let events = randomEvents(20_000, 5, until, 30);
    let left = events.filter(({ artifactId }) => artifactId !== erasedPackage);
    expect((await store.state()).count).toBeGreaterThan(left.length);
    await store.erase(ofPackage);
    await store.overwriteDeleted();
    expect((await store.state()).count).toBe(left.length);
    expect(await wrongAnswers(store, randomQueries(20, 6, until), left)).toEqual([]);
  });
});

describe('old events', () => {
  const asked = { packageIds: packages, pixelIds: pixels, includeLowConfidence: true };

  it('are deleted, of all owners or of one, and the first dates of companies are kept', { tags: 'slow' }, async () => {
    let events = randomEvents(2_000, 10, until, 40);
    let others = randomEvents(500, 11, until, 40).map((event) => ({
      ...event,
      ownerId: 'x',
      artifactId: `x${event.artifactId}`,
    }));
    await store.append([...events, ...others]);
    await settled();
    let before = until - 10 * dayMs;
    let questions = randomQueries(40, 12, until);
    await wrongAnswers(store, questions, events);
    expect(await store.firstDates(asked)).toEqual(new Map());
    let old = events.filter(({ time }) => time < before);
    expect(await store.deleteExpired({ ownerId: owner, before })).toBe(old.length);
    expect((await store.state()).count).toBe(2_500 - old.length);
    let left = events.filter(({ time }) => time >= before);
    expect(await wrongAnswers(store, questions, left)).toEqual([]);
    let firsts = new Map<string, number>();
    for (let { connectionType, companyDomain, time } of old)
      if (companyDomain && connectionType !== 'hosting' && !firsts.has(companyDomain)) firsts.set(companyDomain, time);
    expect(firsts.size).toBe(2);
    expect(await store.firstDates(asked)).toEqual(firsts);
    expect(await store.firstDates({ ...asked, packageIds: [], pixelIds: ['another'] })).toEqual(new Map());
    await store.deleteExpired({ before });
    expect((await store.state()).oldest).toBeGreaterThanOrEqual(before);
    await store.erase({ ...ofCompany, until });
    firsts.delete(ofCompany.target);
    expect(await store.firstDates(asked)).toEqual(firsts);
    await store.overwriteDeleted();
    await store.close();
    expect(await checkEvents(folder)).toMatchObject({ missing: 0, repeated: 0 });
    store = await openEventStore({ folder });
    expect(await store.firstDates(asked)).toEqual(firsts);
  });
});

/** A query moves the events from the journal into the table. Erased events never get there. */
async function settled(): Promise<void> {
  await store.aggregate(allDownloads(until));
}

function countedAs({ target }: Tombstone, events: Event[]): number {
  return events.filter(({ companyDomain, connectionType }) => companyDomain === target && connectionType !== 'hosting')
    .length;
}

async function idsIn(from: TestEventStore): Promise<string[]> {
  let ids: string[] = [];
  for (let [artifactType, artifactIds] of [
    ['package', packages],
    ['tracking-pixel', pixels],
  ] as const)
    for await (let batch of from.export({ artifactType, artifactIds: [...artifactIds], from: 0, until: until * 2 }))
      ids.push(...batch.map(({ id }) => id));
  return ids.sort();
}

/** How many of these ids occur in the bytes of the store's files. */
function bytesIn(place: string, ids: string[]): number {
  let files = readdirSync(place).filter((name) => name.startsWith('events.duckdb'));
  let bytes = files.map((name) => readFileSync(path.join(place, name)));
  return ids.filter((id) => {
    // The engine stores a UUID as 16 bytes, lowest first, with its highest bit flipped.
    let kept = Buffer.from(id.replaceAll('-', ''), 'hex').reverse();
    kept[15]! ^= 0x80;
    return bytes.some((file) => file.includes(kept));
  }).length;
}
