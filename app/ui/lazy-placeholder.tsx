/** Delayed loading placeholders. */
import { type ReactNode, useEffect, useState } from 'react';
import { lazyDelayMs } from '../locale/delays';
import { LoadingRing } from './loading';

export function LazyPlaceholder() {
  return (
    <Delayed ms={lazyDelayMs}>
      <LoadingRing label="Loading" className="fixed inset-x-0 top-1/4 z-50 justify-center text-3xl text-accent" />
    </Delayed>
  );
}

/** Appears after a delay, so that fast loads do not flicker. */
export function Delayed({ ms, children }: { ms: number; children: ReactNode }) {
  let [isDue, setIsDue] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setIsDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isDue && children;
}
