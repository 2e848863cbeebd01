import { type SharedReportQuery, withoutFilter } from '../links/query-parameters';
import { isSameOwner, paths, settingsOf } from '../links/paths';
import type { MenuGroup, MenuItem } from '../ui/menu-items';
import type { ShellData } from './shell-data.server';

/** Tools menu; Company Insights only with its flag. Reports keep range, filter and bot switch. */
export function toolLinks(
  { owner: { context: owner }, showInsights }: Pick<ShellData, 'owner' | 'showInsights'>,
  kept: SharedReportQuery = {},
): MenuItem[] {
  return [
    { kind: 'link', label: 'Packages', to: paths.packages(owner, withoutFilter(kept)) },
    { kind: 'link', label: 'Pixels', to: paths.pixels(owner, withoutFilter(kept)) },
    { kind: 'link', label: 'Collections', to: paths.collections(owner) },
    ...(showInsights ? [{ kind: 'link' as const, label: 'Company Insights', to: paths.insights(owner, kept) }] : []),
  ];
}

type Link = MenuItem & { kind: 'link' };
type SectionData = Pick<ShellData, 'owner' | 'username' | 'showInsights' | 'mayCreate'>;

/** Daily work; settings are in the account menu. */
export function sectionLinks(
  { owner: { context: owner }, username, showInsights, mayCreate }: SectionData,
  kept: SharedReportQuery = {},
): Link[] {
  let of = settingsOf(owner, username);
  let forManagers: Link[] = [
    { kind: 'link', label: 'Alerts', to: paths.settings(of, 'alerts') },
    { kind: 'link', label: 'Share links', to: paths.settings(of, 'share-links') },
    { kind: 'link', label: 'Exports', to: paths.settings(of, 'exports') },
  ];
  return [
    { kind: 'link', label: 'Overview', to: paths.home(owner, kept) },
    { kind: 'link', label: 'Analytics', to: paths.analytics(owner, kept) },
    { kind: 'link', label: 'Packages', to: paths.packages(owner, withoutFilter(kept)) },
    { kind: 'link', label: 'Pixels', to: paths.pixels(owner, withoutFilter(kept)) },
    ...(showInsights ? [{ kind: 'link' as const, label: 'Companies', to: paths.insights(owner, kept) }] : []),
    { kind: 'link', label: 'Leads', to: paths.settings(of, 'lead-generation') },
    ...(mayCreate ? forManagers : []),
  ];
}

const sections: Record<string, string> = {
  home: 'Overview',
  dashboard: 'Overview',
  packages: 'Packages',
  'new-package': 'Packages',
  pixels: 'Pixels',
  'new-pixel': 'Pixels',
  insights: 'Companies',
  companies: 'Companies',
  'company-corrections': 'Companies',
  analytics: 'Analytics',
  annotations: 'Analytics',
  live: 'Analytics',
  leads: 'Leads',
  'lead-generation': 'Leads',
  alerts: 'Alerts',
  destinations: 'Alerts',
  'share-links': 'Share links',
  exports: 'Exports',
};

/** Also of pages below /account and /organizations/[owner]. */
export function sectionOf(pathname: string): string | undefined {
  let [, area = '', ...rest] = pathname.split('/');
  let page = area === 'account' ? rest[0] : area === 'organizations' ? rest[1] : area;
  return sections[page ?? ''];
}

/** Sections and tools, each once. */
export function panelLinks(shell: ShellData, kept: SharedReportQuery): MenuItem[] {
  let tools = toolLinks(shell, kept);
  let isTool = ({ to }: Link) => tools.some((tool) => tool.kind === 'link' && tool.to === to);
  let [overview, analytics, ...rest] = sectionLinks(shell, kept).filter((link) => !isTool(link));
  return [...(shell.isOwnerKnown ? [overview!] : []), analytics!, ...tools, ...rest];
}

export function mainLinks(): { label: string; to: string }[] {
  return [{ label: 'Organizations', to: paths.organizations() }];
}

/** Members without write access can only create organizations. */
export function createLinks({
  owner: { context: owner },
  mayCreate,
}: Pick<ShellData, 'owner' | 'mayCreate'>): MenuItem[] {
  let ofOwner: MenuItem[] = [
    { kind: 'link', label: 'New Package', to: paths.newPackage(owner) },
    { kind: 'link', label: 'New Pixel', to: paths.newPixel(owner) },
    { kind: 'link', label: 'New Collection', to: paths.newCollection(owner) },
  ];
  return [...(mayCreate ? ofOwner : []), { kind: 'link', label: 'New Organization', to: paths.newOrganization() }];
}

/** Undefined while no owner is known. */
export function homePath({ owner, isOwnerKnown }: ShellData, kept: SharedReportQuery = {}): string | undefined {
  return isOwnerKnown ? paths.home(owner.context, kept) : undefined;
}

/** `here`: the current path. */
export function ownerItems(shell: ShellData, here: string): MenuGroup[] {
  // Keeps the current owner visible in a long list.
  let isCurrent = (name: string) => isSameOwner(shell.owner.context, name);
  let current = shell.organizations.filter(isCurrent);
  let organizations = [...current, ...shell.organizations.filter((name) => !isCurrent(name))];
  let switchTo = (owner: string, label: string, path = here): MenuItem => ({
    kind: 'post',
    label,
    action: paths.context(),
    fields: { owner, path },
    current: shell.isOwnerKnown && isCurrent(owner),
  });
  let groups: MenuGroup[] = [{ items: [switchTo(shell.username, 'Personal account', personalPath(shell, here))] }];
  if (shell.organizations.length)
    groups.push({
      label: 'Organizations',
      scroll: true,
      items: organizations.map((name) => ({ ...switchTo(name, name), isName: true })),
    });
  return groups;
}

/**
 * Leads to the account's home, or /account while no owner is known (spec section 2); from a page of
 * an organization to the same page of the account.
 */
function personalPath({ isOwnerKnown, owner, username }: ShellData, here: string): string {
  if (!isOwnerKnown) return paths.account();
  return owner.tag === 'user' ? paths.home(username) : here;
}

/** Shows platform admins who they are signed in as. */
export function accountGroup(shell: ShellData): MenuGroup {
  let actor = shell.acting?.actor ?? shell.username;
  return { label: shell.isAdmin ? `Signed in as ${actor}` : undefined, items: accountLinks(shell) };
}

function accountLinks({ isAdmin, owner }: ShellData): MenuItem[] {
  let settings = owner.tag === 'organization' ? paths.organization(owner.context) : paths.account();
  return [
    { kind: 'link', label: 'Settings', to: settings },
    ...(isAdmin ? [{ kind: 'link', label: 'Admin', to: paths.admin() } as const] : []),
    { kind: 'link', label: 'Organizations', to: paths.organizations() },
    { kind: 'post', label: 'Sign out', action: paths.logout(), fields: {} },
  ];
}
