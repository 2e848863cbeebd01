/** Pages in the sidebar of account and organization settings. */
import type { AnyRole } from 'contract/accounts/users';
import type { SettingsPage } from 'contract/floor/page-links';
import { env } from '../config/env.server';
import { paths, type SettingsOwner } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { mayChange } from '../session/roles.server';
import type { TabLink } from '../ui/tabs';
import type { SidebarGroup } from '../ui/sidebar';

export function accountGroups(showsTwoFactor = env.flags.showTwoFactorAuthenticationUi): SidebarGroup[] {
  let page = settingsPages({ owner: '', kind: 'user' });
  return [
    {
      label: 'Account',
      links: [
        { label: 'General', to: paths.account() },
        { label: 'Email', to: paths.accountEmail() },
        { label: 'Display', to: serverPaths.accountDisplay() },
        page('Billing', 'billing', ['subscriptions']),
      ],
    },
    {
      label: 'Access',
      links: [
        { label: 'Security', to: paths.accountSecurity(), also: ['/account/sessions', '/account/github'] },
        ...(showsTwoFactor ? [{ label: 'Two-factor authentication', to: paths.twoFactor(), below: true }] : []),
        { label: 'API tokens', to: paths.accountTokens(), below: true },
        page('Audit log', 'audit'),
      ],
    },
    { label: 'Data', links: dataPages(page, 'owner') },
  ];
}

/** Members see the settings they may read. */
export function organizationGroups(name: string, role: AnyRole): SidebarGroup[] {
  let page = settingsPages({ owner: name, kind: 'organization' });
  return [
    {
      label: 'Organization',
      links: [
        { label: 'General', to: paths.organization(name) },
        { label: 'Members', to: paths.organizationMembers(name), below: true },
        ...(mayChange(role) ? [page('Billing', 'billing', ['subscriptions']), page('Audit log', 'audit')] : []),
      ],
    },
    { label: 'Data', links: dataPages(page, role) },
  ].filter(({ links }) => links.length > 0);
}

type PageLink = ReturnType<typeof settingsPages>;

function settingsPages(of: SettingsOwner) {
  return (label: string, name: SettingsPage, also: SettingsPage[] = []): TabLink & { also: string[] } => ({
    label,
    to: paths.settings(of, name),
    below: true,
    also: also.map((other) => paths.settings(of, other)),
  });
}

function dataPages(page: PageLink, role: AnyRole): TabLink[] {
  return [
    ...(env.flags.showFilteringUi ? [page('Filters', 'filters')] : []),
    ...(mayChange(role) ? [page('Imports', 'imports')] : []),
    ...(role === 'owner' ? [page('Retention', 'retention'), page('Full backup', 'archive')] : []),
  ];
}
