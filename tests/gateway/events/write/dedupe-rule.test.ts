/** Requests of one download count once in the event store, in any order of arrival. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Event } from 'contract/event-fields';
import type { AggregateQuery, DecidedEvent } from 'gateway/events/shape/store';
import { decideCounts } from 'gateway/events/write/count-decisions';
import { openEventStore, type TestEventStore } from 'tests/support/event-store';
import { madeEvent } from 'tests/support/made-event';
import { burstOf, countedOf, shuffled } from '../../reports/naive-repeats';
import { allDownloads, packages, pixels } from '../random-events';

const until = Date.UTC(2026, 2, 12);
const noon = until - 12 * 3_600_000;
const everything: AggregateQuery = allDownloads(until);
const [artifactId = ''] = packages;

let folder: string;
let store: TestEventStore;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'one-download-'));
  store = await openEventStore({ folder });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function exported(raw: boolean, lastEvent?: number): Promise<DecidedEvent[]> {
  let found: DecidedEvent[] = [];
  let range = { from: 0, until, raw, lastEvent };
  for (let [artifactType, artifactIds] of [
    ['package', packages],
    ['tracking-pixel', pixels],
  ] as const)
    for await (let batch of store.export({ ...range, artifactType, artifactIds })) found.push(...batch);
  return found;
}

async function total(query: Partial<AggregateQuery> = {}): Promise<number> {
  return (await store.aggregate({ ...everything, ...query })).reduce((sum, row) => sum + row.total, 0);
}

function file(seconds: number, fields: Partial<Event> = {}): Event {
  return madeEvent({ artifactId, time: noon + seconds * 1_000, requestPath: '/tool.tgz', ...fields });
}

function manifest(seconds: number, asked: string, version = asked): Event {
  return file(seconds, { type: 'manifest-fetch', requestPath: `/v2/app/manifests/${asked}`, version });
}

const ids = (events: readonly Event[]) => events.map(({ id }) => id).sort();

describe('requests of one download', () => {
  it.each<[what: string, events: () => Event[], counted: number]>([
    ['the same path after 29 s is one', () => [file(0), file(29)], 1],
    ['the same path after 30 s is one', () => [file(0), file(30)], 1],
    ['the same path after 31 s is two', () => [file(0), file(31)], 2],
    ['30 s are measured from the request that counts', () => [file(0), file(20), file(40), file(60), file(80)], 3],
    ['parts of a millisecond are left out', () => [file(0.00075), file(30.00025)], 1],
    ['another path is another download', () => [file(0), file(1, { requestPath: '/tool.zip' })], 2],
    ['another origin is another download', () => [file(0), file(1, { originId: 2n })], 2],
    ['another package is another download', () => [file(0), file(1, { artifactId: packages[1]! })], 2],
    ['untracked requests count each', () => [0, 1].map((s) => file(s, { requestPath: '', doNotTrack: true })), 0],
    ['events of earlier versions count each', () => [file(0, { requestPath: '' }), file(1, { requestPath: '' })], 2],
    ['an event without an origin counts by itself', () => [file(0, { originId: 0n }), file(1, { originId: 0n })], 2],
    ['an index and its platform, both by tag', () => [manifest(0, '1.0'), manifest(1, 'sha256:b', '1.0')], 1],
    ['two digests without a tag', () => [manifest(0, 'sha256:a'), manifest(1, 'sha256:b')], 1],
    ['an unnamed digest, after its tag', () => [manifest(0, '1.0'), manifest(1, 'sha256:b')], 1],
    ['a named digest after an unnamed one', () => [manifest(0, 'sha256:a'), manifest(1, 'sha256:b', '1.0')], 1],
    ['two tags are two pulls', () => [manifest(0, '1.0'), manifest(1, '1.1')], 2],
    [
      'two tags, each with its platform',
      () => ['1', '2'].flatMap((t) => [manifest(0, t), manifest(2, 'sha256:c', t)]),
      2,
    ],
    ['a tag after a digest is a separate pull', () => [manifest(0, 'sha256:a'), manifest(1, '1.0')], 2],
    ['a pull and its platform 31 s later', () => [manifest(0, '1.0'), manifest(31, 'sha256:a', '1.0')], 2],
  ])('%s', async (_, events, counted) => {
    await store.append(events());
    expect(await total()).toBe(counted);
    expect(await exported(true)).toHaveLength(events().length);
  });

  it('each view of a pixel and each untracked request counts, however close they are', async () => {
    let view = { artifactId: pixels[0]!, artifactType: 'tracking-pixel', type: 'pixel-fetch' } as const;
    await store.append([file(0, view), file(0, view), file(1, view)]);
    await store.append([0, 1].map((seconds) => file(seconds, { doNotTrack: true, originId: 0n, requestPath: '' })));
    expect(await total({ artifactType: 'tracking-pixel', artifactIds: pixels })).toBe(3);
    expect(await total({ breakdowns: ['by-total-do-not-track'] })).toBe(2);
    expect((await exported(true)).map(({ decision }) => decision?.rule)).toEqual(Array(5).fill('each-request/2'));
  });

  it('the first request counts, with its own version, country and day', async () => {
    let last = file(0, { time: until - 10_000, country: 'DE', version: '1' });
    await store.append([{ ...last, id: crypto.randomUUID(), time: until - 5_000, country: 'US', version: '2' }]);
    await store.append([last]);
    expect(await store.aggregate({ ...everything, rollup: 'daily', breakdowns: ['by-country'] })).toMatchObject([
      { values: { country: 'DE' }, total: 1 },
    ]);
    let all = await exported(true);
    expect(all.map(({ version, decision }) => [version, decision?.isCounted, decision?.rule])).toEqual([
      ['2', false, 'one-download/1'],
      ['1', true, 'one-download/1'],
    ]);
  });

  it('an origin is compared within its artifact, in any batch', async () => {
    await store.append([file(0), manifest(0, '1.0'), file(3, { requestPath: '/other' })]);
    await store.append([file(5), manifest(5, '1.0'), file(6, { requestPath: '/third' })]);
    expect((await exported(true)).map(({ decision }) => decision?.isCounted)).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
  });
});

describe('requests in any order', () => {
  let inOrder = async (seed: number) => {
    let events = burstOf(400, seed, noon, packages);
    let late = shuffled(events, seed);
    let sizes = [1, 7, 40, 150];
    for (let at = 0, i = 0; at < late.length; i++) {
      let size = sizes[i % sizes.length]!;
      await store.append(late.slice(at, (at += size)));
      if (i % 3 === 0) await store.lastEvent();
      if (i % 5 !== 4) continue;
      await store.close();
      store = await openEventStore({ folder });
    }
    let counted = countedOf(events);
    expect(counted.length).toBeLessThan(events.length / 2);
    expect(ids(await exported(false))).toEqual(ids(counted));
    expect((await exported(true)).filter(({ decision }) => decision?.isCounted)).toHaveLength(counted.length);
    expect(await total()).toBe(counted.filter(({ doNotTrack }) => !doNotTrack).length);
  };

  let title = 'count as in the order of their times, over batches and restarts (%i)';
  it.each([1])(title, inOrder);
  it.each([2, 3, 4, 5, 6])(title, { tags: 'slow' }, inOrder);

  it('a late request changes a chain to its end, far beyond the events that are read first', async () => {
    let chain = Array.from({ length: 600 }, (_, i) => file(20 * (i + 1)));
    await store.append(chain.toReversed());
    expect(await total()).toBe(300);
    await store.append([file(0)]);
    expect(ids(await exported(false))).toEqual(ids(countedOf(await exported(true))));
    expect(await total()).toBe(301);
  });

  it('an earlier state does not change when late requests change what counts', { tags: 'slow' }, async () => {
    let late = shuffled(burstOf(240, 9, noon, packages), 9);
    let states: { stored: number; lastEvent: number; found: number }[] = [];
    for (let stored = 12; stored <= late.length; stored += 12) {
      await store.append(late.slice(stored - 12, stored));
      let lastEvent = await store.lastEvent(late[0]!.ownerId);
      states.push({ stored, lastEvent, found: await total({ lastEvent }) });
    }
    let expected = (stored: number) => countedOf(late.slice(0, stored)).filter((one) => !one.doNotTrack);
    for (let { stored, found } of states) expect([stored, found]).toEqual([stored, expected(stored).length]);
    await store.close();
    store = await openEventStore({ folder });
    for (let { stored, lastEvent } of states.filter((_, i) => [1, 2, 6, 10, 17, 19, 20].includes(i + 1))) {
      expect(await total({ lastEvent })).toBe(expected(stored).length);
      let listed = (await exported(false, lastEvent)).filter(({ doNotTrack }) => !doNotTrack);
      expect(ids(listed)).toEqual(ids(expected(stored)));
    }
  });

  it('cached answers are updated, in every breakdown', { tags: 'slow' }, async () => {
    let late = shuffled(burstOf(300, 3, noon, packages), 4);
    let query: AggregateQuery = { ...everything, breakdowns: ['by-version'], rollup: 'daily' };
    for (let at = 0; at < late.length; at += 5) {
      await store.append(late.slice(at, at + 5));
      let rows = await store.aggregate(query);
      let counted = countedOf(late.slice(0, at + 5)).filter(({ doNotTrack }) => !doNotTrack);
      let versions = [...new Set(counted.map(({ version }) => version))];
      let numberOf = (version: string) => counted.filter((event) => event.version === version).length;
      expect(Object.fromEntries(rows.map((row) => [row.values.version, row.total]))).toEqual(
        Object.fromEntries(versions.map((version) => [version, numberOf(version)])),
      );
      let repeats = (await store.aggregate({ ...everything, repeats: true })).reduce((sum, row) => sum + row.total, 0);
      expect(repeats).toBe(late.slice(0, at + 5).filter(({ doNotTrack }) => !doNotTrack).length - counted.length);
    }
    expect(await store.verifyCache()).toMatchObject({ isEqual: true });
  });
});

describe('the work of deciding', () => {
  const count = 20_000;
  /** The least processor time of several runs in milliseconds: garbage is collected in some. */
  async function costOf(events: Event[]): Promise<number> {
    let costs: number[] = [];
    for (let run = 0; run < 9; run++) {
      let before = process.cpuUsage();
      let decided = await decideCounts(async () => [], { events, artifacts: events.map(() => 1), seq: 0 });
      let { user, system } = process.cpuUsage(before);
      costs.push((user + system) / 1_000);
      expect(decided.changes).toEqual([]);
    }
    return Math.min(...costs);
  }
  let friendly = () => Array.from({ length: count }, (_, i) => file(i * 20, { requestPath: `/${i % 500}.tgz` }));

  it.each([
    ['events from the newest to the oldest', () => Array.from({ length: count }, (_, i) => file(-i * 20))],
    ['events of one moment', () => Array.from({ length: count }, () => file(0))],
    ['pulls of ever new tags', () => Array.from({ length: count }, (_, i) => manifest(i / 10_000, `t${i}`))],
    ['pulls of ever new digests', () => Array.from({ length: count }, (_, i) => manifest(0, `sha256:${i}`, `t${i}`))],
  ])('%s cost at most three times ordinary ones', async (_, hostile) => {
    let ordinary = await costOf(friendly());
    expect(await costOf(hostile())).toBeLessThan(Math.max(50, 3 * ordinary));
  });
});
