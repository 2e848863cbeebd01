/**
 * Questions have the same answer from ClickHouse's summaries and from its events, on one server and with
 * the tables of a cluster: while events arrive late and decisions change, after erasures and retention,
 * and after a kill between two statements.
 */
import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayMs, minuteMs } from 'contract/floor/time';
import { createCachedAggregates, type CachedAggregates } from 'gateway/events/cache/cached-aggregates';
import { compareRows } from 'gateway/events/cache/incremental-aggregate';
import { connect, type Clickhouse } from 'gateway/events/clickhouse/client';
import { createClickhouseDeletions } from 'gateway/events/clickhouse/deletions';
import { dialectOf } from 'gateway/events/clickhouse/dialect';
import { createFollower } from 'gateway/events/clickhouse/follower';
import { openShards } from 'gateway/events/clickhouse/shards';
import { partitionProgress } from 'gateway/events/clickhouse/stored';
import { createRangeNotes, rangesShipped } from 'gateway/events/clickhouse/range-notes';
import { createArrivalsTable, migrateTables } from 'gateway/events/clickhouse/schema';
import { startSummarizer } from 'gateway/events/clickhouse/summarizer';
import { createCoverage } from 'gateway/events/clickhouse/summary-coverage';
import { createSummaryTables, invalidateDecided, type ChangedEvents } from 'gateway/events/clickhouse/summary-parts';
import { createSweep } from 'gateway/events/clickhouse/summary-sweep';
import { clickhouseTable } from 'gateway/events/clickhouse/table';
import { countEvents } from 'gateway/events/summaries/count-events';
import type { QueryEngine } from 'gateway/events/query/dialect';
import { endFor, endOf, firstOf, partitionIn, partitionMax, partitionOf } from 'gateway/events/shape/ends';
import { createIdPeriods } from 'gateway/events/summaries/id-periods';
import type { AggregateQuery } from 'gateway/events/shape/store';
import { createEventWriter } from 'gateway/events/write/writer';
import { openPgSession } from 'gateway/floor/db/session';
import { databaseOf } from 'tests/support/event-store';
import { halfCluster, wholeCluster } from '../../tools/tests/clickhouse/engine';
import { openTranslator, unreplicated, type Translator } from '../../tools/tests/clickhouse/translation';
import { owner, packages } from '../gateway/events/random-events';
import { mixedEvents, mixedQueries, otherOwner } from '../gateway/events/summaries/summarized-store';
import { numberAsBefore, openScene, until, type Scene } from './scene';

const all = mixedEvents(900, 7, until);
const nothing = () => undefined;
const all64: readonly number[] = Array.from({ length: partitionMax }, (_, i) => i + 1);
/** Enough on a busy machine. */
const settleMs = minuteMs;
/** Nothing is made unless a test asks for it. */
const sizes = { newMin: 1, newShare: 0, made: 300, settleMs, lookEveryMs: 2 ** 31 - 1 };

type Store = Awaited<ReturnType<typeof openSummarized>>;

let scene: Scene;
let translator: Translator;
let cluster: string | undefined;
/** Those whose events are stored. */
let partitions: readonly number[];
let store: Store;
let seed = 1;

