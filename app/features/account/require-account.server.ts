/** What the account pages share: whose account it is, the tabs, and the sessions. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { alertsPath } from 'contract/page-links';
import { getSessions } from 'contract/tokens';
import { agentName } from '../../display-names.server';
import { env } from '../../env.server';
import type { Call } from '../../gateway-client.server';
import { paths } from '../../paths';
import { serverPaths } from '../../paths.server';
import { requireSession, type SignedIn } from '../../session/guards.server';
import type { Tab } from '../../ui/tabs';
import type { SessionLine } from './sessions-card';

interface OwnAccount extends SignedIn {
  /** Path parameters of every call about the account. */
  params: { username: string };
}

/** For the person's own account. */
export async function requireAccount(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<OwnAccount> {
  let signedIn = await requireSession(args);
  return { ...signedIn, params: { username: signedIn.username } };
}

/** Tabs of the account pages; that of two-factor only for people who have it. */
export function accountTabs(showsTwoFactor = env.flags.showTwoFactorAuthenticationUi): Tab[] {
  let tabs: (Tab | false)[] = [
    { label: 'Overview', to: paths.account() },
    { label: 'Security', to: paths.accountSecurity() },
    showsTwoFactor && { label: 'Two-factor', to: paths.twoFactor(), below: true },
    { label: 'Email', to: paths.accountEmail() },
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

/** The sessions of a person, the last used first. */
export async function readSessions(call: Call, params: { username: string }): Promise<SessionLine[]> {
  let sessions = await call(getSessions, { params });
  return sessions.map(({ id, is_current, agent, address, created_at, last_used_at }) => ({
    id,
    isCurrent: is_current,
    agent: agentName(agent),
    address,
    created: created_at,
    lastUsed: last_used_at,
  }));
}
