/** Search results: packages and pixels in two groups, help for '?', a message without results. */
import { Link } from '@remix-run/react';
import type { SearchResultItem } from 'contract/search';
import { noResults } from '../browser-messages';
import { type KeptQuery, paths } from '../paths';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { PackageIcon, type PackageIconType } from '../ui/package-icon';

export interface Found {
  id: string;
  name: string;
  owner: string;
  icon: PackageIconType;
}

export interface ResultGroups {
  packages: Found[];
  pixels: Found[];
}

/** Results by kind, in the order the gateway gave them. */
export function groupResults(results: SearchResultItem[]): ResultGroups {
  let groups: ResultGroups = { packages: [], pixels: [] };
  for (let item of results)
    if (item.type === 'package') {
      let { id, name, owner, type } = item.package;
      groups.packages.push({ id, name, owner, icon: type });
    } else {
      let { id, name, owner } = item['tracking-pixel'];
      groups.pixels.push({ id, name, owner, icon: 'pixel' });
    }
  return groups;
}

/**
 * A package leads to its dashboard, a pixel to its analytics (spec section 2), with the current
 * filter.
 */
export function pathOfFound({ id, owner, icon }: Found, kept: KeptQuery = {}): string {
  return icon === 'pixel'
    ? paths.analytics(owner, { pixel: id, ...kept })
    : paths.dashboard(owner, { package: id, ...kept });
}

interface SearchResultsProps {
  query: string;
  /** Null without a query. */
  groups: ResultGroups | null;
  kept: KeptQuery;
}

export function SearchResults({ query, groups, kept }: SearchResultsProps) {
  if (!groups) return query === '?' ? <SearchHelp /> : null;
  if (!groups.packages.length && !groups.pixels.length) return <EmptyState title={noResults} />;
  return (
    <div aria-live="polite" className="flex flex-col gap-4">
      <Group title="Packages" found={groups.packages} link={(item) => pathOfFound(item, kept)} />
      <Group title="Pixels" found={groups.pixels} link={(item) => pathOfFound(item, kept)} />
    </div>
  );
}

function Group({ title, found, link }: { title: string; found: Found[]; link: (item: Found) => string }) {
  if (!found.length) return null;
  return (
    <Card title={title} flush>
      <ul className="divide-y divide-line border-t border-line">
        {found.map((item) => (
          <li key={item.id}>
            <Link
              to={link(item)}
              className="flex items-center gap-3 px-4 py-2.5 text-ink no-underline hover:bg-sunken sm:px-5"
            >
              <PackageIcon type={item.icon} className="size-5" />
              <span className="min-w-0 flex-1 truncate font-medium">{item.name}</span>
              <span className="truncate text-sm text-muted">{item.owner}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function SearchHelpText() {
  return (
    <ul className="list-disc pl-5 text-sm">
      <li>Type a part of the name of a package or a pixel; capitals do not matter.</li>
      <li>A package opens its dashboard, a pixel its analytics.</li>
      <li>Only things of the owner you are looking at are searched. Switch the owner in the account menu.</li>
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
