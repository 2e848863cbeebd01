/**
 * Whether scripts are running: false in the server's HTML and during hydration, true afterwards.
 */
import { useSyncExternalStore } from 'react';

function neverChanges(): () => void {
  return () => {};
}

/** For parts that make sense only with scripts, such as a Copy button. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
