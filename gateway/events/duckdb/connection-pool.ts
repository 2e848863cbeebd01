/**
 * A few connections shared fairly by the queries of all owners. An owner may use all of them while
 * no one else waits; a query that blocks another owner is interrupted and repeated later.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { inSpan } from 'net/tracing';
import { createFairQueue } from '../../floor/calls/fair-queue';
import { createPending } from '../../floor/calls/pending';

/** Runs on a connection; must end soon after `stop` is aborted. */
export type ConnectionWork<T> = (connection: DuckDBConnection, stop: AbortSignal) => Promise<T>;

/** Once `ended` is aborted, the query is cancelled or leaves the queue. */
interface QueryCaller {
  who: string;
  ended?: AbortSignal;
}

export interface ConnectionPool {
  take<T>(asker: QueryCaller, ask: ConnectionWork<T>): Promise<T>;
  /**
   * Runs `ask` once the running queries have ended; others wait, up to a limit of time. Those that
   * waited are next, before another exclusive query.
   */
  takeAlone<T>(asker: QueryCaller, ask: ConnectionWork<T>): Promise<T>;
  isIdle(): boolean;
  /** Lets running queries end, refuses waiting ones, closes the connections. */
  end(): Promise<void>;
}

/** How long others wait for an exclusive query. */
const aloneMax = 4_000;

/** A query running longer gives way to an owner without one, unless it is the oldest. */
const longMin = 5_000;

const anyNumber = { waiting: Infinity, waitingOfOne: Infinity, waitMs: Infinity };

interface Query extends QueryCaller {
  /** Now, or before it gave way. */
  isLong: boolean;
  /** Stops the current run. */
  stop: AbortController;
}

export function createConnectionPool(
  connections: readonly DuckDBConnection[],
  { aloneMs = aloneMax, longMs = longMin } = {},
): ConnectionPool {
  let free = [...connections];
  let turns = createFairQueue({ ...anyNumber, atOnce: free.length, atOnceOfOne: free.length });
  let alone = createFairQueue({ ...anyNumber, atOnce: 1, atOnceOfOne: 1 });
  /** Oldest first. */
  let running = new Set<Query>();
  let waiting = new Set<Query>();
  let pending = createPending();
  let isEnded = false;

  function makeRoom(): void {
    if (free.length === 0) for (let { stop } of givingWay(running, waiting)) stop.abort();
  }

  /** Resolves with the function that ends the turn. */
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
    // Another query may have arrived since the turn began.
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

  return {
    take: (asker, ask) => pending.add(take(asker, ask)),
    takeAlone: (asker, ask) => pending.add(takeAlone(asker, ask)),
    isIdle: pending.isEmpty,
    async end() {
      isEnded = true;
      await pending.ended();
      for (let connection of connections) connection.closeSync();
    },
  };
}

/**
 * Which of the running queries make room for those waiting of owners without one, both oldest first.
 * The oldest always continues, so that one finishes and long ones do not interrupt each other.
 */
function givingWay(running: ReadonlySet<Query>, waiting: ReadonlySet<Query>): Query[] {
  let served = new Set([...running].map(({ who }) => who));
  let keptOut = [...waiting].filter(({ who }) => !served.has(who));
  let [oldest, ...younger] = running;
  return younger.filter((one) => keptOut.some(({ isLong }) => one.who === oldest!.who || (one.isLong && !isLong)));
}
