/** A few connections shared by many questions: each waits for its turn, in the order they came. */
import type { DuckDBConnection } from '@duckdb/node-api';

export interface ConnectionPool {
  /** Runs `ask` on the next free connection. */
  take<T>(ask: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  /** Whether nobody runs or waits. */
  isIdle(): boolean;
  /** Lets running questions end, refuses waiting ones, closes the connections. */
  end(): Promise<void>;
}

interface Waiting {
  go(connection: DuckDBConnection): void;
  refuse(error: Error): void;
}

/** Takes over the connections. */
export function createConnectionPool(connections: DuckDBConnection[]): ConnectionPool {
  let free = [...connections];
  let waiting: Waiting[] = [];
  let running = new Set<Promise<unknown>>();
  let ended = false;

  function next(): Promise<DuckDBConnection> {
    let connection = free.pop();
    if (connection) return Promise.resolve(connection);
    return new Promise((go, refuse) => waiting.push({ go, refuse }));
  }

  function giveBack(connection: DuckDBConnection): void {
    let first = waiting.shift();
    if (ended) connection.closeSync();
    else if (first) first.go(connection);
    else free.push(connection);
  }

  return {
    async take(ask) {
      let connection = await next();
      let answer = ask(connection);
      let over = answer.then(
        () => giveBack(connection),
        () => giveBack(connection),
      );
      running.add(over);
      void over.then(() => running.delete(over));
      return answer;
    },
    isIdle: () => running.size + waiting.length === 0,
    async end() {
      ended = true;
      for (let { refuse } of waiting.splice(0)) refuse(new Error('The event store is not open'));
      for (let connection of free.splice(0)) connection.closeSync();
      await Promise.all(running);
    },
  };
}