async function openSummarized() {
  let { folder } = scene;
  let url = cluster === undefined ? scene.url : new URL(new URL(scene.url).pathname, translator.url).href;
  let warn = (sentence: string) => {
    throw new Error(sentence);
  };
  let server = await connect({ url, cluster });
  await migrateTables(server);
  await createSummaryTables(server);
  await createArrivalsTable(server);
  if (partitions !== all64) await server.insert('partition_shards', placesOf(partitions));
  let shards = await openShards(server);
  let session = await openPgSession(await databaseOf(folder));
  let ranges = createRangeNotes(session, partitions);
  /** Called with the text of each statement; a failure is that of the server. */
  let before: (text: string) => void = () => undefined;
  /** Answers to inserts into this table are lost. */
  let lost = '';
  /** A shard stores a range without end. */
  let isStoring = false;
  let watched: Clickhouse = {
    ...server,
    async run(...statement) {
      before(statement[0]);
      await server.run(...statement);
    },
    async insert(table, ...rows) {
      await server.insert(table, ...rows);
      if (table === lost) throw Object.assign(new Error('The connection is lost'), { code: 'ECONNRESET' });
    },
  };

  let changing = (changed: ChangedEvents) => invalidateDecided(server, changed);
  let writer = await createEventWriter(clickhouseTable({ server, shards, ranges, changing, partitions }), {
    folder,
    warn,
    resolve: async (events) => events,
    taken: nothing,
  });
  let storer = {
    failure: writer.failure,
    damage: writer.damage,
    addRefused: async () => undefined,
    flush: async () => void (await writer.flush()),
  };
  let journal = {
    flush: writer.flush,
    failure: nothing,
    keep: writer.keepJournal,
    state: async () => ({ ...(await writer.lag()), problem: undefined }),
  };
  let reader = await createFollower(server, shards, {
    writes: { tombstones: [], storer, journal },
    changed: (changes) => counts?.changed(changes),
    deleted: () => counts?.clear(),
  });
  let engine: QueryEngine = {
    dialect: dialectOf(server, shards, () => reader.artifacts()),
    read: (question) => question(server.ask, false),
    isIdle: () => true,
  };
  let counts: CachedAggregates | undefined = createCachedAggregates(engine, reader);
  let summarizer = startSummarizer({
    server: watched,
    shards,
    artifacts: reader.artifacts,
    async settled(_, signal) {
      if (isStoring) await once(signal, 'abort');
      signal.throwIfAborted();
      await rangesShipped(session, partitions, signal);
      return (await partitionProgress(server)).ends;
    },
    ends: reader.ends,
    warn,
    sizes,
  });
  let deletions = await createClickhouseDeletions(server, { engine, writer: reader, counts, summarizer });
  let findCoverage = createCoverage(server);

  /** The rows, and whether they came from the summaries. */
  async function count(query: AggregateQuery, { summaries, end }: { summaries: boolean; end: number }) {
    let isSummarized = false;
    let asked: QueryEngine = {
      ...engine,
      ...(summaries && { summaries: findCoverage }),
      read: (questions) =>
        questions((text, parameters) => {
          isSummarized ||= /FROM (?:daily_|visitor_months|owner_visitor)/.test(text);
          return server.ask(text, parameters);
        }, false),
    };
    let artifacts = reader.artifacts();
    let scope = { keys: artifacts.keysOf(query.artifactType, query.artifactIds), end };
    if (scope.keys.length === 0) return { rows: [], isSummarized };
    let rows = await countEvents({ engine: asked, artifacts, periods: createIdPeriods(asked) }, query, scope, 10_000);
    return { rows: rows.sort(compareRows), isSummarized };
  }

  return {
    writer,
    reader,
    summarizer,
    count,
    server,
    shards,
    ...deletions,
    fail(when: typeof before) {
      before = when;
    },
    storeWithoutEnd(isSo: boolean) {
      isStoring = isSo;
      sizes.settleMs = isSo ? 500 : settleMs;
    },
    loseAnswers(of: string) {
      lost = of;
    },
    async close() {
      await summarizer.stop();
      await reader.close();
      await writer.close();
      await server.close();
      session.close();
    },
  };
}

/** These partitions are on the first shard, all others on the second. */
function placesOf(first: readonly number[]) {
  return all64.map((partition) => ({
    partition,
    shard: Number(!first.includes(partition)),
    place: 0,
  }));
}

async function append(events: readonly (typeof all)[number][]): Promise<void> {
  for (let at = 0; at < events.length; at += 100) await scene.append(events.slice(at, at + 100));
  await store.reader.flush();
}

/** Random questions, other ones at each call. */
async function compare(
  count: number,
  asOf: (query: AggregateQuery) => number = ownEnd,
): Promise<{ wrong: string[]; summarized: number }> {
  let wrong: string[] = [];
  let summarized = 0;
  for (let query of mixedQueries(count, seed++, until)) {
    await store.reader.flush();
    let end = asOf(query);
    let { rows, isSummarized } = await store.count(query, { summaries: true, end });
    let expected = (await store.count(query, { summaries: false, end })).rows;
    if (isSummarized) summarized += 1;
    if (!isDeepStrictEqual(rows, expected))
      wrong.push(`${JSON.stringify(query)}: ${JSON.stringify(rows)} instead of ${JSON.stringify(expected)}`);
  }
  return { wrong, summarized };
}

/** The last event of the owner of a question. */
function ownEnd({ artifactIds }: AggregateQuery): number {
  let { artifacts, ends } = store.reader;
  return endOf(ends(), artifacts(), artifacts().ofArtifact(artifactIds.at(-1)!));
}

