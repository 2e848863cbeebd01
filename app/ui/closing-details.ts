/** Closes a <details> menu the way people expect once scripts run: Escape, a press outside, a finished navigation. */
import { useLocation } from '@remix-run/react';
import { type RefObject, useEffect } from 'react';

export function useClosingDetails(details: RefObject<HTMLDetailsElement>): void {
  let { key } = useLocation();
  useEffect(() => {
    if (details.current) details.current.open = false;
  }, [details, key]);
  useEffect(() => {
    let closeOutside = (event: PointerEvent) => {
      let menu = details.current;
      if (menu?.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
    };
    let closeOnEscape = (event: KeyboardEvent) => {
      let menu = details.current;
      if (event.key !== 'Escape' || !menu?.open) return;
      menu.open = false;
      menu.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [details]);
}
