/**
 * Closes a <details> menu the way people expect once scripts run: a press outside and a finished
 * navigation close it with all its views, Escape the innermost one.
 */
import { useLocation } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';

export function useClosingDetails(details: RefObject<HTMLDetailsElement>): void {
  let { key } = useLocation();
  let shown = useRef(key);
  useEffect(() => {
    // Not for the first page: what was opened before the scripts came stays open.
    if (details.current && shown.current !== key) close(details.current);
    shown.current = key;
  }, [details, key]);
  useEffect(() => {
    let closeOutside = (event: PointerEvent) => {
      let menu = details.current;
      if (menu?.open && event.target instanceof Node && !menu.contains(event.target)) close(menu);
    };
    let closeOnEscape = (event: KeyboardEvent) => {
      let menu = details.current;
      if (event.key !== 'Escape' || !menu?.open) return;
      let innermost = menu.querySelector<HTMLDetailsElement>('details[open]') ?? menu;
      innermost.open = false;
      innermost.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [details]);
}

function close(menu: HTMLDetailsElement): void {
  for (let one of [menu, ...menu.querySelectorAll('details')]) one.open = false;
}
