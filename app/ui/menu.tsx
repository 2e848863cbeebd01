/**
 * A menu of links and small forms: <details> in the server's HTML, an Ariakit menu from the first
 * touch on, whose code is fetched only then.
 */
import { useLocation } from '@remix-run/react';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { classes } from './class-names';
import { loadLazily } from './lazy-load';
import { isLong, type MenuProps, panelClass, PlainGroup, triggerClass } from './menu-items';

export function Menu(props: MenuProps) {
  let [Upgraded, setUpgraded] = useState<ComponentType<MenuProps & { focused: boolean }> | null>(null);
  let details = useRef<HTMLDetailsElement>(null);
  let focused = useRef(false);
  useClosingDetails(details);
  let upgrade = async () => {
    // A menu for screen readers has no fields, and a long list has one.
    if (props.groups.some(isLong)) return;
    let part = await loadLazily(() => import('./menu-panel'));
    // Not while it is pressed: the press would be lost with the element.
    if (!part || !details.current || details.current.matches('[open], :active')) return;
    focused.current = details.current.contains(document.activeElement);
    setUpgraded(() => part.MenuPanel);
  };
  if (Upgraded) return <Upgraded {...props} focused={focused.current} />;
  return (
    <details ref={details} name="menu" className="relative" onPointerEnter={upgrade} onFocus={upgrade}>
      <summary className={triggerClass}>
        {props.trigger}
        <span className="sr-only">{props.label}</span>
      </summary>
      <div className={classes(panelClass, 'absolute mt-1', props.align === 'right' ? 'right-0' : 'left-0')}>
        {props.groups.map((group, i) => (
          <PlainGroup key={i} group={group} />
        ))}
      </div>
    </details>
  );
}

/**
 * Closes a <details> menu as people expect once scripts run: a press outside and a finished
 * navigation close it with all its views, Escape the innermost one.
 */
export function useClosingDetails(details: RefObject<HTMLDetailsElement>): void {
  let { key } = useLocation();
  let shown = useRef(key);
  useEffect(() => {
    // Not for the first page: a menu opened before the scripts loaded stays open.
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
