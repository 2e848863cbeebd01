/** Cancels queries after a time limit, and when the client disconnects. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { ApiError } from '../../floor/calls/api-error';

export class CallerHasGone extends ApiError {
  constructor() {
    super('server-is-busy');
  }
}

export interface QueryDeadline {
  /** The reason is an ApiError. */
  signal: AbortSignal;
  release(): void;
}

/** `ms` is optional. */
export function createDeadline(
  gone: AbortSignal | undefined,
  ms: number | undefined,
  tooLarge: () => ApiError,
): QueryDeadline {
  let ending = new AbortController();
  let leave = () => ending.abort(new CallerHasGone());
  let timer = ms === undefined ? undefined : setTimeout(() => ending.abort(tooLarge()), ms);
  if (gone?.aborted) leave();
  gone?.addEventListener('abort', leave);
  return {
    signal: ending.signal,
    release() {
      clearTimeout(timer);
      gone?.removeEventListener('abort', leave);
    },
  };
}

/** DuckDB interrupts only running statements, not those being prepared, so it is repeated. */
const againMs = 100;

/**
 * Interrupts statements on the connection from the abort of `stop` until the returned function is
 * called.
 */
export function interruptOn(stop: AbortSignal, connection: Pick<DuckDBConnection, 'interrupt'>): () => void {
  let timer: NodeJS.Timeout | undefined;

  function interrupt(): void {
    connection.interrupt();
    timer = setTimeout(interrupt, againMs);
  }

  stop.addEventListener('abort', interrupt);
  return () => {
    stop.removeEventListener('abort', interrupt);
    clearTimeout(timer);
  };
}
