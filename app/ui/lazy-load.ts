/** Code that is loaded on first use. */
import { useEffect, useRef, useState } from 'react';
import { useLocation } from '@remix-run/react';

/**
 * Loads code; null where it cannot be had, without a connection or long after an upgrade. The next
 * call tries again. Browsers may remember that a file could not be had for as long as the document
 * lives, so without a network none is asked for.
 */
export async function loadLazily<T>(load: () => Promise<T>): Promise<T | null> {
  if (!navigator.onLine) return null;
  return load().catch(() => null);
}

/** Whether the part is shown: not at all, with its code still on its way or missing, or whole. */
type Shown<Part> = 'closed' | 'loading' | 'failed' | { part: Part };

interface LazyOverlay<Part> {
  shown: Shown<Part>;
  /** Loads the code, again where it failed before; gives whether it is there. */
  open: () => Promise<boolean>;
  close: () => void;
}

/** Something that opens over the page, and closes with every navigation. */
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
