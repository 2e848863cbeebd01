/** How many days the events of an account or an organization are kept. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { RetentionPage } from '../features/retention/retention-page';
import { retentionPage, saveRetention } from '../features/retention/retention.server';
import { paths } from '../links/paths';
import { requireSettingsRole } from '../session/settings.server';
import { settingsHandle } from '../shell/breadcrumbs';
import { settingsMeta } from '../shell/meta';

export const meta = settingsMeta(
  'Retention',
  'How long your events are kept.',
  'How long events of an organization are kept.',
);
export const handle = settingsHandle('Retention');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireSettingsRole(args, 'owners');
  return retentionPage(call, owner);
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, kind } = await requireSettingsRole(args, 'owners');
  return saveRetention(args, call, owner, kind === 'user' ? paths.account() : paths.organization(owner));
}

export default RetentionPage;
