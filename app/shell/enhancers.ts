/** Starts what is not part of a page's first load. */
import { useEffect } from 'react';
import { loadLazily } from '../ui/lazy-load';
import type { Chat } from './notices.server';

/**
 * Starts the chat widget for the person of the page, and stops it when they go or somebody else
 * comes.
 */
export function useChat(chat: Chat | null | undefined): void {
  let whom = chat && JSON.stringify(chat);
  useEffect(
    () =>
      whom
        ? startLater(
            () => import('./chat'),
            (part) => part.startChat(JSON.parse(whom) as Chat),
          )
        : undefined,
    [whom],
  );
}

const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * Starts fetching pages ahead with the first sign of a person (a pointer, a key, scrolling), so
 * that the first load of a page stays as small as it is.
 */
export function usePrefetching(): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let waiting = new AbortController();
    let start = () => {
      waiting.abort();
      stop = startLater(
        () => import('./prefetch'),
        (part) => part.startPrefetching(),
      );
    };
    for (let sign of signs) addEventListener(sign, start, { passive: true, signal: waiting.signal });
    return () => {
      waiting.abort();
      stop?.();
    };
  }, []);
}

/**
 * Loads a part and starts it, once the connection is back where it cannot be loaded now. Returns
 * what stops it.
 */
function startLater<Part>(load: () => Promise<Part>, start: (part: Part) => () => void): () => void {
  let over = new AbortController();
  let attempt = async () => {
    let part = await loadLazily(load);
    if (over.signal.aborted) return;
    if (part) over.signal.addEventListener('abort', start(part));
    else addEventListener('online', attempt, { once: true, signal: over.signal });
  };
  void attempt();
  return () => over.abort();
}
