/** What of the events on ClickHouse needs no server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchParts } from 'gateway/events/clickhouse/part-watch';
import type { EngineRow } from 'gateway/events/query/dialect';
import { literal, withValues } from 'gateway/events/clickhouse/literals';
import { openClickhouseStore } from 'gateway/events/clickhouse/open';
import { isShipping, openRangeFile } from 'gateway/events/clickhouse/range-file';
import { mountSmallDisk } from 'tests/support/small-disk';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shipping-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a value in a question', () => {
  it.each([
    ["it's", "'it\\'s'"],
    ['\\', "'\\\\'"],
    ["\\' OR 1 = 1 --", "'\\\\\\' OR 1 = 1 --'"],
    ['\0\n', "'\\0\n'"],
    ['ß😀', "'ß😀'"],
    ['\ud83d', "'\ufffd'"],
  ])('%j is written as %s', (text, written) => {
    expect(literal(text)).toBe(written);
  });

  it('is inserted at its number, and never inside quotes', () => {
    expect(withValues("SELECT $1, '$1', '\\'$2', $2", ['a', "$1 'b'"])).toBe("SELECT 'a', '$1', '\\'$2', '$1 \\'b\\''");
  });

  it('is refused where it is missing', () => {
    expect(() => withValues('SELECT $2', ['a'])).toThrow('The parameter $2 is missing');
  });
});

describe('the range on its way', () => {
  let spans = [{ partition: 0, first: 0, end: 1 }];
  let range = { token: 'one', spans, events: [{ seq: 0 }], artifacts: [], changes: [], marks: [] };

  it('is what was written down, until it is shipped', () => {
    let ranges = openRangeFile(folder);
    expect([ranges.pending(), ranges.lastShipped()]).toEqual([[], [0]]);
    ranges.write(range);
    ranges.close();
    let again = openRangeFile(folder);
    expect(again.pending()).toEqual([range]);
    again.shipped(range);
    expect([again.pending(), again.lastShipped()]).toEqual([[], [1]]);
    again.close();
  });

  it('is known from a file of a version without partitions', () => {
    let ranges = openRangeFile(folder);
    let { spans: _, ...others } = range;
    ranges.write({ ...others, first: 0, end: 1 } as unknown as typeof range);
    expect(ranges.pending()).toEqual([range]);
    ranges.close();
  });

  it('cannot be a small one either while the disk has no room for a large one', (context) => {
    let disk = mountSmallDisk(2);
    if (!disk) return context.skip();
    let ranges = openRangeFile(disk.folder);
    let large = { ...range, events: [{ text: 'x'.repeat(4_000_000) }] };
    expect(() => ranges.write(large)).toThrow('database or disk is full');
    expect(() => ranges.write(range)).toThrow('database or disk is full');
    expect(ranges.pending()).toEqual([]);
    ranges.close();
    disk.remove();
  });

  it('is that of one store: a second one on the folder is refused', () => {
    expect(isShipping(folder)).toBe(false);
    let ranges = openRangeFile(folder);
    expect(() => openRangeFile(folder)).toThrow(/shipped by another process already/);
    expect(isShipping(folder)).toBe(true);
    ranges.close();
    expect(isShipping(folder)).toBe(false);
  });
});

it('a store whose server does not answer is refused, with its place and without its password', async () => {
  let url = 'http://somebody:secret@127.0.0.1:9/x';
  let refused = await openClickhouseStore({ folder, url }).catch((error: Error) => error.message);
  expect(refused).toContain('no ClickHouse server answers at 127.0.0.1:9 (ECONNREFUSED)');
  expect(refused).not.toContain('secret');
  expect(isShipping(folder)).toBe(false);
});

describe('a part of a table', () => {
  const failed = (code: string) => Object.assign(new Error(`Code: ${code}`), { code });
  const says = (code: string) => [{ part_path: 'all_1_1_0', is_passed: 0, message: `Code: ${code}. DB::Exception` }];

  it.each([
    ['is damaged where its checksum is wrong', () => Promise.resolve(says('40')), 1],
    ['is damaged where the server cannot read it', () => Promise.reject(failed('246')), 1],
    ['is whole where the server met a limit of its memory', () => Promise.resolve(says('241')), 0],
    ['is no damage where it was merged meanwhile', () => Promise.reject(failed('232')), 0],
  ])('%s', async (_, answer, found) => {
    let warned: string[] = [];
    let watch = watchParts({ ask: asksFor(answer) }, (sentence) => void warned.push(sentence));
    await watch.look(new AbortController().signal);
    expect([watch.damage().found, warned.length]).toEqual([found, found]);
  });

  it('is unknown where the server does not answer', async () => {
    let watch = watchParts({ ask: asksFor(() => Promise.reject(failed('210'))) }, () => undefined);
    await expect(watch.look(new AbortController().signal)).rejects.toThrow('Code: 210');
  });

  function asksFor(answer: () => Promise<EngineRow[]>) {
    return (text: string) =>
      text.startsWith('CHECK') ? answer() : Promise.resolve([{ table: 'events', name: 'all_1_1_0' }]);
  }
});
