/** Waiting with a limit. */
import { setTimeout as pause } from 'node:timers/promises';

/** What a promise gives, or undefined after `limitMs`. */
export async function withTimeout<Value>(promised: Promise<Value>, limitMs: number): Promise<Value | undefined> {
  let timeUp = new AbortController();
  let wait = pause(limitMs, undefined, { signal: timeUp.signal, ref: false }).catch(() => undefined);
  try {
    return await Promise.race([promised, wait]);
  } finally {
    timeUp.abort();
  }
}
