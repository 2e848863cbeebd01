/** What the header's menus list. A page that is built gets its line here. */
import { paths } from '../paths';
import type { MenuGroup, MenuItem } from '../ui/menu';
import type { ShellData } from './shell-data.server';

/** Tools menu of an owner; Company Insights where the page is switched on. */
export function toolLinks(owner: string, showInsights: boolean): MenuItem[] {
  return [
    { kind: 'link', label: 'Packages', to: paths.packages(owner) },
    { kind: 'link', label: 'Pixels', to: paths.pixels(owner) },
    { kind: 'link', label: 'Collections', to: paths.collections(owner) },
    ...(showInsights ? [{ kind: 'link' as const, label: 'Company Insights', to: paths.insights(owner) }] : []),
  ];
}

/** Links of the header itself. */
export function mainLinks(): { label: string; to: string }[] {
  return [{ label: 'Organizations', to: paths.organizations() }];
}

/** Create menu of an owner. */
export function createLinks(owner: string): MenuItem[] {
  return [
    { kind: 'link', label: 'New Package', to: paths.newPackage(owner) },
    { kind: 'link', label: 'New Pixel', to: paths.newPixel(owner) },
    { kind: 'link', label: 'New Collection', to: paths.newCollection(owner) },
    { kind: 'link', label: 'New Organization', to: paths.newOrganization() },
  ];
}

/** The owners a person can switch between, the current one marked; `path` is where they are. */
export function ownerItems(shell: ShellData, path: string): MenuGroup[] {
  let switchTo = (owner: string, label: string): MenuItem => ({
    kind: 'post',
    label,
    action: paths.context(),
    fields: { owner, path },
    current: shell.owner.context === owner,
  });
  let groups: MenuGroup[] = [{ items: [switchTo(shell.username, 'Personal account')] }];
  if (shell.organizations.length)
    groups.push({
      label: 'Organizations',
      scroll: true,
      items: shell.organizations.map((name) => switchTo(name, name)),
    });
  return groups;
}

/** The last group of the account menu. */
export function accountLinks({ isAdmin, owner }: ShellData): MenuItem[] {
  let settings = owner.tag === 'organization' ? paths.organization(owner.context) : paths.account();
  return [
    { kind: 'link', label: 'Settings', to: settings },
    { kind: 'link', label: 'Organizations', to: paths.organizations() },
    ...(isAdmin ? [{ kind: 'link', label: 'Admin', to: paths.admin() } as const] : []),
    { kind: 'post', label: 'Sign out', action: paths.logout(), fields: {} },
  ];
}
