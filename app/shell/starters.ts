/** Starts what is not part of a page's first load. */
import { useEffect } from 'react';
import type { Chat } from './notices.server';

/**
 * Starts the chat widget for the person of the page, and stops it when they go or somebody else
 * comes.
 */
export function useChat(chat: Chat | null | undefined): void {
  let whom = chat && JSON.stringify(chat);
  useEffect(() => {
    if (!whom) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    void import('./chat').then((part) => {
      if (!isOver) stop = part.startChat(JSON.parse(whom) as Chat);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [whom]);
}

const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * Starts fetching pages ahead with the first sign of a person (a pointer, a key, scrolling), so
 * that the first load of a page stays as small as it is.
 */
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
