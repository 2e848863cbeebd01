/** /account/alerts: what a person is told of without asking, and where. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireAccount } from '../features/account/require-account.server';
import { AlertsPage } from '../features/alerts/alerts-page';
import { readAlerts } from '../features/alerts/alerts.server';
import { accountHandle } from '../shell/breadcrumbs';
import { pageMeta } from '../shell/meta';

export const meta = pageMeta({
  title: 'Alerts and reports',
  description: 'What you are told of without asking: changes of downloads, new companies, weekly and monthly reports.',
});
export const handle = accountHandle('Alerts');

export async function loader(args: LoaderFunctionArgs) {
  let { call, username } = await requireAccount(args);
  return readAlerts(call, username);
}

export default AlertsPage;
