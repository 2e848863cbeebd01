/** /organizations/[owner]/alerts: what is told without asking, and where. For owners and admins. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { AlertsPage } from '../features/alerts/alerts-page';
import { readAlerts } from '../features/alerts/alerts.server';
import { organizationHandle } from '../shell/breadcrumbs';
import { requireManager } from '../features/organizations/require-organization.server';
import { pageMeta } from '../shell/meta';

export const meta = pageMeta({
  title: 'Alerts and reports',
  description: 'What an organization is told of without asking: changes of downloads, new companies, reports.',
});
export const handle = organizationHandle('Alerts');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireManager(args);
  return readAlerts(call, owner);
}

export default AlertsPage;
