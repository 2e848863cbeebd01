import { useEffect, useRef, useState } from 'react';
import { useLocation } from '@remix-run/react';

/**
 * Null if the code cannot be fetched: offline, or after an upgrade removed it. Browsers cache a
 * failed import for the life of the document, so nothing is requested while offline.
 */
export async function loadLazily<T>(load: () => Promise<T>): Promise<T | null> {
  if (!navigator.onLine) return null;
  return load().catch(() => null);
}

type Shown<Part> = 'closed' | 'loading' | 'failed' | { part: Part };

interface LazyOverlay<Part> {
  shown: Shown<Part>;
  /** Resolves to whether the code is loaded; retries after a failure. */
  open: () => Promise<boolean>;
  close: () => void;
}

/** An overlay whose code loads on demand and which closes on navigation. */
export function useLazyOverlay<Part>(load: () => Promise<Part>): LazyOverlay<Part> {
  let [shown, setShown] = useState<Shown<Part>>('closed');
  let opened = useRef(0);
  let close = () => {
    opened.current++;
    setShown('closed');
  };
  let { key } = useLocation();
  useEffect(close, [key]);
  let open = async () => {
    let turn = ++opened.current;
    setShown('loading');
    let part = await loadLazily(load);
    if (turn === opened.current) setShown(part === null ? 'failed' : { part });
    return part !== null;
  };
  return { shown, open, close };
}
