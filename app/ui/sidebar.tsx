/** Groups of pages beside the page itself; a collapsed list above it on narrow screens. */
import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { TabLink } from './tabs';

interface SidebarLink extends TabLink {
  /** Other paths whose pages belong to this link. */
  also?: readonly string[];
}

export interface SidebarGroup {
  label: string;
  links: readonly SidebarLink[];
}

interface SidebarProps {
  label: string;
  groups: readonly SidebarGroup[];
  children: ReactNode;
}

export function Sidebar({ label, groups, children }: SidebarProps) {
  let { pathname } = useLocation();
  let current = groups.flatMap(({ links }) => links).find((link) => isCurrent(link, pathname));
  return (
    <div className="flex flex-col gap-5 md:grid md:grid-cols-[12rem_minmax(0,1fr)] md:gap-8 print:block">
      <nav aria-label={label}>
        <details className="folds rounded-md border border-line bg-surface sm:border-0 sm:bg-transparent">
          <summary className="cursor-pointer px-3 py-2 text-sm font-medium">
            {label}: {current?.label ?? 'all pages'}
          </summary>
          <div className="flex flex-wrap gap-x-8 gap-y-4 px-3 pb-3 sm:px-0 sm:pb-0 md:flex-col">
            {groups.map((group) => (
              <div key={group.label} className="min-w-36">
                <p className="px-2.5 pb-1 text-xs font-medium text-muted">{group.label}</p>
                <ul>
                  {group.links.map((link) => (
                    <li key={link.to}>
                      <Link to={link.to} aria-current={link === current ? 'page' : undefined} className={linkClass}>
                        {link.label}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </details>
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

const linkClass =
  'block rounded-md px-2.5 py-1.5 text-sm text-muted no-underline hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent-strong';

function isCurrent({ to, below, also = [] }: SidebarLink, pathname: string): boolean {
  let path = decodeURI(pathname).toLowerCase();
  let isWithin = (place: string) => path.startsWith(`${decodeURI(place).toLowerCase()}/`);
  let isAt = (place: string) => path === decodeURI(place).toLowerCase();
  return isAt(to) || (below === true && isWithin(to)) || also.some((place) => isAt(place) || isWithin(place));
}
