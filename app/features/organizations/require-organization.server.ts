/** What the pages of one organization share: who is here with which role, and the tabs. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { alertsPath } from 'contract/page-links';
import type { AnyRole } from 'contract/users';
import { env } from '../../env.server';
import { paths } from '../../paths';
import { serverPaths } from '../../paths.server';
import { refused } from '../../refusal-message.server';
import { mayChange, ownerRole } from '../../roles.server';
import { requireOwner, type SignedIn } from '../../session/guards.server';
import type { Tab } from '../../ui/tabs';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

interface InOrganization extends SignedIn {
  owner: string;
  /** Role of the person shown. */
  role: AnyRole;
  /** The path of every call about the organization. */
  params: { name: string };
}

/** For people who may see the organization. Throws what `requireOwner` and the gateway throw. */
export async function requireOrganization(args: Args): Promise<InOrganization> {
  let signedIn = await requireOwner(args);
  let role = await ownerRole(signedIn, signedIn.owner);
  return { ...signedIn, role, params: { name: signedIn.owner } };
}

/** For its owners and admins; a member gets 403. */
export async function requireManager(args: Args): Promise<InOrganization> {
  let inside = await requireOrganization(args);
  if (!mayChange(inside.role)) throw refused('permission-not-granted');
  return inside;
}

/** For its owners only. */
export async function requireItsOwner(args: Args): Promise<InOrganization> {
  let inside = await requireOrganization(args);
  if (inside.role !== 'owner') throw refused('permission-not-granted');
  return inside;
}

/** The pages of an organization that a role may open. */
export function organizationTabs(name: string, role: AnyRole): Tab[] {
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
