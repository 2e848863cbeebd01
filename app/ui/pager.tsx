/** Links to the page before and after in a long list; nothing where one page holds it all. */
import { LinkButton } from './button';

interface PagerProps {
  /** Counted from 1. */
  page: number;
  pages: number;
  to: (page: number) => string;
}

export function Pager({ page, pages, to }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-3 text-sm">
      {page > 1 && (
        <LinkButton to={to(page - 1)} variant="outline" size="sm" rel="prev">
          Previous
        </LinkButton>
      )}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages && (
        <LinkButton to={to(page + 1)} variant="outline" size="sm" rel="next">
          Next
        </LinkButton>
      )}
    </nav>
  );
}
