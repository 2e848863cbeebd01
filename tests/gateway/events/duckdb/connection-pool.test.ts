/** Queries that share the read connections of the event store. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createConnectionPool, type ConnectionPool, type ConnectionWork } from 'gateway/events/duckdb/connection-pool';

let folder: string;
let instance: DuckDBInstance;
let connections: DuckDBConnection[];
let pool: ConnectionPool;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'pool-'));
  instance = await DuckDBInstance.create(path.join(folder, 'a.duckdb'));
  connections = [await instance.connect(), await instance.connect()];
  pool = createConnectionPool(connections);
});
afterEach(async () => {
  await pool.end();
  instance.closeSync();
  rmSync(folder, { recursive: true });
});

/**
 * A query of an owner that holds its connection until it is released or stopped; how often it ran.
 */
function held(who = 'ada', ended?: AbortSignal) {
  let letGo!: () => void;
  let isOver = new Promise<void>((resolve) => (letGo = resolve));
  let seen: DuckDBConnection[] = [];
  let ask: ConnectionWork<unknown> = async (connection, stop) => {
    seen.push(connection);
    await Promise.race([isOver, once(stop, 'abort')]);
    stop.throwIfAborted();
    return (await connection.runAndReadAll('SELECT 42')).getRows()[0]![0];
  };
  let answer = pool.take({ who, ...(ended && { ended }) }, ask);
  answer.catch(() => undefined);
  return { letGo, seen, answer, ask };
}

const ada = { who: 'ada' };

it('gives each query its own connection, and lets other queries wait in order', async () => {
  expect(pool.isIdle()).toBe(true);
  let [first, second, third, fourth] = [held(), held(), held(), held()];
  expect(pool.isIdle()).toBe(false);
  await expect.poll(() => second.seen).toHaveLength(1);
  expect(new Set([...first.seen, ...second.seen])).toEqual(new Set(connections));
  expect([third.seen, fourth.seen]).toEqual([[], []]);
  second.letGo();
  expect(await second.answer).toBe(42);
  await expect.poll(() => third.seen).toEqual(second.seen);
  expect(fourth.seen).toEqual([]);
  for (let one of [first, third, fourth]) one.letGo();
  expect(await Promise.all([first, third, fourth].map(({ answer }) => answer))).toEqual([42, 42, 42]);
  await expect.poll(() => pool.isIdle()).toBe(true);
});

it('serves another owner next to one with all connections, and repeats the interrupted query', async () => {
  let [first, second, third] = [held(), held(), held()];
  await expect.poll(() => second.seen).toHaveLength(1);
  let ofOther = held('grace');
  await expect.poll(() => ofOther.seen).toEqual(second.seen);
  expect(first.seen).toHaveLength(1);
  ofOther.letGo();
  expect(await ofOther.answer).toBe(42);
  for (let one of [first, second, third]) one.letGo();
  expect(await Promise.all([first, second, third].map(({ answer }) => answer))).toEqual([42, 42, 42]);
  expect(second.seen).toHaveLength(2);
});

it('lets a third owner wait for two short queries', async () => {
  let [ofAda, ofGrace] = [held('ada'), held('grace')];
  await expect.poll(() => ofGrace.seen).toHaveLength(1);
  let ofMary = held('mary');
  for (let one of [ofAda, ofGrace, ofMary]) one.letGo();
  await Promise.all([ofAda, ofGrace, ofMary].map(({ answer }) => answer));
  expect([ofAda, ofGrace, ofMary].map(({ seen }) => seen.length)).toEqual([1, 1, 1]);
});

it('stops the younger of two long queries for a third owner, never the older one', async () => {
  pool = createConnectionPool(connections, { longMs: 0 });
  let [ofAda, ofGrace] = [held('ada'), held('grace')];
  let ofMary = held('mary');
  await expect.poll(() => ofMary.seen).toHaveLength(1);
  for (let one of [ofAda, ofGrace, ofMary]) one.letGo();
  await Promise.all([ofAda, ofGrace, ofMary].map(({ answer }) => answer));
  expect([ofAda, ofGrace, ofMary].map(({ seen }) => seen.length)).toEqual([1, 2, 1]);
});

it('cancels queries whose client has disconnected, also in the queue', async () => {
  let [gone, goneInLine] = [new AbortController(), new AbortController()];
  let [first, second] = [held('ada', gone.signal), held()];
  await expect.poll(() => second.seen).toHaveLength(1);
  let waiting = held('ada', goneInLine.signal);
  goneInLine.abort();
  await expect(waiting.answer).rejects.toThrow();
  gone.abort();
  await expect(first.answer).rejects.toThrow();
  second.letGo();
  await second.answer;
  expect([first, waiting].map(({ seen }) => seen.length)).toEqual([1, 0]);
  await expect.poll(() => pool.isIdle()).toBe(true);
});

it('releases the connection of a query that fails', async () => {
  for (let i = 0; i < 3; i++)
    await expect(pool.take(ada, (connection) => connection.run('SELECT no_such_column'))).rejects.toThrow(
      'no_such_column',
    );
  let one = held();
  one.letGo();
  expect(await one.answer).toBe(42);
});

it('lets running queries end and refuses the others when it closes', async () => {
  let [first, second, waiting] = [held(), held(), held()];
  await expect.poll(() => second.seen).toHaveLength(1);
  let refused = expect(waiting.answer).rejects.toThrow('The event store is not open');
  let ended = pool.end();
  first.letGo();
  second.letGo();
  expect(await Promise.all([first.answer, second.answer])).toEqual([42, 42]);
  await refused;
  await ended;
  await expect(pool.take(ada, (connection) => connection.run('SELECT 1'))).rejects.toThrow('not open');
  await expect(connections[0]!.run('SELECT 1')).rejects.toThrow('disconnected');
});

it('runs a query alone once the others have ended, and lets those that wait go first before the next', async () => {
  let order: string[] = [];
  let note = (name: string) => async () => void order.push(name);
  let first = held();
  let all = [pool.takeAlone(ada, note('alone')), pool.takeAlone(ada, note('alone too'))];
  all.push(pool.take({ who: 'grace' }, note('waited')));
  await expect.poll(() => first.seen).toHaveLength(1);
  expect(order).toEqual([]);
  expect(pool.isIdle()).toBe(false);
  first.letGo();
  await Promise.all(all);
  expect(order.filter((name) => name !== 'waited')).toEqual(['alone', 'alone too']);
  expect(order.indexOf('waited')).toBeLessThan(2);
  await expect.poll(() => pool.isIdle()).toBe(true);
});

it('lets other queries continue next to a long exclusive one', async () => {
  let hurried = createConnectionPool(connections, { aloneMs: 0 });
  let letGo!: () => void;
  let isOver = new Promise<void>((resolve) => (letGo = resolve));
  let long = hurried.takeAlone(ada, () => isOver);
  let next = hurried.takeAlone(ada, async () => 'next');
  let order: string[] = [];
  await Promise.all(['a', 'b', 'c'].map((name) => hurried.take(ada, async () => order.push(name))));
  expect(order).toEqual(['a', 'b', 'c']);
  expect(hurried.isIdle()).toBe(false);
  letGo();
  await long;
  expect(await next).toBe('next');
});

it('does not wait long for running queries either', async () => {
  let hurried = createConnectionPool(connections, { aloneMs: 0 });
  let letGo!: () => void;
  let running = hurried.take(ada, () => new Promise<void>((resolve) => (letGo = resolve)));
  await hurried.takeAlone(ada, async () => undefined);
  await hurried.take(ada, async () => undefined);
  letGo();
  await running;
});
