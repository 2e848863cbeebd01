/** Random questions have the same answers on ClickHouse, on DuckDB and by a plain count. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Event } from 'contract/event-fields';
import type { FilterConditions } from 'contract/analytics/filters';
import { dayMs } from 'contract/floor/time';
import { createRandom } from 'gateway/demo/random';
import type { CompanyQuery, MatchQuery } from 'gateway/events/shape/company';
import { firstOf, partitionOf } from 'gateway/events/shape/ends';
import { applyCorrections, matchOf, type Correction } from 'gateway/events/shape/corrections';
import { openEventStore } from 'gateway/events/duckdb/open';
import type { EventFilter } from 'gateway/events/shape/event-filter';
import type { EventStore, LatestEventsQuery } from 'gateway/events/shape/store';
import { openJournal } from 'journal/journal';
import { openOnClickhouse } from 'tests/support/event-store';
import { randomQueries } from '../gateway/events/query-and-append';
import { naiveCount } from '../gateway/reports/naive-count';
import { owner, packages, pixels, randomEvents, withRepeats } from '../gateway/events/random-events';

const until = Date.UTC(2026, 2, 12);
const random = createRandom(5);
const pick = <T>(values: readonly T[]): T => values[random.below(values.length)]!;

let folders: string[] = [];
let events: Event[];
let clickhouse: EventStore;
let duckdb: EventStore;

beforeAll(async () => {
  folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'same-')));
  events = withRepeats(randomEvents(1_500, 21, until, 45), random);
  for (let folder of folders) {
    let journal = openJournal(folder);
    for (let at = 0; at < events.length; at += 100) await journal.append(events.slice(at, at + 100));
    await journal.close();
  }
  let url = new URL(path.basename(folders[0]!).replaceAll('-', '_'), process.env.TEST_EVENTS_URL).href;
  clickhouse = numberedFromZero(await openOnClickhouse({ folder: folders[0]!, url }));
  duckdb = await openEventStore({ folder: folders[1]! });
  expect([await clickhouse.lastEvent(), await duckdb.lastEvent()]).toEqual([events.length, events.length]);
});
afterAll(async () => {
  await clickhouse?.close();
  await duckdb?.close();
  for (let folder of folders) rmSync(folder, { recursive: true });
});

/** With states of the owner's partition as DuckDB numbers them: all events are of one owner. */
function numberedFromZero(store: EventStore): EventStore {
  let first = firstOf(partitionOf(owner));
  let numbered = <Query extends { lastEvent?: number | undefined; after?: number | undefined }>(
    query: Query,
  ): Query => ({
    ...query,
    ...(query.lastEvent !== undefined && { lastEvent: first + query.lastEvent }),
    ...(query.after !== undefined && { after: first + query.after }),
  });
  return {
    ...store,
    aggregate: (query) => store.aggregate(numbered(query)),
    export: (query) => store.export(numbered(query)),
    latestEvents: (query) => store.latestEvents(numbered(query)),
    perMinute: (query) => store.perMinute(numbered(query)),
    companies: (query) => store.companies(numbered(query)),
    companyDays: (query) => store.companyDays(numbered(query)),
    companyArtifacts: (query) => store.companyArtifacts(numbered(query)),
    companyEvents: (query) => store.companyEvents(numbered(query)),
    matches: (query) => store.matches(numbered(query)),
  };
}

const operators = [
  'equals',
  'not-equals',
  'contains',
  'does-not-contain',
  'starts-with',
  'does-not-start-with',
] as const;

function text(values: readonly string[]): { op: (typeof operators)[number]; values: string[] } {
  return { op: pick(operators), values: Array.from({ length: 1 + random.below(2) }, () => pick(values)) };
}

