/**
 * The place of a part whose code is fetched on the first use; a ring says so when that takes a
 * moment.
 */
import { type ReactNode, Suspense } from 'react';
import { lazyDelayMs } from '../timings';
import { After } from './delayed';
import { LoadingRing } from './loading-ring';

export function LazyPart({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <After ms={lazyDelayMs}>
          <LoadingRing label="Loading" className="fixed inset-x-0 top-1/4 z-50 justify-center text-3xl text-accent" />
        </After>
      }
    >
      {children}
    </Suspense>
  );
}
