/** /organizations/[owner]/retention: how many days an organization's events are kept. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { organizationHandle } from '../shell/breadcrumbs';
import { requireOrganizationOwner } from '../features/organizations/require-organization.server';
import { RetentionPage } from '../features/retention/retention-page';
import { retentionPage, saveRetention } from '../features/retention/retention.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';

export const meta = pageMeta({
  title: 'How long events are kept',
  description: 'Days that events of an organization are kept before they are deleted.',
});
export const handle = organizationHandle('Event retention');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireOrganizationOwner(args);
  return retentionPage(call, owner);
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireOrganizationOwner(args);
  return saveRetention(args, call, owner, paths.organization(owner));
}

export default RetentionPage;
