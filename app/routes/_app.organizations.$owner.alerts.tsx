/** Alerts and scheduled reports of an account or an organization. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { AlertsPage } from '../features/alerts/alerts-page';
import { readAlerts } from '../features/alerts/alerts.server';
import { requireSettingsRole } from '../session/settings.server';
import { settingsMeta } from '../shell/meta';

export const meta = settingsMeta(
  'Alerts',
  'Alerts about changes in downloads and new companies, and weekly or monthly reports.',
  'Alerts of an organization about changes in downloads and new companies, and its reports.',
);

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireSettingsRole(args, 'managers');
  return readAlerts(call, owner);
}

export default AlertsPage;
