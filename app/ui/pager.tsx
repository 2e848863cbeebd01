import { LinkButton } from './button';
import { formatInteger } from './numbers';

interface PagerProps {
  page: number;
  pages: number;
  to: (page: number) => string;
}

/** Empty for a single page. */
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
        Page {formatInteger(page)} of {formatInteger(pages)}
      </span>
      {page < pages && (
        <LinkButton to={to(page + 1)} variant="outline" size="sm" rel="next">
          Next
        </LinkButton>
      )}
    </nav>
  );
}

const pagesMax = 1_000_000;

/** From 1; the first page if invalid. */
export function pageNumber(url: URL): number {
  let page = Number(url.searchParams.get('page'));
  return Number.isInteger(page) && page > 0 ? Math.min(page, pagesMax) : 1;
}