/** A state with this part of the events of each owner. */
function ownState(share: number): (query: AggregateQuery) => number {
  return (query) => {
    let first = firstOf(partitionIn(ownEnd(query)));
    return first + Math.floor((ownEnd(query) - first) * share);
  };
}

async function sizeOf(rows: string): Promise<number> {
  return Number((await store.server.ask(`SELECT count() AS size FROM ${rows}`))[0]!.size);
}

const garbage =
  'visitor_months WHERE part NOT IN (SELECT argMax(part, rank) FROM summary_parts GROUP BY artifact, month)';

async function begin(name: string | undefined, stored = all64): Promise<void> {
  [cluster, partitions] = [name, stored];
  scene = await openScene();
  translator = await openTranslator(process.env.TEST_EVENTS_URL!, unreplicated);
  store = await openSummarized();
}

async function end(): Promise<void> {
  await store.close();
  await translator.close();
  await scene.close();
}

describe.each([
  ['on one server', undefined],
  ['in a cluster', wholeCluster],
])('answers from summaries %s', (_, name) => {
  beforeEach(() => begin(name));
  afterEach(end);

  it('are those from the events', async () => {
    await append(all);
    expect((await compare(5)).summarized).toBe(0);
    await store.summarizer.bringUpToDate();
    let { wrong, summarized } = await compare(80);
    expect(wrong).toEqual([]);
    expect(summarized).toBeGreaterThan(25);
  });

  it('have newer and late events, and changed decisions', async () => {
    for (let part = 0; part < 3; part++) {
      await append(all.slice((part * all.length) / 3, ((part + 1) * all.length) / 3));
      if (part > 0) expect((await compare(15)).wrong).toEqual([]);
      await store.summarizer.bringUpToDate();
      let { wrong, summarized } = await compare(20);
      expect(wrong).toEqual([]);
      expect(summarized).toBeGreaterThan(4);
    }
    expect(await sizeOf('changed_decisions')).toBeGreaterThan(10);
  });

  it('are not used for states before them', async () => {
    await append(all.slice(0, 800));
    await store.summarizer.bringUpToDate();
    expect(await compare(15, ownState(0.25))).toEqual({ wrong: [], summarized: 0 });
    await append(all.slice(800));
    await store.summarizer.bringUpToDate();
    expect(await compare(15, ownState(0.25))).toEqual({ wrong: [], summarized: 0 });
  });

  it('are those from the events of partitions, behind those from before', async () => {
    await append(all.slice(0, 500));
    await store.summarizer.bringUpToDate();
    let size = await numberAsBefore(store.server);
    let ends: number[] = [size];
    let storeAgain = async (ownerId: string) => {
      let partition = partitionOf(ownerId);
      let first = ends[partition] ?? firstOf(partition);
      let old = `SELECT * FROM events WHERE seq < ${size} AND artifact IN (SELECT key FROM artifacts WHERE owner = '${ownerId}')`;
      await store.server.run(
        `INSERT INTO events SELECT * REPLACE (${first} + row_number() OVER (ORDER BY seq) - 1 AS seq) FROM (${old})`,
      );
      ends[partition] = first + (await sizeOf(`(${old})`));
    };
    // Questions are about packages of one owner.
    let asOf = ({ artifactIds }: AggregateQuery) => {
      let [first] = store.writer.artifacts().ofArtifact(artifactIds.at(-1)!);
      return endFor(ends, store.writer.artifacts().artifactOf(first!).ownerId);
    };
    let summarizer = startSummarizer({
      server: store.server,
      shards: store.shards,
      artifacts: store.writer.artifacts,
      settled: async () => ends,
      ends: () => ends,
      warn: () => undefined,
      sizes,
    });
    let check = async (summarizedMin: number) => {
      let { wrong, summarized } = await compare(25, asOf);
      expect(wrong).toEqual([]);
      expect(summarized).toBeGreaterThan(summarizedMin);
    };
    await summarizer.bringUpToDate();
    await storeAgain(owner);
    await check(2);
    await summarizer.bringUpToDate();
    await check(2);
    for (let one of [owner, otherOwner]) await storeAgain(one);
    await check(2);
    await summarizer.bringUpToDate();
    await check(2);
    // A late event changes what counts of those from before.
    let ofOwner = `artifact IN (SELECT key FROM artifacts WHERE owner = '${owner}')`;
    let rows = await store.server.ask(`SELECT seq FROM events WHERE seq < ${size} AND counted AND ${ofOwner} LIMIT 20`);
    let seqs = rows.map(({ seq }) => Number(seq));
    await storeAgain(owner);
    let last_event = ends[partitionOf(owner)]!;
    await store.server.insert(
      'changed_decisions',
      seqs.map((seq) => ({ seq, last_event })),
    );
    await invalidateDecided(store.server, { seqs, shards: [] });
    await check(-1);
    await summarizer.bringUpToDate();
    await check(2);
    await summarizer.stop();
  });

  it('lack erased events, of which no row is left', async () => {
    await append(all);
    await store.summarizer.bringUpToDate();
    let about = { id: uuidv7(), ownerId: owner, until: null, butNot: [] };
    await store.erase({ ...about, kind: 'endpoint', target: '7' });
    let ofOwner = `artifact IN (SELECT key FROM artifacts WHERE owner = '${owner}')`;
    expect(await sizeOf(`visitor_months WHERE endpoint_id = 7 AND ${ofOwner}`)).toBe(0);
    expect((await compare(15)).wrong).toEqual([]);
    await store.erase({ ...about, id: uuidv7(), kind: 'company', target: '12.example' });
    await store.erase({ ...about, id: uuidv7(), kind: 'artifact', target: packages[0]! });
    await store.summarizer.bringUpToDate();
    let { wrong, summarized } = await compare(20);
    expect(wrong).toEqual([]);
    expect(summarized).toBeGreaterThan(4);
    expect(await sizeOf(garbage)).toBe(0);
  });

  it('lack events past their retention', async () => {
    await append(all);
    await store.summarizer.bringUpToDate();
    expect(await store.deleteExpired({ before: until - 30 * dayMs })).toBeGreaterThan(100);
    expect((await compare(15)).wrong).toEqual([]);
    await store.deleteExpired({ before: until - 12 * dayMs, ownerId: otherOwner });
    await store.summarizer.bringUpToDate();
    let { wrong, summarized } = await compare(20);
    expect(wrong).toEqual([]);
    expect(summarized).toBeGreaterThan(4);
  });

  it('stay right while events are stored and summarized', async () => {
    await append(all.slice(0, 600));
    let isDone = false;
    let work = async () => {
      while (!isDone) await store.summarizer.bringUpToDate();
    };
    let arrive = async () => {
      for (let at = 600; at < all.length; at += 15) await scene.append(all.slice(at, at + 15));
    };
    let working = work();
    let arriving = arrive();
    let { wrong, summarized } = await compare(40);
    await arriving;
    isDone = true;
    await working;
    expect(wrong).toEqual([]);
    expect(summarized).toBeGreaterThan(5);
    await store.summarizer.bringUpToDate();
    expect((await compare(40)).wrong).toEqual([]);
  });

  it('are right wherever making them was interrupted', async () => {
    await append(all.slice(0, 700));
    await store.summarizer.bringUpToDate();
    await append(all.slice(700));
    for (let kept of [0, 1, 2, 3, 5, 8]) {
      let statements = 0;
      store.fail((text) => {
        if (text.startsWith('INSERT') && statements++ >= kept) throw new Error('Killed');
      });
      await expect(store.summarizer.bringUpToDate()).rejects.toThrow('Killed');
      await store.close();
      store = await openSummarized();
      let { wrong, summarized } = await compare(12);
      expect(wrong).toEqual([]);
      expect(summarized).toBeGreaterThan(0);
    }
    await store.summarizer.bringUpToDate();
    expect((await compare(30)).wrong).toEqual([]);
    await store.erase({ id: uuidv7(), ownerId: owner, until: null, butNot: [], kind: 'endpoint', target: '7' });
    expect(await sizeOf(garbage)).toBe(0);
  });

  it('are right where the answer to the note is lost that says how far they are', async () => {
    await append(all.slice(0, 600));
    await store.summarizer.bringUpToDate();
    await append(all.slice(600));
    store.loseAnswers('summary_state');
    await store.summarizer.bringUpToDate().catch(() => undefined);
    expect((await compare(15)).wrong).toEqual([]);
    store.loseAnswers('');
    await store.summarizer.bringUpToDate();
    let { wrong, summarized } = await compare(20);
    expect(wrong).toEqual([]);
    expect(summarized).toBeGreaterThan(4);
  });

  it('are made for other owners where those of one cannot be', async () => {
    await append(all);
    let artifacts = store.writer.artifacts();
    let failing = artifacts.ofOwner(otherOwner).map((key) => new RegExp(`artifact IN \\((\\d+, )*${key}[,)]`));
    store.fail((text) => {
      if (text.startsWith('INSERT') && failing.some((each) => each.test(text))) throw new Error('No memory');
    });
    await expect(store.summarizer.bringUpToDate()).rejects.toThrow('No memory');
    let ofOthers = artifacts.ofOwner(owner).join(', ');
    expect(await sizeOf(`summary_parts WHERE ready AND artifact IN (${ofOthers})`)).toBeGreaterThan(0);
    expect((await compare(15)).wrong).toEqual([]);
  });

  it('have rows of replaced parts until no question can read them', async () => {
    for (let part of [all.slice(0, 600), all.slice(600)]) {
      await append(part);
      await store.summarizer.bringUpToDate();
    }
    let size = await sizeOf(garbage);
    expect(size).toBeGreaterThan(10);
    let sweep = createSweep(store.server);
    for (let i = 0; i < 3; i++) await sweep.some();
    expect(await sizeOf(garbage)).toBe(size);
    let later = performance.now() + 3 * minuteMs;
    let clock = vi.spyOn(performance, 'now').mockReturnValue(later);
    await sweep.some();
    clock.mockRestore();
    await expect.poll(() => sizeOf(garbage)).toBe(0);
    expect((await compare(15)).wrong).toEqual([]);
  });

  it('are built for a store from before, and for tables of another version', async () => {
    await append(all);
    await store.close();
    await store.server.run('DROP TABLE summary_parts').catch(() => undefined);
    store = await openSummarized();
    expect((await compare(10)).summarized).toBe(0);
    await store.summarizer.bringUpToDate();
    let { wrong, summarized } = await compare(30);
    expect(wrong).toEqual([]);
    expect(summarized).toBeGreaterThan(8);
    await store.server.run('ALTER TABLE visitor_months ADD COLUMN later String');
    await store.close();
    store = await openSummarized();
    expect((await compare(5)).summarized).toBe(0);
    await store.summarizer.bringUpToDate();
    expect((await compare(20)).wrong).toEqual([]);
  });
});

