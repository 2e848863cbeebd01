/** Starts code that is not part of the first page load. */
import { useEffect } from 'react';
import { loadLazily } from '../ui/lazy-load';
import type { Chat } from './notices.server';

/** Restarts when the person changes. */
export function useChat(chat: Chat | null | undefined): void {
  let whom = chat && JSON.stringify(chat);
  useEffect(
    () =>
      whom
        ? startLater(
            () => import('./chat'),
            (part) => part.startChat(JSON.parse(whom)),
          )
        : undefined,
    [whom],
  );
}

const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/** Starts on the first interaction, to keep the first load small. */
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

/** Retries when back online. Returns a stop function. */
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
