/** Queries that share the read connections of the event store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createConnectionPool, type ConnectionPool } from 'gateway/events/connection-pool';

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

/** A query that holds its connection until it is released. */
function held() {
  let letGo!: () => void;
  let isOver = new Promise<void>((resolve) => (letGo = resolve));
  let seen: DuckDBConnection[] = [];
  let answer = pool.take(async (connection) => {
    seen.push(connection);
    await isOver;
    return (await connection.runAndReadAll('SELECT 42')).getRows()[0]![0];
  });
  return { letGo, seen, answer };
}

it('gives each query its own connection, and lets other queries wait in order', async () => {
  expect(pool.isIdle()).toBe(true);
  let [first, second, third, fourth] = [held(), held(), held(), held()];
  expect(pool.isIdle()).toBe(false);
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

it('releases the connection of a query that fails', async () => {
  for (let i = 0; i < 3; i++)
    await expect(pool.take((connection) => connection.run('SELECT no_such_column'))).rejects.toThrow('no_such_column');
  let one = held();
  one.letGo();
  expect(await one.answer).toBe(42);
});

it('lets running queries end and refuses the others when it closes', async () => {
  let [first, second, waiting] = [held(), held(), held()];
  let refused = expect(waiting.answer).rejects.toThrow('The event store is not open');
  let ended = pool.end();
  first.letGo();
  second.letGo();
  expect(await Promise.all([first.answer, second.answer])).toEqual([42, 42]);
  await refused;
  await ended;
  await expect(pool.take((connection) => connection.run('SELECT 1'))).rejects.toThrow('not open');
  await expect(connections[0]!.run('SELECT 1')).rejects.toThrow('disconnected');
});

it('runs a query alone once the others have ended, and lets those that wait go first before the next', async () => {
  let order: string[] = [];
  let note = (name: string) => async () => void order.push(name);
  let first = held();
  let all = [pool.takeAlone(note('alone')), pool.takeAlone(note('alone too')), pool.take(note('waited'))];
  expect(order).toEqual([]);
  expect(pool.isIdle()).toBe(false);
  first.letGo();
  await Promise.all(all);
  expect(order).toEqual(['alone', 'waited', 'alone too']);
  await expect.poll(() => pool.isIdle()).toBe(true);
});

it('lets other queries go on beside one that was to run alone and takes long', async () => {
  let hurried = createConnectionPool(connections, 0);
  let letGo!: () => void;
  let long = hurried.takeAlone(() => new Promise<void>((resolve) => (letGo = resolve)));
  let next = hurried.takeAlone(async () => 'next');
  let order: string[] = [];
  await Promise.all(['a', 'b', 'c'].map((name) => hurried.take(async () => order.push(name))));
  expect(order).toEqual(['a', 'b', 'c']);
  expect(hurried.isIdle()).toBe(false);
  letGo();
  await long;
  expect(await next).toBe('next');
});

it('does not wait long for running queries either', async () => {
  let hurried = createConnectionPool(connections, 0);
  let letGo!: () => void;
  let running = hurried.take(() => new Promise<void>((resolve) => (letGo = resolve)));
  await hurried.takeAlone(async () => undefined);
  await hurried.take(async () => undefined);
  letGo();
  await running;
});
