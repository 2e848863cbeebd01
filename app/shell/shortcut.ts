/** Keyboard shortcuts of the shell: a key together with Ctrl or Cmd. */
import { useEffect } from 'react';

/**
 * Calls `act` when one of `keys` (single characters) is pressed with Ctrl or Cmd and nothing else.
 */
export function useShortcut(keys: string, act: () => void): void {
  useEffect(() => {
    let listen = (event: KeyboardEvent) => {
      let isPlain = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isPlain || event.key.length !== 1 || !keys.includes(event.key.toLowerCase())) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}
