/** Alerts and scheduled reports of an account or an organization. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { AlertsPage } from '../features/alerts/alerts-page';
import { readAlerts } from '../features/alerts/alerts.server';
import { requireSettingsRole } from '../session/settings.server';
import { settingsHandle } from '../shell/breadcrumbs';
import { settingsMeta } from '../shell/meta';

export const meta = settingsMeta(
  'Alerts and reports',
  'What you are told of without asking: changes of downloads, new companies, weekly and monthly reports.',
  'What an organization is told of without asking: changes of downloads, new companies, reports.',
);
export const handle = settingsHandle('Alerts');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireSettingsRole(args, 'managers');
  return readAlerts(call, owner);
}

export default AlertsPage;
