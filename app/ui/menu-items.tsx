/** Menu items: links and small forms, plain and inside the Ariakit menu. */
import { Form, Link, useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { noResults } from '../config/browser-messages';
import { useHydrated } from 'remix-utils/use-hydrated';
import { Icon } from './icon';

interface ItemWords {
  label: string;
  /** Whether the label is a name, which is not translated. */
  isName?: boolean;
  current?: boolean;
}

export type MenuItem =
  | (ItemWords & { kind: 'link'; to: string })
  | (ItemWords & { kind: 'post'; action: string; fields: Record<string, string> });

export interface MenuGroup {
  label?: string;
  scroll?: boolean;
  items: readonly MenuItem[];
}

export interface MenuProps {
  /** Accessible name, appended to the button's content. */
  label: string;
  trigger: ReactNode;
  groups: readonly MenuGroup[];
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

export function PlainGroup({ group }: { group: MenuGroup }) {
  return (
    <div className={groupClass}>
      {group.label && <p className={groupLabelClass}>{group.label}</p>}
      {isLong(group) ? <LongList group={group} /> : <PlainList group={group} />}
    </div>
  );
}

function PlainList({ group }: { group: MenuGroup }) {
  return (
    <ul className={group.scroll ? scrollClass : undefined}>
      {group.items.map((item) => (
        <li key={item.label}>
          <PlainItem item={item} />
        </li>
      ))}
    </ul>
  );
}

const longFrom = 10;

/** A named list, not the menu itself. */
export function isLong({ label, items }: MenuGroup): boolean {
  return label !== undefined && items.length >= longFrom;
}

/** Filterable with scripts. */
function LongList({ group }: { group: MenuGroup }) {
  let [typed, setTyped] = useState('');
  let { key } = useLocation();
  let place = useRef<HTMLDivElement>(null);
  // Reset on navigation.
  useEffect(() => setTyped(''), [key]);
  let wanted = typed.trim().toLowerCase();
  let items = group.items.filter(({ label }) => label.toLowerCase().includes(wanted));
  return (
    <div ref={place}>
      {useHydrated() && (
        <div className="px-3 py-1">
          <input
            type="search"
            aria-label={`Filter ${group.label ?? 'the list'}`}
            placeholder="Filter"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={({ key: pressed }) => {
              if (pressed === 'Enter' && wanted) place.current?.querySelector<HTMLElement>('a, button')?.click();
            }}
            className="block h-8 w-full rounded-md border border-line-strong bg-surface px-2 text-sm text-ink placeholder:text-muted"
          />
          <p role="status" className="px-0.5 pt-1.5 text-xs text-muted empty:hidden">
            {wanted && (items.length > 0 ? `${items.length} of ${group.items.length}` : noResults)}
          </p>
        </div>
      )}
      <PlainList group={{ ...group, items }} />
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
      <span translate={item.isName ? 'no' : undefined} className="min-w-0 flex-1 truncate">
        {item.label}
      </span>
      {item.current && <Icon name="check" className="size-4 text-accent" />}
    </>
  );
}

export function HiddenFields({ fields }: { fields: Record<string, string | number> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