describe('answers from summaries while a shard is away', () => {
  beforeEach(async () => {
    let own = [owner, otherOwner].map(partitionOf);
    let others = all64.filter((one) => !own.includes(one));
    await begin(halfCluster, [...own, ...others.slice(0, 5)]);
  });
  afterEach(end);

  // Each question tries the shard that is away.
  it('are made and right for the owners of the other shard', { timeout: 15 * minuteMs }, async () => {
    let away = Array.from({ length: 99 }, (_, i) => `${i}-away`).find((id) => !partitions.includes(partitionOf(id)))!;
    await store.server.insert('artifacts', [{ key: 9_000, type: 'package', id: 'away', owner: away }]);
    let entry = { artifact: 9_000, owner: -9_001, month: '2026-03-01', rank: 1, part: 0, until: 0, as_of: 0 };
    await store.server.insert('summary_parts', [{ ...entry, ready: 0, behind: 1 }]);
    await store.close();
    store = await openSummarized();
    await append(all.slice(0, 500));
    expect(store.reader.end()).toBe(500);
    for (let from of [500, 700, 900]) {
      await store.summarizer.bringUpToDate();
      let { wrong, summarized } = await compare(25, ownEnd);
      expect(wrong).toEqual([]);
      expect(summarized).toBeGreaterThan(8);
      await append(all.slice(from, from + 200));
      expect((await compare(15, ownEnd)).wrong).toEqual([]);
    }
    expect(await sizeOf('summary_parts WHERE artifact = 9000 AND ready')).toBe(0);
    // Also where it stores without end.
    await append(all.slice(0, 100).map((event) => ({ ...event, id: uuidv7() })));
    store.storeWithoutEnd(true);
    await store.summarizer.bringUpToDate();
    expect((await compare(10, ownEnd)).wrong).toEqual([]);
    store.storeWithoutEnd(false);
    await store.summarizer.bringUpToDate();
    expect((await compare(10, ownEnd)).wrong).toEqual([]);
    expect(await sizeOf('changed_decisions')).toBeGreaterThan(10);
  });
});
