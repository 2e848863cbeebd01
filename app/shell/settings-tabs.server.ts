/** Tabs of account and organization pages. */
import type { AnyRole } from 'contract/accounts/users';
import { env } from '../config/env.server';
import { paths, type SettingsOwner } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { mayChange } from '../session/roles.server';
import type { TabLink } from '../ui/tabs';

export function accountTabs(showsTwoFactor = env.flags.showTwoFactorAuthenticationUi): TabLink[] {
  let of: SettingsOwner = { owner: '', kind: 'user' };
  let tabs: (TabLink | false)[] = [
    { label: 'Overview', to: paths.account() },
    { label: 'Security', to: paths.accountSecurity() },
    showsTwoFactor && { label: 'Two-factor', to: paths.twoFactor(), below: true },
    { label: 'Email', to: paths.accountEmail() },
    { label: 'Display', to: serverPaths.accountDisplay() },
    { label: 'API tokens', to: paths.accountTokens(), below: true },
    env.flags.showFilteringUi && { label: 'Filters', to: paths.settings(of, 'filters') },
    { label: 'Lead generation', to: paths.settings(of, 'lead-generation') },
    { label: 'Alerts', to: paths.settings(of, 'alerts') },
    { label: 'Share links', to: paths.settings(of, 'share-links') },
    { label: 'Exports', to: paths.settings(of, 'exports') },
    { label: 'Imports', to: paths.settings(of, 'imports'), below: true },
    { label: 'Billing', to: paths.settings(of, 'billing') },
    { label: 'Subscriptions', to: paths.settings(of, 'subscriptions') },
    { label: 'Audit', to: paths.settings(of, 'audit') },
  ];
  return tabs.filter((tab) => tab !== false);
}

export function organizationTabs(name: string, role: AnyRole): TabLink[] {
  let of: SettingsOwner = { owner: name, kind: 'organization' };
  let forManagers = [
    { label: 'Alerts', to: paths.settings(of, 'alerts') },
    { label: 'Share links', to: paths.settings(of, 'share-links') },
    { label: 'Exports', to: paths.settings(of, 'exports') },
    { label: 'Imports', to: paths.settings(of, 'imports'), below: true },
    { label: 'Billing', to: paths.settings(of, 'billing') },
    { label: 'Subscriptions', to: paths.settings(of, 'subscriptions') },
    { label: 'Audit', to: paths.settings(of, 'audit') },
  ];
  return [
    { label: 'Overview', to: paths.organization(name) },
    { label: 'Members', to: paths.organizationMembers(name), below: true },
    ...(env.flags.showFilteringUi ? [{ label: 'Filters', to: paths.settings(of, 'filters') }] : []),
    { label: 'Lead generation', to: paths.settings(of, 'lead-generation') },
    ...(mayChange(role) ? forManagers : []),
  ];
}
