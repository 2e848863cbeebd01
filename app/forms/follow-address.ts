/** Lets a field follow the address it shows. */
import { useEffect, useRef } from 'react';

/**
 * Runs `follow` when what the address says has changed, never for the first one: a choice made before the scripts came
 * must not be taken back.
 */
export function useFollowedAddress(address: unknown, follow: () => void): void {
  let followed = useRef(address);
  useEffect(() => {
    if (followed.current === address) return;
    followed.current = address;
    follow();
  });
}
