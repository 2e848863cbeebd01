import { setTimeout as pause } from 'node:timers/promises';

/** Resolves to undefined after `limitMs`. */
export async function withTimeout<Value>(promised: Promise<Value>, limitMs: number): Promise<Value | undefined> {
  let timeUp = new AbortController();
  let wait = pause(limitMs, undefined, { signal: timeUp.signal, ref: false }).catch(() => undefined);
  try {
    return await Promise.race([promised, wait]);
  } finally {
    timeUp.abort();
  }
}
