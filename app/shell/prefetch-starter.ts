/**
 * Starts fetching pages ahead with the first sign of a person (a pointer, a key, scrolling), so
 * that the first load of a page stays as small as it is.
 */
import { useEffect } from 'react';

const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

export function usePrefetching(): void {
  useEffect(() => {
    let over = new AbortController();
    let started = new AbortController();
    let start = () => {
      started.abort();
      void import('./prefetch').then((part) => {
        if (!over.signal.aborted) over.signal.addEventListener('abort', part.startPrefetching());
      });
    };
    for (let sign of signs) addEventListener(sign, start, { passive: true, signal: started.signal });
    return () => {
      started.abort();
      over.abort();
    };
  }, []);
}
