import { setMaxListeners } from 'node:events';

/**
 * A signal that aborts after `ms`, with a TimeoutError, or together with `other`. Node 20 forgets an
 * `AbortSignal.any` of a timeout before the time is over, and what waits for it would wait for ever.
 */
export function timeLimit(ms: number, other: AbortSignal): AbortSignal {
  let limited = new AbortController();
  let { signal } = limited;
  if (other.aborted) limited.abort(other.reason);
  else {
    let end = setTimeout(() => limited.abort(new DOMException('The time limit was reached', 'TimeoutError')), ms);
    end.unref();
    // One for each request that is under way.
    setMaxListeners(0, other);
    other.addEventListener('abort', () => limited.abort(other.reason), { once: true, signal });
    signal.addEventListener('abort', () => clearTimeout(end));
  }
  return signal;
}
