/**
 * The header of signed-in pages: logo, tools, search, create and account menus; one panel holds
 * them all on narrow screens.
 */
import { Link } from '@remix-run/react';
import { isSameOwner } from '../paths';
import { Avatar } from '../ui/avatar';
import { Icon } from '../ui/icon';
import { Menu, triggerClass } from '../ui/menu';
import { DocumentationLink } from './documentation-link';
import { Logo, LogoLink } from './logo';
import { MobilePanel } from './mobile-panel';
import { accountGroup, createLinks, homePath, mainLinks, ownerItems, toolLinks } from './navigation';
import { SearchLink } from './search-opener';
import type { ShellData } from './shell-data.server';
import { useFilterId, useHere } from './use-current-url';
import { TrialBadge, useTrialDays } from './trial-badge';

export function Header({ shell }: { shell: ShellData }) {
  let here = useHere();
  let filterId = useFilterId();
  let owner = shell.owner.context;
  let days = useTrialDays(owner, shell.notices.trialDays);
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-7xl items-center gap-1 px-4">
        <LogoLink home={homePath(shell, filterId)} className="mr-2">
          <Logo />
          <span className="sr-only">{shell.isOwnerKnown ? `, home of ${owner}` : ', start'}</span>
        </LogoLink>
        <nav aria-label="Main" className="hidden flex-1 items-center gap-1 md:flex">
          <Menu label="menu" trigger={<MenuWords text="Tools" />} groups={[{ items: toolLinks(shell, filterId) }]} />
          {mainLinks().map(({ label, to }) => (
            <Link key={to} to={to} className={`${triggerClass} text-ink no-underline`}>
              {label}
            </Link>
          ))}
          <DocumentationLink className={triggerClass} />
          <span className="ml-auto">
            <TrialBadge days={days} />
          </span>
          <SearchLink owner={owner} className={`${triggerClass} no-underline`}>
            <Icon name="search" />
            Search
          </SearchLink>
          <Menu
            label="Create"
            trigger={<Icon name="plus" className="size-5" />}
            groups={[{ items: createLinks(shell) }]}
            align="right"
          />
          <Menu
            label="Account menu"
            trigger={<AccountWords shell={shell} />}
            groups={[...ownerItems(shell, here), accountGroup(shell)]}
            align="right"
          />
        </nav>
        <MobilePanel shell={shell} trialDays={days} />
      </div>
    </header>
  );
}

function MenuWords({ text }: { text: string }) {
  return (
    <>
      {text}
      <Icon name="chevron-down" className="size-4 text-muted" />
    </>
  );
}

/**
 * Whose things are shown; below it, who is signed in, where that is not the same or the person is a
 * platform admin (spec section 2).
 */
function AccountWords({ shell }: { shell: ShellData }) {
  let isOrganization = shell.owner.tag === 'organization';
  let isOwn = isSameOwner(shell.owner.context, shell.username);
  let second = shell.acting?.actor ?? (!isOwn ? shell.displayName : shell.isAdmin ? 'Admin' : undefined);
  return (
    <>
      <Avatar name={shell.owner.context} square={isOrganization} />
      <span className="flex max-w-40 min-w-0 flex-col items-start leading-tight">
        <span className="max-w-full truncate">{isOwn ? shell.displayName : shell.owner.context}</span>
        {second && <span className="max-w-full truncate text-xs font-normal text-muted">{second}</span>}
      </span>
      <Icon name="chevron-down" className="size-4 text-muted" />
    </>
  );
}