function randomFilter(): EventFilter {
  let conditions: Partial<FilterConditions>[] = [
    { request_version: text(['1.0.0', '1', '2.0.0-β', 'LATEST', '']) },
    { request_version_minor: text(['1.0', '2.0', '3.13', 'latest']) },
    { request_version_major: text(['1', '3']) },
    { request_user_agent: text(['CURL/8', 'curl', 'docker', "it's"]) },
    { request_client: { op: pick(['is-empty', 'is-not-empty'] as const), values: [] } },
    { company_name: text(["O'Hara & Søn", "o'hara", 'Aoba;', 'Cirrus']) },
    { company_domain: text(['12.example', '.example']) },
    { company_cloud_provider: text(['cirrus', 'x']) },
    { company_confidence: { op: pick(['low', 'medium', 'high'] as const) } },
    { request_origin_id: text(['h8', 'h80000000000000']) },
    { request_endpoint_id: text(['h0000000000000001', 'h00']) },
    { request_variables: { version: text(['1.0.0', '1', '']) } },
    { request_variables: { 'a "b"': text(['\u0000', '😀', 'x']) } },
    { request_is_bot: { value: random.next() < 0.5 } },
    { request_do_not_track: { value: random.next() < 0.3 } },
  ];
  let chosen: EventFilter = Object.assign({}, pick(conditions), pick(conditions));
  if (random.next() < 0.2) chosen.artifacts = [pick([...packages, ...pixels])];
  if (random.next() < 0.2) chosen.companies = [{ keys: ['12.example', 'Cirrus'], not: random.next() < 0.5 }];
  return chosen;
}

const filters = () => Array.from({ length: random.below(3) }, randomFilter);

const corrections: Correction[] = [
  { of: 'AS13', name: "Some 'Body'", domain: 'body.example' },
  { of: 'AS17', name: '', domain: '' },
  { of: 'AS7', name: 'Cirrus \\ Two', domain: '' },
].map((one) => ({ ...one, madeBy: 'ada', madeAt: 0 }));

function range() {
  let from = until - (45 - random.below(40)) * dayMs;
  return { from, until: from + (1 + random.below(40)) * dayMs };
}

function base() {
  return {
    filters: filters(),
    corrections: random.next() < 0.5 ? corrections : [],
    ...(random.next() < 0.5 && { lastEvent: random.below(events.length) }),
  };
}

function companyQuery(): CompanyQuery {
  let packageIds = packages.slice(random.below(2));
  let pixelIds = random.next() < 0.7 ? pixels : [];
  return { packageIds, pixelIds, ...range(), includeLowConfidence: random.next() < 0.5, ...base() };
}

async function allOf<T>(batches: AsyncIterable<T[]>): Promise<T[]> {
  let all: T[] = [];
  for await (let batch of batches) all.push(...batch);
  return all;
}

async function both<T>(ask: (store: EventStore) => Promise<T>): Promise<void> {
  let [found, expected] = [await ask(clickhouse), await ask(duckdb)];
  expect(found).toEqual(expected);
}

