/** A few connections shared by many queries, which wait in order. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { inSpan } from 'net/tracing';
import PQueue from 'p-queue';

export interface ConnectionPool {
  /** Runs `ask` on the next free connection. */
  take<T>(ask: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  /**
   * Runs `ask` once the running queries have ended, and the others after it. Where that takes long, they
   * go on beside it. Those that waited get their turn before the next such.
   */
  takeAlone<T>(ask: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  /** Whether nothing is running or waiting. */
  isIdle(): boolean;
  /** Lets running queries end, refuses waiting ones, closes the connections. */
  end(): Promise<void>;
}

/** Nobody waits longer for a query that is to run alone; the dashboard gives up after ten seconds. */
const aloneMax = 4_000;

/** Takes over the connections. */
export function createConnectionPool(connections: DuckDBConnection[], aloneMs = aloneMax): ConnectionPool {
  let free = [...connections];
  let questions = new PQueue({ concurrency: free.length });
  let alone = new PQueue({ concurrency: 1 });
  let isEnded = false;

  async function use<T>(ask: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    let connection = isEnded ? undefined : free.pop();
    if (!connection) throw new Error('The event store is not open');
    try {
      return await inSpan({ name: 'events question' }, () => ask(connection));
    } finally {
      free.push(connection);
    }
  }

  return {
    take: (ask) => questions.add(() => use(ask)),
    takeAlone: (ask) =>
      alone.add(async () => {
        questions.concurrency = 1;
        let goOn = () => (questions.concurrency = connections.length);
        let limit = setTimeout(goOn, aloneMs);
        try {
          return await questions.add(() => use(ask), { priority: 1 });
        } finally {
          clearTimeout(limit);
          goOn();
        }
      }),
    isIdle: () => [questions, alone].every(({ size, pending }) => size + pending === 0),
    async end() {
      isEnded = true;
      await alone.onIdle();
      await questions.onIdle();
      for (let connection of connections) connection.closeSync();
    },
  };
}
