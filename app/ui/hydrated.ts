import { useSyncExternalStore } from 'react';

function neverChanges(): () => void {
  return () => {};
}

/** False on the server and during hydration. For parts that need scripts, such as a Copy button. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
