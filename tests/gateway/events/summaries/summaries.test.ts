/**
 * Questions have the same answer from the summaries, from the events and by a plain loop: while
 * events arrive late and decisions change, and after erasures and retention.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import type { AggregateQuery } from 'gateway/events/shape/store';
import { naiveCount } from '../../reports/naive-count';
import { figuresIn } from '../query-and-append';
import { owner, packages } from '../random-events';
import { mixedEvents, mixedQueries, openSummarized, otherOwner, type SummarizedStore } from './summarized-store';

const until = Date.UTC(2026, 2, 12);
const all = mixedEvents(900, 7, until);
/** Those are counted by a plain loop, too. It breaks ties of several artifacts in another order. */
function isPlain({ filters, corrections, repeats, limit, groupByArtifact }: AggregateQuery): boolean {
  return !filters && !corrections && !repeats && !(limit && groupByArtifact);
}

let folder: string;
let store: SummarizedStore;
let seed = 1;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'summaries-'));
  store = await openSummarized(folder);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function append(events: readonly (typeof all)[number][]): Promise<void> {
  for (let at = 0; at < events.length; at += 100) await store.append(events.slice(at, at + 100));
  await store.writer.flush();
}

interface Compared {
  wrong: string[];
  /** Questions that the summaries answered, and figures in their answers. */
  summarized: number;
  figures: number;
}

/** Repeats do not count. */
async function countedEvents(): Promise<typeof all> {
  let ids = new Set((await store.rowsOf('SELECT id FROM events WHERE counted')).map(([id]) => String(id)));
  return all.filter(({ id }) => ids.has(id));
}

/** Random questions, other ones at each call. */
async function compare(count: number, asOf: { end?: number; loop?: boolean } = {}): Promise<Compared> {
  let found: Compared = { wrong: [], summarized: 0, figures: 0 };
  let counted = asOf.loop ? await countedEvents() : undefined;
  for (let query of mixedQueries(count, seed++, until)) {
    let end = asOf.end ?? (await store.writer.flush());
    let { rows, isSummarized } = await store.count(query, { summaries: true, end });
    let expected = (await store.count(query, { summaries: false, end })).rows;
    if (isSummarized) found.summarized += 1;
    if (isSummarized) found.figures += figuresIn(rows);
    let isWrong = !isDeepStrictEqual(rows, expected);
    if (counted && isPlain(query)) isWrong ||= !isDeepStrictEqual(rows, naiveCount(counted, query));
    if (isWrong)
      found.wrong.push(`${JSON.stringify(query)}: ${JSON.stringify(rows)} instead of ${JSON.stringify(expected)}`);
  }
  return found;
}

describe('answers from summaries', () => {
  it('are those from the events and of a plain loop at rest', async () => {
    await append(all);
    await store.summarizer.bringUpToDate();
    let { wrong, summarized, figures } = await compare(80, { loop: true });
    expect(wrong).toEqual([]);
    expect(summarized).toBeGreaterThan(25);
    expect(figures).toBeGreaterThan(400);
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
    expect(Number((await store.rowsOf('SELECT count(*) FROM changed_decisions'))[0]![0])).toBeGreaterThan(10);
  });

  it('are not used for states before them', async () => {
    await append(all.slice(0, 800));
    await store.summarizer.bringUpToDate();
    let between = await compare(15, { end: 500 });
    expect([between.wrong, between.summarized]).toEqual([[], 0]);
    await append(all.slice(800));
    await store.summarizer.bringUpToDate();
    let { wrong, summarized } = await compare(15, { end: 850 });
    expect([wrong, summarized]).toEqual([[], 0]);
  });

  it('lack erased events, of which no row is left', async () => {
    await append(all);
    await store.summarizer.bringUpToDate();
    let about = { id: uuidv7(), ownerId: owner, until: null, butNot: [] };
    await store.erase({ ...about, kind: 'endpoint', target: '7' });
    let ofVisitor = `SELECT count(*) FROM visitor_months WHERE endpoint_id = 7 AND artifact IN (SELECT key FROM artifacts WHERE owner = '${owner}')`;
    expect(await store.rowsOf(ofVisitor)).toEqual([[0n]]);
    expect((await compare(15)).wrong).toEqual([]);
    await store.erase({ ...about, id: uuidv7(), kind: 'company', target: '12.example' });
    await store.erase({ ...about, id: uuidv7(), kind: 'artifact', target: packages[0]! });
    expect((await compare(15)).wrong).toEqual([]);
    await store.summarizer.bringUpToDate();
    let { wrong, summarized } = await compare(20);
    expect(wrong).toEqual([]);
    expect(summarized).toBeGreaterThan(4);
    let garbage = await store.rowsOf(
      'SELECT count(*) FROM visitor_months WHERE part NOT IN (SELECT part FROM summary_parts)',
    );
    expect(garbage).toEqual([[0n]]);
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
      for (let at = 600; at < all.length; at += 15) await store.append(all.slice(at, at + 15));
    };
    let working = work();
    let arriving = arrive();
    let { wrong, summarized } = await compare(40);
    await arriving;
    isDone = true;
    await working;
    expect(wrong).toEqual([]);
    // Others are about a state before the one that is summarized meanwhile.
    expect(summarized).toBeGreaterThan(1);
    expect((await compare(40, { loop: true })).wrong).toEqual([]);
  });

  it('are built for a store from before them, or before visitors were counted by value', async () => {
    await append(all);
    await store.rowsOf('DELETE FROM summary_state');
    await store.rowsOf('DELETE FROM summary_parts');
    let before = await compare(10);
    expect([before.wrong, before.summarized]).toEqual([[], 0]);
    await store.close();
    store = await openSummarized(folder);
    await store.summarizer.bringUpToDate();
    await store.rowsOf('DROP TABLE value_days');
    await store.close();
    store = await openSummarized(folder);
    await store.summarizer.bringUpToDate();
    let { wrong, summarized } = await compare(30, { loop: true });
    expect(wrong).toEqual([]);
    expect(summarized).toBeGreaterThan(8);
  });
});
