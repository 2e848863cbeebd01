/** A few connections shared by many queries, which wait in order. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { inSpan } from 'net/tracing';
import PQueue from 'p-queue';

export interface ConnectionPool {
  /** Runs `ask` on the next free connection. */
  take<T>(ask: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  /** Whether nothing is running or waiting. */
  isIdle(): boolean;
  /** Lets running queries end, refuses waiting ones, closes the connections. */
  end(): Promise<void>;
}

/** Takes over the connections. */
export function createConnectionPool(connections: DuckDBConnection[]): ConnectionPool {
  let free = [...connections];
  let questions = new PQueue({ concurrency: free.length });
  let isEnded = false;
  return {
    take: (ask) =>
      questions.add(async () => {
        let connection = isEnded ? undefined : free.pop();
        if (!connection) throw new Error('The event store is not open');
        try {
          return await inSpan({ name: 'events question' }, () => ask(connection));
        } finally {
          free.push(connection);
        }
      }),
    isIdle: () => questions.size + questions.pending === 0,
    async end() {
      isEnded = true;
      await questions.onIdle();
      for (let connection of connections) connection.closeSync();
    },
  };
}
