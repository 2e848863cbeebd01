/** Tabs of account and organization pages. */
import { alertsPath } from 'contract/shared/page-links';
import type { AnyRole } from 'contract/accounts/users';
import { env } from '../config/env.server';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { mayChange } from '../session/roles.server';
import type { TabLink } from '../ui/tabs';

export function accountTabs(showsTwoFactor = env.flags.showTwoFactorAuthenticationUi): TabLink[] {
  let tabs: (TabLink | false)[] = [
    { label: 'Overview', to: paths.account() },
    { label: 'Security', to: paths.accountSecurity() },
    showsTwoFactor && { label: 'Two-factor', to: paths.twoFactor(), below: true },
    { label: 'Email', to: paths.accountEmail() },
    { label: 'Display', to: serverPaths.accountDisplay() },
    { label: 'API tokens', to: paths.accountTokens(), below: true },
    env.flags.showFilteringUi && { label: 'Filters', to: paths.accountFilters() },
    { label: 'Lead generation', to: paths.accountLeadGeneration() },
    { label: 'Alerts', to: alertsPath('', 'user') },
    { label: 'Share links', to: serverPaths.accountShareLinks() },
    { label: 'Exports', to: paths.accountExports() },
    { label: 'Imports', to: paths.accountImports(), below: true },
    { label: 'Billing', to: paths.accountBilling() },
    { label: 'Subscriptions', to: paths.accountSubscriptions() },
    { label: 'Audit', to: paths.accountAudit() },
  ];
  return tabs.filter((tab) => tab !== false);
}

export function organizationTabs(name: string, role: AnyRole): TabLink[] {
  let forManagers = [
    { label: 'Alerts', to: alertsPath(name, 'organization') },
    { label: 'Share links', to: serverPaths.organizationShareLinks(name) },
    { label: 'Exports', to: paths.organizationExports(name) },
    { label: 'Imports', to: paths.organizationImports(name), below: true },
    { label: 'Billing', to: paths.organizationBilling(name) },
    { label: 'Subscriptions', to: paths.organizationSubscriptions(name) },
    { label: 'Audit', to: paths.organizationAudit(name) },
  ];
  return [
    { label: 'Overview', to: paths.organization(name) },
    { label: 'Members', to: paths.organizationMembers(name), below: true },
    ...(env.flags.showFilteringUi ? [{ label: 'Filters', to: paths.organizationFilters(name) }] : []),
    { label: 'Lead generation', to: paths.organizationLeadGeneration(name) },
    ...(mayChange(role) ? forManagers : []),
  ];
}