describe('the same answers', () => {
  it('counts, also as a plain count has them', async () => {
    let downloads = { artifactType: 'package' as const, artifactIds: packages, from: 0, until: until * 2 };
    let counted = new Set((await allOf(duckdb.export(downloads))).map(({ id }) => id));
    let plain = events.filter(({ id, artifactType }) => artifactType !== 'package' || counted.has(id));
    for (let query of randomQueries(120, 31, until)) {
      let found = await clickhouse.aggregate(query);
      expect(found, JSON.stringify(query)).toEqual(naiveCount(plain, query));
      expect(found, JSON.stringify(query)).toEqual(await duckdb.aggregate(query));
    }
  });

  it('counts with filters, corrections, earlier states and repeats', async () => {
    for (let query of randomQueries(150, 32, until)) {
      let asked = { ...query, ...base(), repeats: random.next() < 0.2 };
      expect(await clickhouse.aggregate(asked), JSON.stringify(asked)).toEqual(await duckdb.aggregate(asked));
    }
  });

  it('exported, newest and the events of each minute', async () => {
    for (let i = 0; i < 30; i++) {
      let { filters: chosen, ...others } = base();
      let raw = { raw: random.next() < 0.5, ...(random.next() < 0.7 && { filters: chosen }), ...others };
      let only = random.next() < 0.3 && { companies: ['12.example', 'Cirrus'] };
      let query = { artifactType: 'package' as const, artifactIds: packages, ...range(), ...raw, ...only };
      await both(async (store) => allOf(store.export(query)));
      let newest: LatestEventsQuery = {
        packageIds: packages,
        pixelIds: pixels,
        ...range(),
        ...others,
        filters: chosen,
      };
      let after = random.next() < 0.5 ? { after: random.below(events.length) } : {};
      await both((store) => store.latestEvents({ ...newest, ...after, limit: 20 }));
      await both(async (store) => [...(await store.perMinute(newest))].sort(([a], [b]) => a - b));
    }
  });

  it('companies, their days, packages and events, and what has decided them', async () => {
    for (let i = 0; i < 30; i++) {
      let query = companyQuery();
      let groups = [
        { artifactType: 'package' as const, artifactIds: packages.slice(0, 1) },
        { artifactType: 'tracking-pixel' as const, artifactIds: pixels },
      ];
      let byName = <T extends { company: string }>(all: T[]) => all.sort((a, b) => (a.company < b.company ? -1 : 1));
      await both(async (store) => byName(await store.companies(query)));
      await both((store) => store.companyDays({ ...query, groups }));
      await both((store) => store.companyArtifacts(query));
      await both((store) => store.companyEvents({ ...query, company: pick(['12.example']), limit: 10, offset: i }));
      let more: Partial<MatchQuery>[] = [
        {},
        { of: ['AS13', 'AS7'] },
        { endpoint: 7n },
        { unnamed: '' },
        { unnamed: 'SOME' },
        { company: '12.example' },
      ];
      let match = { ...query, ...pick(more), limit: 50 };
      await both((store) => store.matches(match));
    }
  });

  it('once events are erased and old ones forgotten, whose first dates stay', async () => {
    let before = until - 30 * dayMs;
    let target = matchOf(events.find(({ network, doNotTrack }) => network !== '' && !doNotTrack)!);
    let about = { ownerId: owner, butNot: [] };
    let erased = [
      { ...about, id: 'a', kind: 'endpoint' as const, target: '7', until: until },
      { ...about, id: 'b', kind: 'match' as const, target, until: until },
      { ...about, id: 'c', kind: 'company' as const, target: '6.example', butNot: ['AS1'], until: null },
    ];
    for (let tombstone of erased) {
      await both((store) => store.countErased(tombstone));
      await both((store) => store.erase(tombstone));
      await both((store) => store.erase(tombstone));
    }
    await both((store) => store.countExpired({ before, ownerId: owner }));
    await both((store) => store.deleteExpired({ before }));
    let firsts = { packageIds: packages, pixelIds: pixels, includeLowConfidence: true };
    await both(async (store) => [...(await store.firstDates(firsts))].sort());
    await both(async (store) => [...(await store.firstDates({ ...firsts, corrections }))].sort());
    await both((store) => store.state());
    for (let query of randomQueries(30, 33, until))
      expect(await clickhouse.aggregate(query), JSON.stringify(query)).toEqual(await duckdb.aggregate(query));
    let left = applyCorrections([], events).length;
    expect((await clickhouse.state()).count).toBeLessThan(left);
    expect(await clickhouse.lastEvent()).toBe(events.length);
  });

  it('imported once, by their ids', async () => {
    let fresh = randomEvents(10, 22, until, 3);
    let files = [...fresh, ...fresh.slice(0, 3)].map((event) => ({ event, formerArtifactId: '' }));
    await both((store) => store.import(files));
    await both((store) => store.import(files));
    await both((store) => store.state());
  });
});
