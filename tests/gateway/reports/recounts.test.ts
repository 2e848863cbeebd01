/**
 * Recounts of cached counts. Equal ones are kept. A different one is logged, counted in the metrics
 * and replaced.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Event } from 'contract/event-fields';
import { createCachedAggregates, type CachedAggregates } from 'gateway/events/cache/cached-aggregates';
import { openEngine, type DuckdbEngine } from 'gateway/events/duckdb/engine';
import type { AggregateQuery } from 'gateway/events/shape/store';
import { openDuckdbTable } from 'gateway/events/duckdb/table';
import { createEventWriter, type EventWriter } from 'gateway/events/write/writer';
import { startCacheVerification, type CacheVerificationJob } from 'gateway/api/cache-verification';
import { openJournal } from 'journal/journal';
import { allDownloads, randomEvents } from '../events/random-events';

const until = Date.UTC(2026, 2, 12);
const question: AggregateQuery = {
  ...allDownloads(until),
  filters: [{ request_user_agent: { op: 'contains', values: ['curl'] } }],
};

describe('cached counts', () => {
  let folder: string;
  let engine: DuckdbEngine;
  let writer: EventWriter;
  let counts: CachedAggregates;
  let recounts: CacheVerificationJob;
  let metrics: Registry;
  let logged: string;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'recounts-'));
    engine = await openEngine(folder, { memoryMb: 128 });
    let parts = { folder, warn: () => undefined, resolve: async (events: readonly Event[]) => events };
    writer = await createEventWriter(openDuckdbTable(engine), { ...parts, taken: () => undefined });
    counts = createCachedAggregates(engine, writer);
    logged = '';
    metrics = new Registry();
    let log = pino({ level: 'warn' }, { write: (line) => void (logged += line) });
    recounts = startCacheVerification(counts, log, undefined, metrics);
    let journal = openJournal(folder);
    await journal.append(randomEvents(200, 3, until, 30));
    await journal.close();
  });
  afterEach(async () => {
    await recounts.stop();
    await writer.close();
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  it('are not checked while the cache is empty', async () => {
    await recounts.run();
    expect(await metrics.metrics()).toContain('landfall_recounts_total 0\n');
  });

  it('are kept when the recount is equal', async () => {
    let rows = await counts.aggregate(question);
    await recounts.run();
    expect(await metrics.metrics()).toContain('landfall_recounts_total 1\n');
    expect(await metrics.metrics()).toContain('landfall_recount_differences_total 0\n');
    expect(await counts.aggregate(question)).toBe(rows);
    expect(logged).toBe('');
  });

  it('are reported, counted and replaced when the recount differs', async () => {
    let [before] = await counts.aggregate(question);
    await engine.writer().run(`UPDATE events SET user_agent = 'other' WHERE user_agent = 'curl/8' AND seq < 100`);
    expect(await counts.aggregate(question)).toEqual([before]);
    await recounts.run();
    expect(await metrics.metrics()).toContain('landfall_recount_differences_total 1\n');
    expect(logged).toContain('a cached count differs from a recount');
    expect(logged).not.toContain('curl');
    let [after] = await counts.aggregate(question);
    expect(after!.total).toBeLessThan(before!.total);
    await recounts.run();
    expect(await metrics.metrics()).toContain('landfall_recount_differences_total 1\n');
  });
});
