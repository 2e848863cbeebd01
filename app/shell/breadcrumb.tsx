/**
 * Where a page stands: the sections above it as links, the page itself last (spec section 2, page
 * layouts).
 */
import { Link } from '@remix-run/react';
import { Icon } from '../ui/icon';
import { useHere } from './use-current-url';
import type { Crumb } from './page';

export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  let here = useHere();
  if (!crumbs.length) return null;
  let last = crumbs.length - 1;
  return (
    <nav aria-label="Breadcrumb" className="mb-3">
      <ol className="flex flex-wrap items-center gap-1 text-sm text-muted">
        {crumbs.map((crumb, i) => (
          <li key={i} className="flex min-w-0 items-center gap-1">
            {i > 0 && <Icon name="chevron-right" className="size-3.5" />}
            <CrumbLink crumb={i === last ? { to: here, ...crumb } : crumb} current={i === last} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function CrumbLink({ crumb, current }: { crumb: Crumb; current: boolean }) {
  if (!crumb.to) return <span className="truncate">{crumb.label}</span>;
  return (
    <Link
      to={crumb.to}
      aria-current={current ? 'page' : undefined}
      className="truncate text-inherit no-underline hover:text-ink hover:underline aria-[current]:text-ink"
    >
      {crumb.label}
    </Link>
  );
}
