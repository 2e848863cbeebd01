/** Tabs as links to pages. */
import { NavLink } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { classes } from './class-names';

export interface TabLink {
  label: string;
  to: string;
  /** Also current on pages below it. */
  below?: boolean;
  /** For tabs that differ only in the query. */
  current?: boolean;
}

interface TabsProps {
  label: string;
  tabs: readonly TabLink[];
  /** Into several lines; `wide` on wide screens alone. */
  wraps?: boolean | 'wide';
  /** Id of the part that they change: without scripts, the page loads and shows it. */
  anchor?: string;
  /** Beside a title. */
  isSmall?: boolean;
}

export function Tabs({ label, tabs, wraps = false, anchor, isSmall = false }: TabsProps) {
  let hash = !useHydrated() && anchor ? `#${anchor}` : '';
  return (
    <nav aria-label={label} className="scrolls max-w-full overflow-x-auto shadow-[inset_0_-1px_var(--line)]">
      <ul
        className={classes(
          'flex',
          !isSmall && 'gap-1',
          wraps === true && 'flex-wrap',
          wraps === 'wide' && 'sm:flex-wrap',
        )}
      >
        {tabs.map((tab) => (
          <li key={tab.to}>
            <NavLink
              to={tab.to + hash}
              end={!tab.below}
              preventScrollReset
              aria-current={(tab.current ?? true) ? 'page' : 'false'}
              className={({ isActive }) => tabClass(tab.current ?? isActive, isSmall)}
            >
              {tab.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function tabClass(current: boolean, isSmall: boolean): string {
  return classes(
    'inline-block border-b-2 font-medium whitespace-nowrap no-underline',
    isSmall ? 'px-2 pt-0.5 pb-1.5 text-[0.8125rem]' : 'px-3 py-2 text-sm',
    current ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
  );
}
