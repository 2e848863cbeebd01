/** Reports of a store with one changed byte in one of its tables. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openEventStore } from 'gateway/events/duckdb/open';
import type { AggregateQuery, AggregateRow, EventStore } from 'gateway/events/shape/store';
import { blocksIn, flipByteOf } from 'tests/support/damaged-block';
import { allDownloads, randomEvents } from '../random-events';

const until = Date.UTC(2026, 2, 12);
const signal = new AbortController().signal;
const polled = { timeout: 100_000 };

/** The summaries that have their fields: one of visitors, and each of the counts. */
const questions: AggregateQuery[] = (
  [
    ['by-total', 'all'],
    ['by-country', 'all'],
    ['by-client', 'none'],
    ['by-country', 'none'],
    ['by-domain', 'none'],
  ] as const
).map(([breakdown, uniques]) => ({ ...allDownloads(until), breakdowns: [breakdown], uniques }));
const ofOne = { ...questions[0]!, artifactIds: questions[0]!.artifactIds.slice(0, 1) };

let place: string;
let whole: string;
let expected: AggregateRow[][];
let store: EventStore | undefined;
let warned: string[] = [];

async function open(folder: string): Promise<EventStore> {
  warned = [];
  store = await openEventStore({ folder, warn: (sentence) => void warned.push(sentence) });
  return store;
}

function answers(of: EventStore): Promise<AggregateRow[][]> {
  return Promise.all([...questions, ofOne].map((query) => of.aggregate(query)));
}

async function damaged(table: string): Promise<string> {
  let folder = mkdtempSync(path.join(place, `${table}-`));
  cpSync(whole, folder, { recursive: true });
  let [first] = (await blocksIn(folder)).get(table)!;
  flipByteOf(folder, first!);
  return folder;
}

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'damage-'));
  whole = path.join(place, 'whole');
  let first = await open(whole);
  await first.load(randomEvents(4_000, 1, until, 20));
  expected = await answers(first);
  await first.close();
});
afterEach(() => store?.close());
afterAll(() => rmSync(place, { recursive: true, force: true }));

const otherSummaries = [
  'daily_places',
  'daily_programs',
  'owner_visitor_months',
  'summary_parts',
  'value_days',
  'visitor_months',
];

describe('a damaged summary', () => {
  it('is made again, and reports have the same answers meanwhile', { timeout: 240_000 }, () =>
    survives('daily_requests'),
  );

  it.each(otherSummaries)('%s is one', { tags: 'slow', timeout: 240_000 }, survives);
});

async function survives(table: string): Promise<void> {
  let folder = await damaged(table);
  let found = await open(folder);
  expect(await answers(found)).toEqual(expected);
  let said = () => warned.filter((sentence) => sentence.includes('is damaged'));
  await expect.poll(said, polled).toHaveLength(1);
  expect(said()[0]).toMatch(
    new RegExp(`events.duckdb is damaged: the table ${table} could not be read. .* Check the disk`),
  );
  expect(found.damage()).toMatchObject({ events: undefined, found: 1 });
  expect(await answers(found)).toEqual(expected);
  await expect.poll(() => found.damage().summaries, polled).toBeUndefined();
  expect(await answers(found)).toEqual(expected);
  await found.close();
  let again = await open(folder);
  expect(await answers(again)).toEqual(expected);
  await again.verifyBlocks(signal);
  expect([again.damage(), warned]).toEqual([{ events: undefined, summaries: undefined, found: 0 }, []]);
}

describe('damaged events', () => {
  it('are reported with what to do, once, and other reports have answers', async () => {
    let folder = await damaged('events');
    let found = await open(folder);
    await expect(found.aggregate({ ...questions[0]!, breakdowns: ['by-user-agent'] })).rejects.toThrow('checksum');
    await expect.poll(() => found.damage().events).toContain('the table events cannot be read');
    expect(found.damage().events).toContain(
      `run "landfall check ${folder} --repair <new folder>", or restore a backup`,
    );
    await expect(found.aggregate({ ...questions[1]!, breakdowns: ['by-user-agent'] })).rejects.toThrow('checksum');
    expect([warned.length, found.damage().found]).toEqual([1, 1]);
    expect(await answers(found)).toEqual(expected);
  });

  it('are found by a look at all tables before a report needs them', async () => {
    let found = await open(await damaged('events'));
    await found.verifyBlocks(signal);
    expect(found.damage()).toMatchObject({ found: 1, summaries: undefined });
    expect(found.damage().events).toContain('the table events cannot be read');
  });
});

it('names what is damaged where a store cannot be opened', async () => {
  await expect(open(await damaged('artifacts'))).rejects.toThrow(
    /cannot be opened: .*"landfall check .*" says what is damaged/,
  );
});
