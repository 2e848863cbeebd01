/** Headers of signed-in pages and of visitors. */
import { Link, useLocation } from '@remix-run/react';
import { type ReactNode, useRef } from 'react';
import { isSameOwner, paths } from '../links/paths';
import { Avatar } from '../ui/avatar';
import { LinkButton } from '../ui/button';
import { Menu, useClosingDetails } from '../ui/menu';
import { itemClass, type MenuGroup, PlainGroup, triggerClass } from '../ui/menu-items';
import { Icon } from '../ui/icon';
import { Name, named } from '../ui/name';
import { DocumentationLink } from './documentation-link';
import { Logo, LogoLink } from './logo';
import {
  accountGroup,
  createLinks,
  homePath,
  mainLinks,
  ownerItems,
  panelLinks,
  sectionLinks,
  sectionOf,
  toolLinks,
} from './navigation';
import { SearchLink } from './dialogs';
import type { ShellData } from './shell-data.server';
import { usePreservedQuery, useHere, useSiteData } from './use-page';
import { TrialBadge, useTrialDays } from './trial-badge';

export function Header({ shell }: { shell: ShellData }) {
  let here = useHere();
  let kept = usePreservedQuery();
  let owner = shell.owner.context;
  let days = useTrialDays(owner, shell.notices.trialDays);
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-7xl items-center gap-1 px-4">
        <LogoLink home={homePath(shell, kept)} className="mr-2">
          <Logo />
          <span className="sr-only">{shell.isOwnerKnown ? named`, home of ${owner}` : ', start'}</span>
        </LogoLink>
        <nav aria-label="Main" className="hidden flex-1 items-center gap-1 md:flex">
          <Menu label="menu" trigger={<MenuWords text="Tools" />} groups={[{ items: toolLinks(shell, kept) }]} />
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
            <kbd aria-hidden="true" className="rounded border border-line px-1.5 text-xs text-muted noscript:hidden">
              /
            </kbd>
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
      {shell.isOwnerKnown && <Sections shell={shell} />}
    </header>
  );
}

/** Main pages of the owner; also in the panel of narrow screens. */
function Sections({ shell }: { shell: ShellData }) {
  let { pathname } = useLocation();
  return (
    <nav aria-label="Sections" className="mx-auto hidden max-w-7xl px-4 md:block">
      <ul className="flex gap-1">
        {sectionLinks(shell, usePreservedQuery()).map(({ label, to }) => (
          <li key={label}>
            <Link to={to} aria-current={sectionOf(pathname) === label ? 'page' : undefined} className={sectionClass}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const sectionClass =
  '-mb-px inline-block border-b-2 border-transparent px-2.5 pt-1 pb-2 text-sm font-medium text-muted no-underline hover:text-ink aria-[current]:border-accent aria-[current]:text-ink';

function MenuWords({ text }: { text: string }) {
  return (
    <>
      {text}
      <Icon name="chevron-down" className="size-4 text-muted" />
    </>
  );
}

/** The owner; below it the signed-in person, if different or a platform admin (spec section 2). */
function AccountWords({ shell }: { shell: ShellData }) {
  let isOrganization = shell.owner.tag === 'organization';
  let isOwn = isSameOwner(shell.owner.context, shell.username);
  let second = shell.acting?.actor ?? (!isOwn ? shell.displayName : shell.isAdmin ? 'Admin' : undefined);
  return (
    <>
      <Avatar name={shell.owner.context} square={isOrganization} />
      <span className="flex max-w-40 min-w-0 flex-col items-start leading-tight">
        <Name className="max-w-full truncate">{isOwn ? shell.displayName : shell.owner.context}</Name>
        {second && <span className="max-w-full truncate text-xs font-normal text-muted">{second}</span>}
      </span>
      <Icon name="chevron-down" className="size-4 text-muted" />
    </>
  );
}

/**
 * Menus on narrow screens: a full-screen panel with three views, made of `<details>` so that it
 * works without scripts.
 */
function MobilePanel({ shell, trialDays }: { shell: ShellData; trialDays: number | null }) {
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
          <PlainGroup group={{ items: panelLinks(shell, usePreservedQuery()) }} />
          <div className="border-t border-line py-1">
            <DocumentationLink className={itemClass} />
            <View name="Create" groups={[{ items: createLinks(shell) }]} />
            <View
              name="Switch account"
              groups={ownerItems(shell, useHere())}
              note={<Name className="max-w-40 truncate text-muted">{owner}</Name>}
            />
          </div>
          <PlainGroup group={accountGroup(shell)} />
        </nav>
      </details>
    </div>
  );
}

/** An open view covers the panel; its opener becomes the back button. */
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

/** Header for visitors (spec section 2). */
export function GuestHeader() {
  let site = useSiteData();
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-7xl items-center gap-1 px-4">
        <LogoLink>
          <Logo compact />
        </LogoLink>
        <nav aria-label="Main" className="ml-auto flex items-center gap-1">
          <DocumentationLink className={triggerClass} />
          <Link to={paths.login()} className={`${triggerClass} no-underline`}>
            Login
          </Link>
          {site?.registration === 'open' && (
            <LinkButton to={paths.register()} size="sm">
              Join
            </LinkButton>
          )}
        </nav>
      </div>
    </header>
  );
}
