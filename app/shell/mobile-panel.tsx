/**
 * The header's menus on narrow screens: one full-screen panel with three views (main, create,
 * owner), made of <details> so that it works without scripts.
 */
import { type ReactNode, useRef } from 'react';
import { useClosingDetails } from '../ui/closing-details';
import { Icon } from '../ui/icon';
import { itemClass, type MenuGroup, PlainGroup } from '../ui/menu';
import { DocumentationLink } from './documentation-link';
import { useFilterId, useHere } from './use-current-url';
import { accountGroup, createLinks, ownerItems, toolLinks } from './navigation';
import { SearchLink } from './search-opener';
import type { ShellData } from './shell-data.server';
import { TrialBadge } from './trial-badge';

export function MobilePanel({ shell, trialDays }: { shell: ShellData; trialDays: number | null }) {
  let details = useRef<HTMLDetailsElement>(null);
  useClosingDetails(details);
  let owner = shell.owner.context;
  return (
    <div className="ml-auto flex items-center gap-1 md:hidden">
      <TrialBadge days={trialDays} />
      <SearchLink owner={owner} aria-label="Search" className="rounded-md p-2.5 hover:bg-sunken">
        <Icon name="search" className="size-5" />
      </SearchLink>
      <details ref={details} data-panel className="group/panel">
        <summary aria-label="Menu" className="list-none rounded-md p-2.5 hover:bg-sunken">
          <Icon name="menu" className="size-5 group-open/panel:hidden" />
          <Icon name="close" className="hidden size-5 group-open/panel:block" />
        </summary>
        <nav aria-label="Main" className="fixed inset-x-0 top-14 bottom-0 z-40 overflow-y-auto bg-surface px-1 py-2">
          <PlainGroup group={{ items: toolLinks(shell, useFilterId()) }} />
          <div className="border-t border-line py-1">
            <DocumentationLink className={itemClass} />
            <View name="Create" groups={[{ items: createLinks(shell) }]} />
            <View
              name="Switch owner"
              groups={ownerItems(shell, useHere())}
              note={<span className="max-w-40 truncate text-muted">{owner}</span>}
            />
          </div>
          <PlainGroup group={accountGroup(shell)} />
        </nav>
      </details>
    </div>
  );
}

/** A view that covers the panel while it is open; its opener then stands on top and leads back. */
function View({ name, groups, note }: { name: string; groups: readonly MenuGroup[]; note?: ReactNode }) {
  return (
    <details name="panel-view" className="group/view">
      <summary
        className={`${itemClass} list-none group-open/view:fixed group-open/view:inset-x-0 group-open/view:top-14 group-open/view:z-50 group-open/view:h-12 group-open/view:border-b group-open/view:border-line group-open/view:bg-surface group-open/view:font-semibold`}
      >
        <Icon name="chevron-left" className="hidden size-5 group-open/view:block" />
        <span className="flex-1">{name}</span>
        <span className="contents group-open/view:hidden">
          {note}
          <Icon name="chevron-right" className="size-5 text-muted" />
        </span>
      </summary>
      <div className="fixed inset-x-0 top-26 bottom-0 z-50 overflow-y-auto bg-surface px-1">
        {groups.map((group, i) => (
          <PlainGroup key={i} group={{ ...group, scroll: false }} />
        ))}
      </div>
    </details>
  );
}
