/** How long the queries of a connection may take. */
import type { DuckDBConnection } from '@duckdb/node-api';

/** What is being prepared is not interrupted, only what runs. */
const againMs = 100;

export interface TimeLimit {
  isMet(): boolean;
  /** Interrupts nothing from now on. */
  end(): void;
}

/** Interrupts what runs on the connection after `ms`, and what it runs after that; never where it is left out. */
export function limitTime(connection: Pick<DuckDBConnection, 'interrupt'>, ms: number | undefined): TimeLimit {
  let isMet = false;
  let timer = ms === undefined ? undefined : setTimeout(interrupt, ms);

  function interrupt(): void {
    isMet = true;
    connection.interrupt();
    timer = setTimeout(interrupt, againMs);
  }

  return { isMet: () => isMet, end: () => clearTimeout(timer) };
}
