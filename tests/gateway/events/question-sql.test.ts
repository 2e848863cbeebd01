/**
 * The SQL of each kind of question on both engines, in files to read and to run. On ClickHouse
 * tests/clickhouse/questions.clickhouse.ts runs it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clickhouseDialect } from 'gateway/events/clickhouse/dialect';
import { duckdbDialect } from 'gateway/events/duckdb/dialect';
import { inLines, printed, statementsOf } from './question-sql';
import { randomEvents } from './random-events';
import { openSummarized, type SummarizedStore } from './summaries/summarized-store';

let folder: string;
let store: SummarizedStore;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'questions-'));
  store = await openSummarized(folder);
  await store.append(randomEvents(40, 7, Date.UTC(2026, 2, 12), 30));
  await store.writer.flush();
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

it.each([
  ['duckdb', duckdbDialect],
  ['clickhouse', clickhouseDialect],
])('questions to %s are those of its file', async (engine, dialect) => {
  let text = printed(await statementsOf(dialect, store.writer));
  await expect(text).toMatchFileSnapshot(`question-sql/${engine}.sql`);
});

it('what is printed runs on DuckDB as it is', async () => {
  for (let statements of (await statementsOf(duckdbDialect, store.writer)).values())
    for (let statement of statements)
      await expect(store.rowsOf(inLines(statement)), statement).resolves.toBeInstanceOf(Array);
});

it('a clause begins a line, but not within a text', () => {
  expect(inLines("SELECT ' FROM x' FROM (SELECT 1 WHERE true)")).toBe(
    "SELECT ' FROM x'\nFROM (SELECT 1\n  WHERE true)",
  );
});
