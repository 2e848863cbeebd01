/**
 * When a question ends that has no answer yet: after some time, and when nobody waits for it any
 * more.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { ApiError } from '../../floor/api-error';

/** The refusal of a question whose caller has gone. */
export class CallerHasGone extends ApiError {
  constructor() {
    super('server-is-busy');
  }
}

export interface QueryDeadline {
  /** Aborted with the refusal as its reason. */
  signal: AbortSignal;
  /** Aborts nothing from now on. */
  release(): void;
}

/** Ends after `ms`, where there is a limit, and once `gone` is aborted. */
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

/** What is being prepared is not interrupted, only what runs. */
const againMs = 100;

/** Interrupts what runs on the connection once `stop` is aborted, and what it runs after that. */
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
