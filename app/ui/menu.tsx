/**
 * `<details>` in the server's HTML; becomes an Ariakit menu on first interaction, when its code is
 * loaded.
 */
import { useLocation } from '@remix-run/react';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { classes } from './class-names';
import { loadLazily } from './lazy-load';
import { isLong, type MenuProps, panelClass, PlainGroup, triggerClass } from './menu-items';

export function Menu(props: MenuProps) {
  let [Upgraded, setUpgraded] = useState<ComponentType<MenuProps & { focused: boolean }> | null>(null);
  let details = useRef<HTMLDetailsElement>(null);
  let focused = useRef(false);
  useClosingDetails(details);
  let upgrade = async () => {
    // An ARIA menu cannot contain the filter field of a long list.
    if (props.groups.some(isLong)) return;
    let part = await loadLazily(() => import('./menu-panel'));
    // Replacing it during a press would lose the click.
    if (!part || !details.current || details.current.matches('[open], :active')) return;
    focused.current = details.current.contains(document.activeElement);
    // At once: rendered later, it would take the focus back from where Tab moved it meanwhile.
    flushSync(() => setUpgraded(() => part.MenuPanel));
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
 * Closes a `<details>` menu on an outside press and after a navigation, and its innermost view on
 * Escape. Focus inside returns to its button.
 */
export function useClosingDetails(details: RefObject<HTMLDetailsElement>): void {
  let { key } = useLocation();
  let shown = useRef(key);
  useEffect(() => {
    // A menu opened before hydration stays open.
    let menu = shown.current === key ? null : details.current;
    if (menu?.open && menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
    if (menu) close(menu);
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
