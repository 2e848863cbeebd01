/**
 * A few connections shared by the questions of all owners, in turn. An owner may have all of them
 * while nobody else waits; a question that keeps somebody out gives way, and is asked again later.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { inSpan } from 'net/tracing';
import { createFairQueue } from '../../floor/fair-queue';

/** Asks on a connection; ends soon, in whatever way, once `stop` is aborted. */
export type ConnectionWork<T> = (connection: DuckDBConnection, stop: AbortSignal) => Promise<T>;

/** Whose question it is; once `ended` is aborted, it leaves the line or is stopped, and rejects. */
export interface QueryCaller {
  who: string;
  ended?: AbortSignal;
}

export interface ConnectionPool {
  /** Runs `ask` on a connection when it is the turn of its owner. */
  take<T>(asker: QueryCaller, ask: ConnectionWork<T>): Promise<T>;
  /**
   * Runs `ask` once the running queries have ended, and the others after it. Where that takes long, they
   * go on beside it. Those that waited get their turn before the next such.
   */
  takeAlone<T>(asker: QueryCaller, ask: ConnectionWork<T>): Promise<T>;
  /** Whether nothing is running or waiting. */
  isIdle(): boolean;
  /** Lets running queries end, refuses waiting ones, closes the connections. */
  end(): Promise<void>;
}

/** Nobody waits longer for a query that is to run alone. */
const aloneMax = 4_000;

/** A query that has run for so long gives way to an owner who has none, unless it is the oldest. */
const longMin = 5_000;

const anyNumber = { waiting: Infinity, waitingOfOne: Infinity, waitMs: Infinity };

interface Query extends QueryCaller {
  /** Whether it has run for long, now or before it gave way. */
  isLong: boolean;
  /** Of the run that is on its way. */
  stop: AbortController;
}

/** Takes over the connections. */
export function createConnectionPool(
  connections: readonly DuckDBConnection[],
  { aloneMs = aloneMax, longMs = longMin } = {},
): ConnectionPool {
  let free = [...connections];
  let turns = createFairQueue({ ...anyNumber, atOnce: free.length, atOnceOfOne: free.length });
  let alone = createFairQueue({ ...anyNumber, atOnce: 1, atOnceOfOne: 1 });
  /** The oldest first. */
  let running = new Set<Query>();
  let waiting = new Set<Query>();
  let pending = new Set<Promise<unknown>>();
  let isEnded = false;

  /**
   * The oldest goes on in any case, so that one of them always comes to its end, and long ones do
   * not give way to each other.
   */
  function makeRoom(): void {
    if (free.length > 0) return;
    let served = new Set([...running].map(({ who }) => who));
    let keptOut = [...waiting].filter(({ who }) => !served.has(who));
    let [oldest, ...younger] = running;
    for (let one of younger)
      if (keptOut.some(({ isLong }) => one.who === oldest!.who || (one.isLong && !isLong))) one.stop.abort();
  }

  /** Resolves when a turn has begun; the given function ends it. */
  async function hold(query: Query): Promise<() => void> {
    let turn = turns.hold(query.who, query.ended);
    waiting.add(query);
    makeRoom();
    return turn.finally(() => waiting.delete(query));
  }

  async function use<T>(query: Query, ask: ConnectionWork<T>): Promise<T> {
    let connection = isEnded ? undefined : free.pop();
    if (!connection) throw new Error('The event store is not open');
    let { ended, stop } = query;
    let end = () => stop.abort();
    let timer = setTimeout(() => {
      query.isLong = true;
      makeRoom();
    }, longMs);
    if (ended?.aborted) end();
    ended?.addEventListener('abort', end);
    running.add(query);
    // Somebody may have come between its turn and now.
    makeRoom();
    try {
      return await inSpan({ name: 'events question' }, () => ask(connection, stop.signal));
    } finally {
      clearTimeout(timer);
      ended?.removeEventListener('abort', end);
      running.delete(query);
      free.push(connection);
    }
  }

  let queryOf = (asker: QueryCaller): Query => ({ ...asker, isLong: false, stop: new AbortController() });

  async function take<T>(asker: QueryCaller, ask: ConnectionWork<T>): Promise<T> {
    let query = queryOf(asker);
    for (;;) {
      query.stop = new AbortController();
      let release = await hold(query);
      try {
        return await use(query, ask);
      } catch (error) {
        let hasGivenWay = query.stop.signal.aborted && !asker.ended?.aborted;
        if (!hasGivenWay) throw error;
      } finally {
        release();
      }
    }
  }

  async function takeAlone<T>(asker: QueryCaller, ask: ConnectionWork<T>): Promise<T> {
    let work = async () => {
      let held = await Promise.all(connections.slice(1).map(() => hold(queryOf(asker))));
      let release = () => held.splice(0).forEach((end) => end());
      let limit = setTimeout(release, aloneMs);
      try {
        return await take(asker, ask);
      } finally {
        clearTimeout(limit);
        release();
      }
    };
    return alone.take(asker.who, work, asker.ended);
  }

  function noted<T>(work: Promise<T>): Promise<T> {
    let over = work.then(
      () => undefined,
      () => undefined,
    );
    pending.add(over);
    void over.then(() => pending.delete(over));
    return work;
  }

  return {
    take: (asker, ask) => noted(take(asker, ask)),
    takeAlone: (asker, ask) => noted(takeAlone(asker, ask)),
    isIdle: () => pending.size === 0,
    async end() {
      isEnded = true;
      await Promise.all(pending);
      for (let connection of connections) connection.closeSync();
    },
  };
}
