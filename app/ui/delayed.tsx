/**
 * Something that shows up only when it has been wanted for a while, so that what is quick does not
 * flicker.
 */
import { type ReactNode, useEffect, useState } from 'react';

export function After({ ms, children }: { ms: number; children: ReactNode }) {
  let [isDue, setIsDue] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setIsDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isDue && children;
}
