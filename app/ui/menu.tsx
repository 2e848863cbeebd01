/**
 * A menu of links and small forms: <details> in the server's HTML, an Ariakit menu from the first
 * touch on, whose code is fetched only then.
 */
import { Form, Link, useLocation } from '@remix-run/react';
import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { classes } from './class-names';
import { Icon } from './icon';

interface ItemWords {
  label: string;
  /** Marked with a check, as the choice in force. */
  current?: boolean;
}

export type MenuItem =
  | (ItemWords & { kind: 'link'; to: string })
  | (ItemWords & { kind: 'post'; action: string; fields: Record<string, string> });

export interface MenuGroup {
  label?: string;
  /** A long list scrolls inside the menu. */
  scroll?: boolean;
  items: readonly MenuItem[];
}

export interface MenuProps {
  /** The menu's spoken name, said after what the button shows. */
  label: string;
  /** What the button shows. */
  trigger: ReactNode;
  groups: readonly MenuGroup[];
  /** Side of the button the panel is aligned with. */
  align?: 'left' | 'right';
}

export const triggerClass =
  'flex min-h-9 cursor-pointer list-none items-center gap-1.5 rounded-md px-2.5 text-sm font-medium hover:bg-sunken';
export const panelClass =
  'z-40 max-h-[calc(100dvh-4.5rem)] w-64 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-md border border-line bg-surface py-1 shadow-lg';
export const itemClass =
  'flex min-h-9 w-full cursor-pointer items-center gap-2 px-3 py-1.5 text-left text-sm text-ink no-underline hover:bg-sunken data-active-item:bg-sunken';
export const groupClass = 'border-t border-line py-1 first:border-t-0';
export const groupLabelClass = 'px-3 pt-1 pb-0.5 text-xs font-medium text-muted';
export const scrollClass = 'max-h-60 overflow-y-auto';

export function Menu(props: MenuProps) {
  let [Upgraded, setUpgraded] = useState<ComponentType<MenuProps & { focused: boolean }> | null>(null);
  let details = useRef<HTMLDetailsElement>(null);
  let focused = useRef(false);
  useClosingDetails(details);
  let upgrade = async () => {
    let { MenuPanel } = await import('./menu-panel');
    // Nor while it is pressed: the press would be lost with what it is on.
    if (!details.current || details.current.matches('[open], :active')) return;
    focused.current = details.current.contains(document.activeElement);
    setUpgraded(() => MenuPanel);
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

/** One group as links and forms, as it stands in a <details>. */
export function PlainGroup({ group }: { group: MenuGroup }) {
  return (
    <div className={groupClass}>
      {group.label && <p className={groupLabelClass}>{group.label}</p>}
      <ul className={group.scroll ? scrollClass : undefined}>
        {group.items.map((item) => (
          <li key={item.label}>
            <PlainItem item={item} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function PlainItem({ item }: { item: MenuItem }) {
  if (item.kind === 'link')
    return (
      <Link to={item.to} className={itemClass} aria-current={item.current ? 'true' : undefined}>
        <ItemLabel item={item} />
      </Link>
    );
  return (
    <Form method="post" action={item.action}>
      <HiddenFields fields={item.fields} />
      <button type="submit" className={itemClass} aria-current={item.current ? 'true' : undefined}>
        <ItemLabel item={item} />
      </button>
    </Form>
  );
}

export function ItemLabel({ item }: { item: MenuItem }) {
  return (
    <>
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.current && <Icon name="check" className="size-4 text-accent" />}
    </>
  );
}

export function HiddenFields({ fields }: { fields: Record<string, string> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/**
 * Closes a <details> menu the way people expect once scripts run: a press outside and a finished
 * navigation close it with all its views, Escape the innermost one.
 */
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
