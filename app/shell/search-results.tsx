import { Link } from '@remix-run/react';
import { noResults } from '../config/browser-messages';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { PackageIcon, type PackageIconType } from '../ui/package-icon';

export interface SearchResult {
  label: string;
  /** Owner or section. */
  note: string;
  to: string;
  icon?: PackageIconType;
}

export interface ResultGroup {
  title: string;
  found: SearchResult[];
}

interface SearchResultsProps {
  query: string;
  groups: ResultGroup[] | null;
}

export function SearchResults({ query, groups }: SearchResultsProps) {
  if (!groups) return query === '?' ? <SearchHelp /> : null;
  if (!groups.length) return <EmptyState title={noResults} />;
  return (
    <div aria-live="polite" className="flex flex-col gap-4">
      {groups.map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </div>
  );
}

function Group({ title, found }: ResultGroup) {
  return (
    <Card title={title} flush>
      <ul className="divide-y divide-line border-t border-line">
        {found.map((item) => (
          <li key={item.to + item.label}>
            <Link
              to={item.to}
              className="flex items-center gap-3 px-4 py-2.5 text-ink no-underline hover:bg-sunken sm:px-6"
            >
              <SearchResultText {...item} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Shared by the page and the dialog. */
export function SearchResultText({ label, note, icon }: SearchResult) {
  return (
    <>
      {icon && <PackageIcon type={icon} className="size-5" />}
      <span translate={icon && 'no'} className="min-w-0 flex-1 truncate font-medium">
        {label}
      </span>
      <span translate={icon && 'no'} className="max-w-1/2 truncate text-sm text-muted">
        {note}
      </span>
    </>
  );
}

export function SearchHelpText() {
  return (
    <ul className="list-disc pl-5 text-sm">
      <li>Type part of the name of a package, pixel or company.</li>
      <li>A package opens its dashboard, a pixel its analytics.</li>
      <li>Pages, actions (“new package”) and date ranges (“last 7 days”) work too.</li>
      <li>Searches the current account. Switch accounts in the account menu.</li>
    </ul>
  );
}

function SearchHelp() {
  return (
    <Card title="How search works">
      <SearchHelpText />
    </Card>
  );
}
