/** What of the events on ClickHouse needs no server. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchParts } from 'gateway/events/clickhouse/part-watch';
import type { EngineRow } from 'gateway/events/query/dialect';
import { literal, withValues } from 'gateway/events/clickhouse/literals';
import { connect } from 'gateway/events/clickhouse/client';
import { moveRangeFile } from 'gateway/events/clickhouse/one-machine';
import { rangeIn } from 'gateway/events/clickhouse/range';

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

it('the range that an earlier version was sending becomes the notes of the database', async () => {
  let file = path.join(folder, 'events.shipping.sqlite');
  let database = new Libsql(file);
  database.exec('CREATE TABLE pending (range TEXT NOT NULL)');
  database.exec('CREATE TABLE shipped (last INTEGER NOT NULL)');
  let range = { token: 'one', first: 12, end: 13, events: [{ seq: 12 }], artifacts: [], changes: [], marks: [] };
  database.prepare('INSERT INTO pending VALUES (?)').run(JSON.stringify(range).padEnd(400));
  database.exec('INSERT INTO shipped VALUES (12)');
  database.close();
  let notes = new Map<unknown, unknown>();
  let session = { query: async (_: string, [name, text]: readonly unknown[] = []) => (notes.set(name, text), []) };
  await moveRangeFile(folder, session);
  expect(notes.get('events shipped')).toBe('12');
  let { first, end, ...others } = range;
  expect(rangeIn(String(notes.get('events on their way')))).toEqual({
    ...others,
    spans: [{ partition: 0, first, end }],
  });
  expect([existsSync(file), existsSync(`${file}.moved`)]).toEqual([false, true]);
  notes.clear();
  await moveRangeFile(folder, session);
  expect(notes.size).toBe(0);
});

it('a server that does not answer is named with its place and without its password', async () => {
  let url = 'http://somebody:secret@127.0.0.1:9/x';
  let refused = await connect({ url }).catch((error: Error) => error.message);
  expect(refused).toContain('no ClickHouse server answers at 127.0.0.1:9 (ECONNREFUSED)');
  expect(refused).not.toContain('secret');
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
